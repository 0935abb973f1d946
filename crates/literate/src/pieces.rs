//! The drawings of the twelve men: six silhouettes, each in a white and a black dress.
//!
//! A drawing stands in a box of 100 × 100 units with y pointing down, and its foot is at y = 88. The
//! outline is filled and stroked, the detail only stroked: dark on a white man, light on a black one.
//! Lines are thick and shapes are few, because a square on a phone is some 35 pixels wide. This file
//! knows nothing of boards, squares or pages.

/// The paths of one kind of man.
pub struct Drawing {
    /// Closed shapes, later ones over earlier ones.
    pub outline: &'static str,
    /// Lines and dots inside the outline.
    pub detail: &'static str,
}

/// The foot that every man stands on, so that a row of them has one base line.
pub const FOOT: &str = "M23 88V84Q23 76 31 76H69Q77 76 77 84V88Z";

const PAWN: Drawing = Drawing {
    outline: "M40.5 46.5A15.5 15.5 0 1 1 59.5 46.5C60.5 58 64 66 71 76H29C36 66 39.5 58 40.5 46.5Z",
    detail: "M40 47Q50 52 60 47",
};

const KNIGHT: Drawing = Drawing {
    outline: "M30 76C30 64 43 60 47 47C42 52 36 54 31 57.5C26 61 18 56.5 18 50C18 46.5 20 43.5 22.5 40.5\
              L33 27C35 24.5 37.5 22.5 40.5 21.5L42.5 11L53 19.5C69 24.5 76 40 75 57C74.6 64 73 70 71 76Z",
    detail: "M38.5 34.5h.01M24.5 49h.01M56 28.5C63.5 34.5 66 45 64.5 57",
};

const BISHOP: Drawing = Drawing {
    outline: "M45 18a5.5 5.5 0 1 1 10 0C64 24.5 69 33 67.5 42C66.5 48.5 62.5 53 59 56.5H41C37.5 53 33.5 48.5 32.5 42\
              C31 33 36 24.5 45 18ZM42 64.5H58C59.5 69.5 63 73.5 69 76H31C37 73.5 40.5 69.5 42 64.5ZM35 56.5H65V64.5H35Z",
    detail: "M50 43L60 28",
};

const ROOK: Drawing = Drawing {
    outline: "M25 18H37V26H44V18H56V26H63V18H75V35Q75 39 71 41L65 44V65L70 76H30L35 65V44L29 41Q25 39 25 35Z",
    detail: "M35 44H65M35 65H65",
};

const QUEEN: Drawing = Drawing {
    outline: "M28 62L16 31L33 46L34 21L45 43L50 17L55 43L66 21L67 46L84 31L72 62C69 67 69 71 71 76H29C31 71 31 67 28 62Z\
              M11 29a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0ZM28.5 18.5a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0Z\
              M44.5 14a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0ZM60.5 18.5a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0Z\
              M78 29a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0Z",
    detail: "M30 63Q50 56 70 63",
};

const KING: Drawing = Drawing {
    outline: "M46 8H54V14H60V22H54V31H46V22H40V14H46ZM28 60L21 42Q19 36 25 34Q50 24 75 34Q81 36 79 42L72 60\
              C69 66 69 71 71 76H29C31 71 31 66 28 60Z",
    detail: "M22 41Q50 51 78 41M29 62Q50 56 71 62",
};

/// The drawing of the man with this FEN letter, upper or lower case.
pub fn drawing(letter: char) -> Option<&'static Drawing> {
    match letter.to_ascii_lowercase() {
        'p' => Some(&PAWN),
        'n' => Some(&KNIGHT),
        'b' => Some(&BISHOP),
        'r' => Some(&ROOK),
        'q' => Some(&QUEEN),
        'k' => Some(&KING),
        _ => None,
    }
}

/// What a reader calls the man with this FEN letter.
pub fn name(letter: char) -> &'static str {
    match letter.to_ascii_lowercase() {
        'p' => "pawn",
        'n' => "knight",
        'b' => "bishop",
        'r' => "rook",
        'q' => "queen",
        _ => "king",
    }
}
