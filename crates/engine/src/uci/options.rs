//! The options that programs set: one row each.

use crate::search::params::PARAMS;
use crate::search::techniques::TECHNIQUES;
use crate::search::tt::TranspositionTable;
use crate::session::{DEFAULT_OVERHEAD, Session};
use std::fmt;
use std::time::Duration;

// ANCHOR: option
/// What a program may set. Its value reaches the session together with its name.
struct UciOption {
    name: &'static str,
    kind: Kind,
}

/// What kind of value an option has, and what a new one does. The error says why it can't be.
#[derive(Clone, Copy)]
enum Kind {
    Button {
        press: fn(&mut Session),
    },
    Check {
        default: bool,
        set: fn(&mut Session, &str, bool) -> Result<(), String>,
    },
    Spin {
        default: i64,
        least: i64,
        most: i64,
        set: fn(&mut Session, &str, i64) -> Result<(), String>,
    },
}
// ANCHOR_END: option

// ANCHOR: options
/// The engine's own options. Some programs ask for `Ponder` and `Threads` before they play: there
/// is nothing to set, as pondering needs no preparation, and there is one thread.
#[rustfmt::skip]
const OPTIONS: [UciOption; 6] = [
    spin("Hash", TranspositionTable::DEFAULT_SIZE as i64, 1, TranspositionTable::MAX_SIZE as i64, |session, name, size| {
        session.resize_table(size as usize).map_err(|reason| format!("{name}: {reason}"))
    }),
    UciOption { name: "Clear Hash", kind: Kind::Button { press: Session::clear_memory } },
    spin("Move Overhead", DEFAULT_OVERHEAD.as_millis() as i64, 0, 5_000, |session, _, milliseconds| {
        session.set_overhead(Duration::from_millis(milliseconds as u64));
        Ok(())
    }),
    spin("nodestime", 0, 0, 1_000_000, |session, _, nodes| {
        session.set_node_time(nodes as u64);
        Ok(())
    }),
    check("Ponder", false, |_, _, _| Ok(())),
    spin("Threads", 1, 1, 1, |_, _, _| Ok(())),
];

const fn check(
    name: &'static str,
    default: bool,
    set: fn(&mut Session, &str, bool) -> Result<(), String>,
) -> UciOption {
    UciOption { name, kind: Kind::Check { default, set } }
}

const fn spin(
    name: &'static str,
    default: i64,
    least: i64,
    most: i64,
    set: fn(&mut Session, &str, i64) -> Result<(), String>,
) -> UciOption {
    UciOption { name, kind: Kind::Spin { default, least, most, set } }
}

/// All options. Techniques can always be switched; parameters belong to those who tune.
fn options(tuning: bool) -> impl Iterator<Item = UciOption> {
    let techniques = TECHNIQUES.iter().map(|technique| {
        check(technique.name, technique.default, |session, name, on| {
            session.settings_mut().techniques.set(name, on)
        })
    });
    let params = PARAMS.iter().filter(move |_| tuning).map(|param| {
        spin(
            param.name,
            param.default.into(),
            param.min.into(),
            param.max.into(),
            |session, name, value| session.settings_mut().params.set(name, &value.to_string()),
        )
    });
    OPTIONS.into_iter().chain(techniques).chain(params)
}
// ANCHOR_END: options

// ANCHOR: list
impl fmt::Display for UciOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match self.kind {
            Kind::Button { .. } => write!(f, "button"),
            Kind::Check { default, .. } => write!(f, "check default {default}"),
            Kind::Spin { default, least, most, .. } => {
                write!(f, "spin default {default} min {least} max {most}")
            }
        }
    }
}

/// The options, one line each.
pub(super) fn list(session: &Session) -> String {
    options(session.is_tuning()).map(|option| format!("{option}\n")).collect()
}
// ANCHOR_END: list

// ANCHOR: set
/// `name NAME value VALUE`; a name may hold spaces, and its case doesn't matter.
pub(super) fn set(text: &str, session: &mut Session) -> Result<(), String> {
    let words: Vec<_> = text.split_whitespace().collect();
    let mut parts = words.splitn(2, |&word| word == "value");
    let name = match parts.next().unwrap_or_default() {
        ["name", name @ ..] if !name.is_empty() => name.join(" "),
        _ => return Err("expected name NAME value VALUE".to_owned()),
    };
    let value = parts.next().unwrap_or_default().join(" ");
    options(session.is_tuning())
        .find(|option| option.name.eq_ignore_ascii_case(&name))
        .ok_or_else(|| format!("no option is called {name:?}; uci lists them"))?
        .set(&value, session)
}

impl UciOption {
    fn set(&self, value: &str, session: &mut Session) -> Result<(), String> {
        let name = self.name;
        match self.kind {
            Kind::Button { press } => {
                press(session);
                Ok(())
            }
            Kind::Check { set, .. } => {
                let on = value.parse();
                let on = on.map_err(|_| format!("{name}: {value:?} is neither true nor false"))?;
                set(session, name, on)
            }
            Kind::Spin { least, most, set, .. } => {
                let number = value.parse().ok().filter(|number| (least..=most).contains(number));
                let number = number.ok_or_else(|| {
                    format!("{name}: {value:?} isn't a whole number from {least} to {most}")
                })?;
                set(session, name, number)
            }
        }
    }
}
// ANCHOR_END: set
