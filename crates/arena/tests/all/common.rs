//! A match in a temporary folder.

use arena::declare::{self, Match};
use arena::job::{Engine, Job};
use arena::play::run::{self, Options, Watch};
use arena::record::{Identity, MatchRecord, Provenance};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

pub const OPENINGS: &str = "\
# For tests.
rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq -
rnbqkb1r/pppppppp/5n2/8/2P5/8/PP1PPPPP/RNBQKBNR w KQkq -
rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq -
r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq -
rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq -
rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq -
rnbqkb1r/pp1p1ppp/4pn2/2pP4/2P5/8/PP2PPPP/RNBQKBNR w KQkq -
";

/// From here every game is a draw within four plies, unless a player fails.
pub const SHORT: &str = "\
4k3/8/8/8/8/8/8/4K2R w - - hmvc 96;
4k3/8/8/8/8/8/8/R3K3 w - - hmvc 96;
r3k3/8/8/8/8/8/8/4K3 b - - hmvc 96;
";

pub struct Fixture {
    folder: TempDir,
    pub job: Job,
}

/// The program `examples/fake_engine.rs`, which `cargo test` builds beside the tests.
pub fn fake_engine() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let name = format!("fake_engine{}", std::env::consts::EXE_SUFFIX);
    let path = test.parent().unwrap().parent().unwrap().join("examples").join(name);
    assert!(path.exists(), "run `cargo test -p arena`, which builds {}", path.display());
    path
}

/// A fake engine with this behaviour from its search number `after` on.
pub fn fake(behaviour: &str, after: u64) -> String {
    format!("uci:{};Behaviour={behaviour};After={after}", fake_engine().display())
}

/// An engine that mostly beats the random player, and that player.
pub fn greedy() -> String {
    format!("first = \"{}\"\nsecond = \"random:1\"\nlimits = \"depth=1\"\n", fake("greedy", 0))
}

impl Fixture {
    /// A match of short games.
    pub fn short(lines: &str) -> Self {
        let fixture = Self::new(lines);
        fs::write(&fixture.job.openings, SHORT).unwrap();
        fixture
    }

    /// A match with these lines in its declaration, which needs `first`, `second` and `pairs`.
    pub fn new(lines: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let openings = folder.path().join("openings.epd");
        fs::write(&openings, OPENINGS).unwrap();
        let job = Job {
            declared: declared(lines),
            first: engine(),
            second: engine(),
            openings,
            record: folder.path().join("a.json"),
            journal: folder.path().join("a.jsonl"),
            provenance: Provenance {
                processor: "a processor".to_owned(),
                date: "2026-11-30".to_owned(),
                settings: "some settings".to_owned(),
                concurrency: 0,
            },
        };
        Self { folder, job }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn run(&self, concurrency: usize) -> anyhow::Result<MatchRecord> {
        run::run(&self.job, Options { concurrency, fresh: false }, &mut Silent)
    }

    /// Writes the job for the program.
    pub fn write_job(&self) -> PathBuf {
        let path = self.path("job.json");
        fs::write(&path, serde_json::to_string(&self.job).unwrap()).unwrap();
        path
    }

    pub fn read(&self, name: &str) -> String {
        read(&self.path(name))
    }
}

pub fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub fn declared(lines: &str) -> Match {
    let text = format!("[[match]]\nid = \"a\"\ntitle = \"A test\"\n{lines}\n");
    declare::parse(&text).unwrap().remove(0)
}

fn engine() -> Engine {
    Engine { identity: Identity::default(), program: None }
}

/// Watches nothing.
pub struct Silent;

impl Watch for Silent {
    fn put_aside(&mut self, _: &Path) {}

    fn resumed(&mut self, _: usize) {}

    fn progress(&mut self, _: &str, _: usize) {}
}
