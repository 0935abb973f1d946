//! `stages verify`: proves that the manifest tells the truth about the history.

use crate::command::{UNSHALLOW, manifest};
use crate::fault::Fault;
use crate::git::Repo;
use crate::identity;
use crate::line::print;
use crate::manifest::{ENGINE, Manifest, PATH, Stage};
use crate::say;
use anyhow::{Context, Result};

pub fn run(repo: &Repo) -> Result<bool> {
    let manifest = manifest(repo)?;
    let faults = faults(repo, &manifest)?;
    for fault in &faults {
        say!("{fault}");
    }
    match (faults.len(), manifest.stages.len()) {
        (0, 0) => say!("{PATH} lists no stage yet"),
        (0, stages) => {
            let names = manifest.stages.iter().map(|stage| {
                vec![format!("stage {}", stage.number), stage.tag.clone(), stage.title.clone()]
            });
            print(&crate::line::table(&names.collect::<Vec<_>>()));
            say!("{stages} {} as recorded", if stages == 1 { "stage is" } else { "stages are" });
        }
        (1, _) => say!("1 fault"),
        (count, _) => say!("{count} faults"),
    }
    Ok(faults.is_empty())
}

/// All that is wrong with the manifest, in the order of its stages.
pub fn faults(repo: &Repo, manifest: &Manifest) -> Result<Vec<Fault>> {
    let path = repo.root().join(PATH);
    let text = std::fs::read_to_string(&path).with_context(|| format!("{PATH}: can't be read"))?;
    let lines: Vec<usize> = text
        .lines()
        .enumerate()
        .filter(|(_, line)| line.trim_start().starts_with("[[stage]]"))
        .map(|(index, _)| index + 1)
        .collect();
    let mut faults = Vec::new();
    for (index, stage) in manifest.stages.iter().enumerate() {
        let at = lines.get(index).copied().unwrap_or(0);
        let found = doubles(manifest, stage).into_iter().chain(of_stage(repo, stage));
        faults.extend(found.map(|(what, cure)| {
            Fault::new(PATH, at, format!("stage {}: {what}", stage.number), cure)
        }));
    }
    Ok(faults)
}

/// What is wrong, and the cure.
type Found = (String, String);
type Field = fn(&Stage) -> &str;

fn doubles(manifest: &Manifest, stage: &Stage) -> Vec<Found> {
    let earlier = || manifest.stages.iter().take_while(|other| other.number < stage.number);
    let fields: [(&str, Field); 3] = [
        ("tag", |stage| &stage.tag),
        ("chapter", |stage| &stage.chapter),
        ("commit", |stage| &stage.commit),
    ];
    let mut found = Vec::new();
    for (name, field) in fields {
        if let Some(other) = earlier().find(|other| field(other) == field(stage)) {
            found.push((
                format!("{name} `{}` is stage {}'s already", field(stage), other.number),
                format!("give each stage a {name} of its own"),
            ));
        }
    }
    found
}

fn of_stage(repo: &Repo, stage: &Stage) -> Vec<Found> {
    let mut found = of_names(repo, stage);
    if repo.commit(&stage.commit).is_none() {
        let cure = if repo.is_shallow() {
            UNSHALLOW.to_owned()
        } else {
            format!("fetch it, or correct it: `{}`", rerecord(stage))
        };
        found.push((format!("commit {} isn't in this clone", short(&stage.commit)), cure));
        return found;
    }
    if !repo.is_ancestor(&stage.commit, "HEAD") {
        let cure = if repo.is_shallow() {
            UNSHALLOW.to_owned()
        } else {
            "merge the branch that holds it, or record the commit that main has".to_owned()
        };
        found.push((format!("commit {} isn't an ancestor of HEAD", short(&stage.commit)), cure));
    }
    match identity::of_commit(repo, &stage.commit) {
        Ok(Some(tree)) if tree == stage.tree => {}
        Ok(Some(tree)) => found.push((
            format!(
                "{ENGINE} has the identity {} there, recorded is {}",
                short(&tree),
                short(&stage.tree)
            ),
            format!("run `{}`", rerecord(stage)),
        )),
        Err(error) => found.push((
            format!("its engine can't be read: {error:#}"),
            "record the commit that completes the stage".to_owned(),
        )),
        Ok(None) => found.push((
            format!("commit {} has no folder {ENGINE}", short(&stage.commit)),
            "record the commit that completes the stage".to_owned(),
        )),
    }
    let subject = subject(repo, &stage.commit);
    let wanted = format!("stage {}: ", stage.number);
    if !subject.starts_with(&wanted) {
        found.push((
            format!("the subject of its commit is `{subject}`"),
            format!("record the commit whose subject begins with `{wanted}`"),
        ));
    }
    found
}

/// What can be told without the commit: the names of the tag and the chapter.
fn of_names(repo: &Repo, stage: &Stage) -> Vec<Found> {
    let mut found = Vec::new();
    if let Some(tagged) = repo.tag(&stage.tag).filter(|tagged| *tagged != stage.commit) {
        found.push((
            format!(
                "tag {} points to {}, recorded is {}",
                stage.tag,
                short(&tagged),
                short(&stage.commit)
            ),
            "move it with `cargo xtask stages tag --force`".to_owned(),
        ));
    }
    if !repo.root().join("book").join(&stage.chapter).is_file() {
        found.push((
            format!("there's no chapter book/{}", stage.chapter),
            "write it, or correct `chapter`".to_owned(),
        ));
    }
    found
}

/// The first line of a commit's message.
pub fn subject(repo: &Repo, commit: &str) -> String {
    let log = ["log", "-1", "--no-show-signature", "--format=%s", commit];
    let text = repo.git(&log).unwrap_or_default();
    text.trim_end().to_owned()
}

pub fn short(id: &str) -> &str {
    id.get(..10).unwrap_or(id)
}

fn rerecord(stage: &Stage) -> String {
    format!("cargo xtask stages record {} COMMIT", stage.number)
}
