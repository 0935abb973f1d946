//! The registry of parameters: the numbers that techniques are set with.
//!
//! Commands, command line and the book's appendix are made from this list.

// ANCHOR: registry
/// A number of the search, as people set it.
pub struct Param {
    /// What is typed, and the field's name too.
    pub name: &'static str,
    pub default: i32,
    pub min: i32,
    pub max: i32,
    pub about: &'static str,
    pub get: fn(&SearchParams) -> i32,
    set: fn(&mut SearchParams, i32),
}

/// Makes the struct of numbers and the list that describes them from one table.
macro_rules! params {
    ($($field:ident: $default:literal in $min:literal..=$max:literal, $about:literal;)*) => {
        /// The numbers that the search uses.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct SearchParams {
            $(#[doc = $about] pub $field: i32,)*
        }

        impl Default for SearchParams {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        pub const PARAMS: &[Param] = &[$(Param {
            name: stringify!($field),
            default: $default,
            min: $min,
            max: $max,
            about: $about,
            get: |params| params.$field,
            set: |params, value| params.$field = value,
        },)*];
    };
}

// ANCHOR_END: registry

// ANCHOR: list
// All set by hand, not tuned.
params! {
    aspiration_delta: 25 in 1..=1_000,
        "first half-width of the root's window, in centipawns";
    aspiration_min_depth: 5 in 1..=128,
        "first depth with a narrow window, in plies";
    aspiration_max_delta: 800 in 1..=32_000,
        "half-width beyond which the window is opened fully, in centipawns";
    null_min_depth: 3 in 1..=128,
        "least depth at which a move is left out, in plies";
    null_reduction: 3 in 0..=128,
        "plies that are saved after a move that was left out";
    null_depth_divisor: 6 in 1..=128,
        "and one ply more for each so many plies of depth";
    lmr_min_depth: 3 in 2..=128,
        "least depth at which late moves are reduced, in plies";
    lmr_min_moves: 3 in 1..=256,
        "moves that are searched before one is reduced";
    lmr_base: 75 in -1_000..=1_000,
        "constant part of a reduction, in hundredths of a ply";
    lmr_divisor: 225 in 1..=10_000,
        "divisor of ln(depth) times ln(move number) in a reduction, in hundredths";
    lmp_max_depth: 3 in 0..=128,
        "greatest depth at which late moves are skipped, in plies";
    lmp_base: 3 in 0..=256,
        "quiet moves that are tried before late ones are skipped, besides the square of the depth";
    rfp_max_depth: 7 in 0..=128,
        "greatest depth at which an evaluation far above beta is enough, in plies";
    rfp_margin: 80 in 0..=10_000,
        "how far above, in centipawns for each ply of depth";
    razor_max_depth: 2 in 0..=128,
        "greatest depth at which quiescence decides on an evaluation far below alpha, in plies";
    razor_margin: 300 in 0..=10_000,
        "how far below, in centipawns for each ply of depth";
    futility_max_depth: 6 in 0..=128,
        "greatest depth at which quiet moves are skipped below alpha, in plies";
    futility_base: 100 in 0..=10_000,
        "how far below the evaluation has to be, in centipawns";
    futility_per_depth: 100 in 0..=10_000,
        "and besides for each ply of depth, in centipawns";
    see_max_depth: 6 in 0..=128,
        "greatest depth at which moves that lose material are skipped, in plies";
    see_quiet_margin: 60 in 0..=10_000,
        "what a quiet move may lose on its square for each ply of depth, in centipawns";
    see_capture_margin: 100 in 0..=10_000,
        "the same for a capture";
    delta_margin: 200 in 0..=10_000,
        "what the evaluation may gain beside the captured piece, in centipawns";
    time_moves_ahead: 25 in 1..=200,
        "moves that a game is planned to go on for";
    time_begin_percent: 60 in 1..=100,
        "percentage of a move's share of the clock after which no deeper search begins";
    time_hard_shares: 4 in 1..=100,
        "shares of the clock that a move may take at most";
    history_bonus: 1 in 0..=64,
        "what a cutoff adds to the history, times the square of its depth";
    history_keep: 50 in 0..=100,
        "percentage of the history that the next search of a game starts with";
    tt_age_weight: 4 in 0..=64,
        "what an entry of the table is worth less for each search since, in plies of depth";
}
// ANCHOR_END: list

// ANCHOR: set
impl SearchParams {
    /// Sets a parameter by its name. The error says what would be accepted.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let param = PARAMS.iter().find(|param| param.name == name);
        let param = param.ok_or_else(|| {
            let names: Vec<_> = PARAMS.iter().map(|param| param.name).collect();
            format!("no parameter is called {name:?}; there are {}", names.join(", "))
        })?;
        let range = param.min..=param.max;
        let value = value.parse().ok().filter(|value| range.contains(value)).ok_or_else(|| {
            format!("{name}: {value:?} isn't a whole number from {} to {}", param.min, param.max)
        })?;
        (param.set)(self, value);
        Ok(())
    }
}
// ANCHOR_END: set
