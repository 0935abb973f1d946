//! Reads the repository's history: the only module that starts `git`.
//!
//! The book shows the code of commits, never of the working tree, so that a page can't drift while
//! an author edits. Answers for a full commit id never change, and are kept for the process's life.

use anyhow::{Context, Result, bail};
use std::collections::{BTreeMap, HashMap};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::sync::{Arc, Mutex, OnceLock};

/// A checkout and its objects.
pub struct Repo {
    root: PathBuf,
    /// The files of each commit that was asked for: path and id of its text.
    listings: Mutex<HashMap<String, Arc<BTreeMap<String, String>>>>,
    objects: Mutex<Objects>,
}

impl Repo {
    /// Opens the checkout that the current folder lies in.
    pub fn here() -> Result<Self> {
        let here = std::env::current_dir();
        Self::open(&here.context("the current folder is gone; go to another one")?)
    }

    /// Opens the checkout that `inside` lies in.
    pub fn open(inside: &Path) -> Result<Self> {
        let output = start(command(inside).args(["rev-parse", "--show-toplevel"]))?;
        if !output.status.success() {
            bail!(no_checkout(&String::from_utf8_lossy(&output.stderr)));
        }
        let top = String::from_utf8(output.stdout)
            .context("the path of the checkout isn't UTF-8; move it")?;
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
        let id = run(&self.root, &["rev-parse", "--verify", "--quiet", &spec]).ok()?;
        Some(id.trim().to_owned())
    }

    /// Whether old commits are missing because the clone was made with `--depth`.
    pub fn is_shallow(&self) -> bool {
        run(&self.root, &["rev-parse", "--is-shallow-repository"])
            .is_ok_and(|answer| answer.trim() == "true")
    }

    pub fn is_ancestor(&self, commit: &str, of: &str) -> bool {
        run(&self.root, &["merge-base", "--is-ancestor", commit, of]).is_ok()
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
        let list = run(&self.root, &["ls-tree", "-r", "-z", commit])?;
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

    /// The id of the object (file or folder) at `path` in `commit`; at `""` it's the whole tree.
    pub fn tree(&self, commit: &str, path: &str) -> Option<String> {
        let spec = format!("{commit}:{path}");
        let id = run(&self.root, &["rev-parse", "--verify", "--quiet", &spec]).ok()?;
        Some(id.trim().to_owned())
    }

    /// All files below `folder` at `commit`, as paths from the root, in the order of their names.
    pub fn files(&self, commit: &str, folder: &str) -> Result<Vec<String>> {
        let list = run(&self.root, &["ls-tree", "-r", "--name-only", "-z", commit, folder])?;
        Ok(list.split_terminator('\0').map(str::to_owned).collect())
    }

    /// The commit that the tag points to, or `None` without such a tag.
    pub fn tag(&self, name: &str) -> Option<String> {
        self.commit(&format!("refs/tags/{name}"))
    }

    /// Runs `git` with any other arguments in the root, and gives what it printed.
    pub fn git(&self, arguments: &[&str]) -> Result<String> {
        run(&self.root, arguments)
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
        let mut child = command(root)
            .args(["cat-file", "--batch"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context(MISSING)?;
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

/// Why nothing works without git.
const MISSING: &str = "can't run git; install it and put it on the path";

/// A git that looks at `folder` and at nothing else. Git hands its hooks variables such as `GIT_DIR`
/// and `GIT_INDEX_FILE`; a call that kept them would change the commit that is being made.
pub fn command(folder: &Path) -> Command {
    static LOCAL: OnceLock<Vec<String>> = OnceLock::new();
    let local = LOCAL.get_or_init(|| {
        let names = Command::new("git").args(["rev-parse", "--local-env-vars"]).output();
        // Without git there is nothing to call, which the caller learns in the next moment.
        let names = names.map(|output| output.stdout).unwrap_or_default();
        String::from_utf8_lossy(&names).lines().map(str::to_owned).collect()
    });
    let mut command = Command::new("git");
    for name in local {
        command.env_remove(name);
    }
    // Its complaints are read below, so they have to be in one language.
    command.env("LC_ALL", "C").arg("-C").arg(folder);
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Result<String> {
    let mut command = command(folder);
    command.args(arguments);
    String::from_utf8(output(&mut command, arguments)?).context("git printed text that isn't UTF-8")
}

/// What a command prints; in its fault it's called by `arguments`.
pub(crate) fn output(command: &mut Command, arguments: &[&str]) -> Result<Vec<u8>> {
    let output = start(command)?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr);
        bail!("git {}: {}", arguments.join(" "), reason.trim());
    }
    Ok(output.stdout)
}

fn start(command: &mut Command) -> Result<Output> {
    command.output().context(MISSING)
}

/// What to tell where git finds no checkout, from its complaint.
fn no_checkout(complaint: &str) -> String {
    // Git adds the command that cures this one.
    let distrust = "detected dubious ownership";
    if let Some((_, told)) = complaint.split_once(distrust) {
        let cure = told.lines().map(str::trim).find(|line| line.starts_with("git config "));
        let told = told.lines().next().unwrap_or_default();
        let cure = cure.map_or_else(String::new, |cure| format!("run `{cure}`, or "));
        return format!("git {distrust}{told}; {cure}make yourself the owner of the folder");
    }
    if complaint.contains("not a git repository") || complaint.contains("in a work tree") {
        let cure = "run it inside one made by `git clone`";
        return format!("this isn't a checkout of the project; {cure}");
    }
    format!("git can't open this checkout: {}", complaint.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reason_for_no_checkout_has_its_own_cure() {
        let owner = "fatal: detected dubious ownership in repository at '/a b'\nTo add an exception \
                     for this directory, call:\n\n\tgit config --global --add safe.directory '/a b'\n";
        assert_eq!(
            no_checkout(owner),
            "git detected dubious ownership in repository at '/a b'; run `git config --global \
             --add safe.directory '/a b'`, or make yourself the owner of the folder"
        );
        let cases = [
            ("fatal: not a git repository (or any of the parent directories): .git", "isn't a che"),
            ("fatal: this operation must be run in a work tree", "isn't a checkout"),
            (
                "fatal: bad config line 1 in file .git/config",
                "can't open this checkout: fatal: bad",
            ),
        ];
        for (complaint, part) in cases {
            assert!(no_checkout(complaint).contains(part), "{complaint}");
        }
    }
}
