//! Shows the book while it's written: builds on each change, and reloads the page in the browser.
//!
//! The pages come from this machine and go to this machine only. A change with faults keeps the last
//! sound pages, and each page then tells the faults at its foot.

use crate::build::{self, Options, Outcome};
use anyhow::{Context, Result, anyhow, bail};
use notify::{RecursiveMode, Watcher};
use percent_encoding::percent_decode_str;
use std::fs::{File, TryLockError};
use std::io::Cursor;
use std::path::{Component, Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tiny_http::{Header, Request, Response, Server};

/// Where the pages lie while they're served: a folder for each server of the checkout, which holds
/// two others, of which one is shown and one built.
const FOLDER: &str = "target/book-serve";
/// So many servers may run in one checkout.
const MOST: usize = 32;
/// What the pages ask to learn of changes.
const NEWS: &str = "/__book_news";
/// An editor writes a file in several steps, and a commit changes several files.
const QUIET: Duration = Duration::from_millis(80);

/// How to serve.
#[derive(Clone, Debug)]
pub struct Serving {
    pub port: u16,
    /// Whether to show the first page in the reader's browser.
    pub open: bool,
}

impl Default for Serving {
    fn default() -> Self {
        Self { port: 3000, open: false }
    }
}

/// Serves the book of the checkout at `root` until the process is ended.
pub fn serve(root: &Path, serving: &Serving) -> Result<()> {
    let builder = |output: &Path| {
        let options = Options { output: Some(output.to_owned()), site_url: Some("/".to_owned()) };
        build::build(root, &options)
    };
    let desk = Desk::open(root, serving.port, builder)?;
    eprintln!("The book is at {}; end with Ctrl-C", desk.address);
    if serving.open {
        opener::open(&desk.address)
            .with_context(|| format!("can't start a browser; open {} by hand", desk.address))?;
    }
    desk.run()
}

/// What the browser may see at this moment.
#[derive(Debug, Default)]
struct Shown {
    /// The folder of the pages; none before the first build.
    folder: Option<PathBuf>,
    /// Counts the builds that were shown.
    version: u64,
    /// The faults of the newest build, one a line.
    faults: String,
}

/// The server, the watcher, and what joins them.
struct Desk<B> {
    root: PathBuf,
    build: B,
    address: String,
    shown: Arc<Mutex<Shown>>,
    changes: Receiver<()>,
    /// From the root, so that the build can say where it is.
    folders: [PathBuf; 2],
    /// Keeps the folders from other servers as long as it lives.
    _lock: File,
    /// Watches as long as it lives.
    _watcher: notify::RecommendedWatcher,
}

impl<B: FnMut(&Path) -> Result<Outcome>> Desk<B> {
    /// Builds once, and answers requests from then on.
    fn open(root: &Path, port: u16, build: B) -> Result<Self> {
        let (watcher, changes) = watch(root)?;
        let server = Server::http(("127.0.0.1", port)).map_err(|error| {
            anyhow!("can't listen on port {port}: {error}; choose another one with --port")
        })?;
        let address = format!("http://{}/", server.server_addr());
        let (place, lock) = claim(root)?;
        let shown = Arc::new(Mutex::new(Shown::default()));
        let mut desk = Self {
            root: root.to_owned(),
            build,
            address,
            shown: Arc::clone(&shown),
            changes,
            folders: ["0", "1"].map(|name| place.join(name)),
            _lock: lock,
            _watcher: watcher,
        };
        desk.rebuild();
        std::thread::spawn(move || {
            for request in server.incoming_requests() {
                // A browser that went away in the middle of an answer is no concern of ours.
                let _ = answer(request, &shown);
            }
        });
        Ok(desk)
    }

    fn run(mut self) -> Result<()> {
        while self.wait() {
            self.rebuild();
        }
        Ok(())
    }

    /// Waits for a change and for the quiet after it; false when nothing watches any more.
    fn wait(&self) -> bool {
        if self.changes.recv().is_err() {
            return false;
        }
        loop {
            match self.changes.recv_timeout(QUIET) {
                Ok(()) => {}
                Err(RecvTimeoutError::Timeout) => return true,
                Err(RecvTimeoutError::Disconnected) => return false,
            }
        }
    }

    fn rebuild(&mut self) {
        let started = Instant::now();
        let current = self.shown.lock().expect("answering doesn't panic").folder.clone();
        let shown_first = current.as_ref() == Some(&self.root.join(&self.folders[0]));
        let spare = &self.folders[usize::from(shown_first)];
        let faults = match (self.build)(spare) {
            Ok(outcome) => outcome.report.faults().iter().map(|f| format!("{f}\n")).collect(),
            Err(error) => format!("{error:#}\n"),
        };
        let seconds = started.elapsed().as_secs_f64();
        let mut shown = self.shown.lock().expect("answering doesn't panic");
        // Before the first sound build, pages with faults are better than none.
        let show = faults.is_empty() || current.is_none();
        let built = self.root.join(spare);
        if show && built.join("index.html").is_file() {
            shown.folder = Some(built);
            shown.version += 1;
        }
        match faults.lines().count() {
            0 => eprintln!("built in {seconds:.1} s"),
            count => eprint!("{faults}built in {seconds:.1} s with {count} faults\n\n"),
        }
        shown.faults = faults;
    }
}

/// The first place, from the root, that no other server of this checkout has. The lock ends with the
/// process, however that ends.
fn claim(root: &Path) -> Result<(PathBuf, File)> {
    let attempt = |place: &Path| {
        std::fs::create_dir_all(place)?;
        let file = File::create(place.join(".lock"))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    };
    for number in 0..MOST {
        let place = Path::new(FOLDER).join(number.to_string());
        let what = || format!("{}: can't be written to", place.display());
        if let Some(lock) = attempt(&root.join(&place)).with_context(what)? {
            return Ok((place, lock));
        }
    }
    bail!("{MOST} servers of this checkout are running; end one of them")
}

/// Watches what the pages are made of.
fn watch(root: &Path) -> Result<(notify::RecommendedWatcher, Receiver<()>)> {
    let (sender, changes) = channel();
    let home = root.to_owned();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let Ok(event) = event else { return };
        // Reading is no change: the build itself reads everything.
        if !event.kind.is_access() && event.paths.iter().any(|path| is_source(&home, path)) {
            // Nobody listens any more when the desk is gone.
            let _ = sender.send(());
        }
    })
    .context("can't watch files")?;
    let watched = [
        ("", RecursiveMode::NonRecursive),
        ("book", RecursiveMode::Recursive),
        ("stages", RecursiveMode::Recursive),
        (".git/logs", RecursiveMode::NonRecursive),
    ];
    for (folder, mode) in watched {
        let path = root.join(folder);
        if path.is_dir() {
            let what = || format!("can't watch {}", path.display());
            watcher.watch(&path, mode).with_context(what)?;
        }
    }
    Ok((watcher, changes))
}

