//! Reads the repository's history: the only module that calls `git`.
//!
//! The book shows the code of commits, never of the working tree, so that a page can't drift while
//! an author edits. Answers for a full commit id never change, and are kept for the process's life.

use anyhow::{Context, Result, bail};
use std::collections::{BTreeMap, HashMap};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};

/// A checkout and its objects.
pub struct Repo {
    root: PathBuf,
    /// The files of each commit that was asked for: path and id of its text.
    listings: Mutex<HashMap<String, Arc<BTreeMap<String, String>>>>,
    objects: Mutex<Objects>,
}

impl Repo {
    /// Opens the checkout that `inside` lies in.
    pub fn open(inside: &Path) -> Result<Self> {
        let top = run(inside, &["rev-parse", "--show-toplevel"], &[])?;
        let root = PathBuf::from(top.trim_end());
        Ok(Self { root, listings: Mutex::default(), objects: Mutex::default() })
    }

    /// The folder that holds `Cargo.toml` and `book.toml`.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The full id of the commit that `revision` names, or `None` if there's no such commit here.
    pub fn commit(&self, revision: &str) -> Option<String> {
        let spec = format!("{revision}^{{commit}}");
        let id = run(&self.root, &["rev-parse", "--verify", "--quiet", &spec], &[]).ok()?;
        Some(id.trim().to_owned())
    }

    /// Whether old commits are missing because the clone was made with `--depth`.
    pub fn is_shallow(&self) -> bool {
        run(&self.root, &["rev-parse", "--is-shallow-repository"], &[])
            .is_ok_and(|answer| answer.trim() == "true")
    }

    pub fn is_ancestor(&self, commit: &str, of: &str) -> bool {
        run(&self.root, &["merge-base", "--is-ancestor", commit, of], &[]).is_ok()
    }

    /// The text of `path` (from the root, with `/`) at `commit`, a full id, or `None` if it has no such
    /// file.
    pub fn read(&self, commit: &str, path: &str) -> Result<Option<String>> {
        let Some(id) = self.listing(commit)?.get(path).cloned() else { return Ok(None) };
        let mut objects = self.objects.lock().expect("reading doesn't panic");
        let text = objects.get(&self.root, &id)?;
        String::from_utf8(text)
            .map(Some)
            .with_context(|| format!("{path} at commit {commit} isn't text in UTF-8"))
    }

    /// All files of `commit`, a full id, with the ids of their contents.
    pub fn listing(&self, commit: &str) -> Result<Arc<BTreeMap<String, String>>> {
        let mut listings = self.listings.lock().expect("reading doesn't panic");
        if let Some(known) = listings.get(commit) {
            return Ok(Arc::clone(known));
        }
        let list = run(&self.root, &["ls-tree", "-r", "-z", commit], &[])?;
        let mut files = BTreeMap::new();
        for entry in list.split_terminator('\0') {
            if let Some((head, path)) = entry.split_once('\t')
                && let [_, "blob", id] = head.split_whitespace().collect::<Vec<_>>()[..]
            {
                files.insert(path.to_owned(), id.to_owned());
            }
        }
        let files = Arc::new(files);
        listings.insert(commit.to_owned(), Arc::clone(&files));
        Ok(files)
    }

    /// The id of the object (file or folder) at `path` in `commit`.
    pub fn tree(&self, commit: &str, path: &str) -> Option<String> {
        let spec = format!("{commit}:{path}");
        let id = run(&self.root, &["rev-parse", "--verify", "--quiet", &spec], &[]).ok()?;
        Some(id.trim().to_owned())
    }

    /// All files below `folder` at `commit`, as paths from the root, in the order of their names.
    pub fn files(&self, commit: &str, folder: &str) -> Result<Vec<String>> {
        let list = run(&self.root, &["ls-tree", "-r", "--name-only", "-z", commit, folder], &[])?;
        Ok(list.split_terminator('\0').map(str::to_owned).collect())
    }

    /// The id that `folder` would have if its working copy were committed as it is now.
    pub fn working_tree(&self, folder: &str) -> Result<String> {
        let scratch = self.root.join("target");
        std::fs::create_dir_all(&scratch).context("can't create target/")?;
        let index = scratch.join(format!("index-{}", std::process::id()));
        let environment = [("GIT_INDEX_FILE", index.as_path())];
        let id = run(&self.root, &["read-tree", "HEAD"], &environment)
            .and_then(|_| run(&self.root, &["add", "--all", "--", folder], &environment))
            .and_then(|_| {
                let prefix = format!("--prefix={folder}/");
                run(&self.root, &["write-tree", &prefix], &environment)
            });
        // A leftover index is only litter, so failing to remove it doesn't matter.
        let _ = std::fs::remove_file(&index);
        Ok(id?.trim().to_owned())
    }

    /// The commit that the tag points to, or `None` without such a tag.
    pub fn tag(&self, name: &str) -> Option<String> {
        self.commit(&format!("refs/tags/{name}"))
    }

    /// Runs `git` with any other arguments in the root, and gives what it printed.
    pub fn git(&self, arguments: &[&str]) -> Result<String> {
        run(&self.root, arguments, &[])
    }
}

/// A running `git cat-file --batch`, so that a book of many files doesn't start a process for each.
#[derive(Default)]
struct Objects {
    reader: Option<Reader>,
}

struct Reader {
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Objects {
    fn get(&mut self, root: &Path, id: &str) -> Result<Vec<u8>> {
        let answer = match &mut self.reader {
            Some(reader) => reader.ask(id),
            None => self.reader.insert(Reader::start(root)?).ask(id),
        };
        if answer.is_err() {
            // It's out of step with us now: the next question starts a new one.
            self.reader = None;
        }
        answer.with_context(|| format!("git can't read object {id}; run `git fsck`"))
    }
}

impl Reader {
    fn start(root: &Path) -> Result<Self> {
        let mut child = Command::new("git")
            .arg("-C")
            .arg(root)
            .args(["cat-file", "--batch"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("can't run git; install it and put it on the path")?;
        let questions = child.stdin.take().context("git has no input")?;
        let answers = BufReader::new(child.stdout.take().context("git has no output")?);
        Ok(Self { child, questions, answers })
    }

    fn ask(&mut self, id: &str) -> Result<Vec<u8>> {
        writeln!(self.questions, "{id}")?;
        self.questions.flush()?;
        let mut head = String::new();
        self.answers.read_line(&mut head)?;
        let size: usize = match head.split_whitespace().collect::<Vec<_>>()[..] {
            [_, "blob", size] => size.parse()?,
            _ => bail!("it answered `{}`", head.trim()),
        };
        // The text ends with a newline of git's own.
        let mut text = vec![0; size + 1];
        self.answers.read_exact(&mut text)?;
        text.pop();
        Ok(text)
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        // It would end by itself at the end of its input; waiting keeps it from staying a zombie.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn run(folder: &Path, arguments: &[&str], environment: &[(&str, &Path)]) -> Result<String> {
    let output = Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(arguments)
        .envs(environment.iter().copied())
        .output()
        .context("can't run git; install it and put it on the path")?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr);
        bail!("git {}: {}", arguments.join(" "), reason.trim());
    }
    String::from_utf8(output.stdout).context("git printed text that isn't UTF-8")
}
