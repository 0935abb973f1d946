//! The registry of techniques: what can be switched off, to see what it was worth.
//!
//! Commands, command line and the book's appendix are made from this list. Switched off, a technique
//! leaves exactly the search that never had it.

// ANCHOR: registry
/// A way to search fewer or better positions, as people switch it.
pub struct Technique {
    /// What is typed: `set alphabeta off`.
    pub name: &'static str,
    /// The chapter that it came with.
    pub chapter: &'static str,
    pub about: &'static str,
    pub default: bool,
    pub get: fn(&Techniques) -> bool,
    set: fn(&mut Techniques, bool),
}

/// Makes the struct of switches and the list that describes them from one table.
macro_rules! techniques {
    ($($field:ident: $name:literal, $default:literal, chapter $chapter:literal, $about:literal;)*) => {
        /// Which techniques the search uses.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Techniques {
            $(#[doc = $about] pub $field: bool,)*
        }

        impl Default for Techniques {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        pub const TECHNIQUES: &[Technique] = &[$(Technique {
            name: $name,
            chapter: $chapter,
            about: $about,
            default: $default,
            get: |techniques| techniques.$field,
            set: |techniques, on| techniques.$field = on,
        },)*];
    };
}
// ANCHOR_END: registry

// ANCHOR: list
techniques! {
    alpha_beta: "alphabeta", true, chapter "5",
        "skip the rest of a node once an answer refutes the move that led to it";
    quiescence: "quiescence", true, chapter "6",
        "at the end of each line search on until no capture is left to try";
    deepening: "deepening", true, chapter "7",
        "search one ply deep, then two and so on, each time the best move first";
    mvv_lva: "mvvlva", true, chapter "8",
        "try captures first, the most valuable victim first, by the least valuable attacker";
    tt_move: "ttmove", true, chapter "9",
        "try the move first that was best when the position was met before";
    tt_cutoffs: "ttcutoffs", true, chapter "9",
        "take the score over where the position was searched as deep before";
    killers: "killers", true, chapter "10",
        "try quiet moves early that cut off at the same ply";
    history: "history", true, chapter "10",
        "try quiet moves in the order of how well they did elsewhere in the tree";
    countermoves: "countermoves", true, chapter "10",
        "try a quiet move early that refuted the opponent's last move elsewhere";
    pvs: "pvs", true, chapter "11",
        "ask of later moves only whether they are better, and search them again if they are";
    aspiration: "aspiration", true, chapter "11",
        "begin each depth with a narrow window around the score of the one before";
    null_move: "nullmove", true, chapter "12",
        "skip a node whose side stands too well even if it leaves its move out";
    lmr: "lmr", true, chapter "13",
        "search late quiet moves less deep, and again if they turn out to be better";
    late_move_pruning: "lmp", true, chapter "13",
        "near the leaves, skip quiet moves after many others that failed";
    reverse_futility: "rfp", true, chapter "14",
        "skip a node whose evaluation is far above beta";
    razoring: "razoring", true, chapter "14",
        "let quiescence decide where the evaluation is far below alpha";
    futility: "futility", true, chapter "14",
        "skip quiet moves where the evaluation is far below alpha";
    see_pruning: "see", true, chapter "14",
        "skip moves that lose material on their square";
    delta: "delta", true, chapter "14",
        "in the quiescence search, skip captures that win too little";
    quiescence_see: "qsee", true, chapter "14",
        "in the quiescence search, skip captures that lose material";
}
// ANCHOR_END: list

// ANCHOR: set
impl Techniques {
    /// Switches a technique by its name. The error lists the names there are.
    pub fn set(&mut self, name: &str, on: bool) -> Result<(), String> {
        let technique = TECHNIQUES.iter().find(|technique| technique.name == name);
        let technique = technique.ok_or_else(|| {
            let names: Vec<_> = TECHNIQUES.iter().map(|technique| technique.name).collect();
            format!("no technique is called {name:?}; there are {}", names.join(", "))
        })?;
        (technique.set)(self, on);
        Ok(())
    }
}
// ANCHOR_END: set