/// Whether the book depends on the file: the text, the measurements, the settings, the newest commit.
fn is_source(root: &Path, path: &Path) -> bool {
    let Ok(path) = path.strip_prefix(root) else { return false };
    path.starts_with("book")
        || path.starts_with("stages")
        || path == Path::new("book.toml")
        || path == Path::new(".git/logs/HEAD")
}

fn answer(request: Request, shown: &Mutex<Shown>) -> std::io::Result<()> {
    let page = {
        let shown = shown.lock().expect("building doesn't panic while it shows");
        if request.url() == NEWS { news(&shown) } else { page(&shown, request.url()) }
    };
    let kind = Header::from_bytes("Content-Type", page.kind).expect("the name is valid");
    let fresh = Header::from_bytes("Cache-Control", "no-store").expect("the name is valid");
    let length = page.body.len();
    let response = Response::new(
        page.status.into(),
        vec![kind, fresh],
        Cursor::new(page.body),
        Some(length),
        None,
    );
    request.respond(response)
}

/// One answer to the browser.
#[derive(Debug)]
struct Page {
    status: u16,
    kind: String,
    body: Vec<u8>,
}

fn news(shown: &Shown) -> Page {
    let body = serde_json::json!({ "version": shown.version, "faults": shown.faults }).to_string();
    Page { status: 200, kind: "application/json".into(), body: body.into_bytes() }
}

fn page(shown: &Shown, url: &str) -> Page {
    let found = shown.folder.as_ref().and_then(|folder| {
        let read = |name: &Path| std::fs::read(folder.join(name)).ok();
        let name = file_of(url).unwrap_or_default();
        if let Some(body) = read(&name) {
            return Some((200, name, body));
        }
        let name = PathBuf::from("404.html");
        read(&name).map(|body| (404, name, body))
    });
    let Some((status, name, mut body)) = found else {
        let body = b"There's no page here; see the faults that the terminal shows.".to_vec();
        return Page { status: 404, kind: "text/plain; charset=utf-8".into(), body };
    };
    let mut kind = mime_guess::from_path(&name).first_or_octet_stream().to_string();
    if kind.starts_with("text/") {
        kind.push_str("; charset=utf-8");
    }
    if kind.starts_with("text/html") {
        body.extend_from_slice(script(shown.version).as_bytes());
    }
    Page { status, kind, body }
}

/// The file that a URL names, from the folder of the pages; none for what would lead out of it.
fn file_of(url: &str) -> Option<PathBuf> {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    let path = percent_decode_str(path).decode_utf8().ok()?;
    let mut file = PathBuf::from(path.trim_start_matches('/'));
    if path.ends_with('/') {
        file.push("index.html");
    }
    let inside = file.components().all(|part| matches!(part, Component::Normal(_)));
    inside.then_some(file)
}

/// What each served page does on its own: it reloads after a build, and shows the faults of one.
fn script(version: u64) -> String {
    format!(
        "<script>(() => {{
const box = document.createElement('pre');
box.setAttribute('role', 'status');
box.style.cssText = 'position:fixed;inset:auto 0 0 0;max-height:40vh;overflow:auto;margin:0;'
    + 'padding:1em;background:#7a1010;color:#fff;font-size:14px;white-space:pre-wrap;z-index:999';
const ask = async () => {{
    try {{
        const news = await (await fetch('{NEWS}')).json();
        if (news.version !== {version}) return location.reload();
        box.textContent = news.faults;
        news.faults ? document.body.append(box) : box.remove();
    }} catch {{ /* The server is gone or busy: ask again. */ }}
    setTimeout(ask, 400);
}};
ask();
}})();</script>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::{Fault, Report};
    use std::io::{Read, Write};
    use std::net::TcpStream;
    use tempfile::TempDir;

    #[test]
    fn no_url_leads_out_of_the_folder() {
        assert_eq!(file_of("/"), Some("index.html".into()));
        assert_eq!(file_of("/a/b%20c.html?x#y"), Some("a/b c.html".into()));
        for url in ["/../x", "/a/../../x", "/%2e%2e/x", "/./x"] {
            assert!(file_of(url).is_none_or(|f| !f.starts_with("..")), "{url}");
        }
        assert_eq!(file_of("/a/%2e%2e/x"), None);
    }

    #[test]
    fn sources_are_told_from_what_the_build_writes() {
        let root = Path::new("/r");
        for path in ["/r/book/01-board.md", "/r/stages/results/x.json", "/r/book.toml"] {
            assert!(is_source(root, Path::new(path)), "{path}");
        }
        for path in ["/r/target/book/index.html", "/r/Cargo.lock", "/r/.git/logs/x", "/x"] {
            assert!(!is_source(root, Path::new(path)), "{path}");
        }
    }

    /// Copies `book/one.md` to the first page; a text that holds `bad` is a fault.
    fn copy(root: &Path, output: &Path) -> Result<Outcome> {
        let text = std::fs::read_to_string(root.join("book/one.md"))?;
        let output = root.join(output);
        std::fs::create_dir_all(&output)?;
        std::fs::write(output.join("index.html"), &text)?;
        let report = Report::default();
        if text.contains("bad") {
            report.push(Fault::new("book/one.md", 1, "it's bad", "mend it"));
        }
        Ok(Outcome { output, report })
    }

    fn get(address: &str, url: &str) -> String {
        let host = address.trim_start_matches("http://").trim_end_matches('/');
        let mut stream = TcpStream::connect(host).expect("the server listens");
        write!(stream, "GET {url} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
            .expect("the server reads");
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("the server answers");
        text
    }

    /// Asks until the answer holds `words`, at most two seconds long.
    fn get_until(address: &str, url: &str, words: &str) -> String {
        let started = Instant::now();
        loop {
            let text = get(address, url);
            if text.contains(words) {
                return text;
            }
            assert!(started.elapsed() < Duration::from_secs(2), "no `{words}` in {text}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    #[test]
    fn a_change_is_shown_and_a_fault_keeps_the_last_sound_page() {
        let folder = TempDir::new().expect("a temporary folder can be made");
        let root = folder.path().canonicalize().expect("it's there");
        std::fs::create_dir(root.join("book")).expect("it's new");
        let write = |text: &str| std::fs::write(root.join("book/one.md"), text).expect("it works");
        write("first");
        let source = root.clone();
        let desk = Desk::open(&root, 0, move |output: &Path| copy(&source, output));
        let desk = desk.expect("a free port can be had");
        let address = desk.address.clone();
        std::thread::spawn(move || desk.run());

        let page = get(&address, "/");
        assert!(page.contains("text/html; charset=utf-8") && page.contains("first"), "{page}");
        assert!(page.contains(NEWS), "the page asks for news: {page}");
        write("second");
        get_until(&address, NEWS, "\"version\":2");
        assert!(get(&address, "/index.html").contains("second"));
        write("bad");
        get_until(&address, NEWS, "book/one.md:1: it's bad; mend it");
        assert!(get(&address, "/").contains("second"), "the last sound page is kept");
        write("third");
        let news = get_until(&address, NEWS, "\"version\":3");
        assert!(news.contains("\"faults\":\"\""), "{news}");
        assert!(get(&address, "/").contains("third"));
        assert!(get(&address, "/none.html").starts_with("HTTP/1.1 404"));
    }

    #[test]
    fn servers_in_one_checkout_keep_their_pages_apart() {
        let folder = TempDir::new().expect("a temporary folder can be made");
        let root = folder.path().canonicalize().expect("it's there");
        let desk = |text: &'static str| {
            let root = root.clone();
            let build = move |output: &Path| {
                let output = root.join(output);
                std::fs::create_dir_all(&output)?;
                std::fs::write(output.join("index.html"), text)?;
                Ok(Outcome { output, report: Report::default() })
            };
            Desk::open(folder.path(), 0, build).expect("a free port can be had")
        };
        let (first, second) = (desk("first"), desk("second"));
        assert!(get(&first.address, "/").contains("first"));
        assert!(get(&second.address, "/").contains("second"));
        // The place of a server that has ended is free again.
        let place = first.folders.clone();
        drop(first);
        assert_eq!(desk("third").folders, place);
    }
}
