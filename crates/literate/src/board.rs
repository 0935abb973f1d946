//! A board in the text: the argument of `{{board …}}` read and drawn as an inline SVG picture.
//!
//! The argument is a FEN, or its first field alone, and then parts of the form `key=value`, all
//! separated by `|`. The picture uses no identifier but those of its text alternative, so that many
//! boards can stand on one page, and takes its colours from the style sheet. It checks what a picture
//! needs, and no rule of chess beyond that: a board without kings is a fine picture of a rook's rays.

use crate::html::escape;
use crate::pieces;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A square by file and rank, both counted from 0 at a1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Square {
    pub file: u8,
    pub rank: u8,
}

/// A picture of a board, as its directive describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The men by square, as letters of a FEN.
    pub men: BTreeMap<Square, char>,
    /// `w` or `b` where the FEN names the side to move.
    pub to_move: Option<char>,
    /// Arrows, from and to.
    pub moves: Vec<(Square, Square)>,
    pub marks: Vec<Square>,
    /// Whether Black sits below.
    pub from_black: bool,
    /// What the picture shows, for readers who don't see it.
    pub alt: String,
    pub caption: Option<String>,
}

/// Reads the argument of a board directive. A fault is one line: what is wrong, then the cure.
pub fn parse(text: &str) -> Result<Diagram, String> {
    let mut parts = text.split('|').map(str::trim);
    let (men, to_move) = parse_fen(parts.next().unwrap_or_default())?;
    let mut values: BTreeMap<&str, &str> = BTreeMap::new();
    for part in parts {
        let (key, value) = part.split_once('=').ok_or_else(|| {
            format!("the board has a part `{part}` without a key; write it as key=value, and no `|` inside a value")
        })?;
        let (key, value) = (key.trim(), value.trim());
        if !["moves", "marks", "from", "alt", "caption"].contains(&key) {
            return Err(format!(
                "the board has an unknown key `{key}`; use moves, marks, from, alt or caption"
            ));
        }
        if value.is_empty() {
            return Err(format!("the board's `{key}` is empty; give it a value or leave it out"));
        }
        if values.insert(key, value).is_some() {
            return Err(format!("the board has `{key}` twice; join the two into one"));
        }
    }
    let alt = values
        .get("alt")
        .ok_or("the board has no text alternative; add `| alt=` and what the picture shows")?;
    let from_black = match values.get("from").copied() {
        None | Some("white") => false,
        Some("black") => true,
        Some(side) => {
            return Err(format!("the board is seen from `{side}`; write from=white or from=black"));
        }
    };
    Ok(Diagram {
        moves: parse_moves(values.get("moves").copied().unwrap_or_default(), &men)?,
        marks: parse_marks(values.get("marks").copied().unwrap_or_default())?,
        men,
        to_move,
        from_black,
        alt: (*alt).to_owned(),
        caption: values.get("caption").map(|caption| (*caption).to_owned()),
    })
}

type Men = BTreeMap<Square, char>;

fn parse_fen(fen: &str) -> Result<(Men, Option<char>), String> {
    let fields: Vec<&str> = fen.split_whitespace().collect();
    let Some((placement, rest)) = fields.split_first() else {
        return Err("the board has no FEN; begin with one, such as 8/8/8/3R4/8/8/8/8".to_owned());
    };
    if rest.len() > 5 {
        return Err(format!("the board's FEN has {} fields; give it one to six", fields.len()));
    }
    let to_move = match rest.first().copied() {
        None => None,
        Some("w") => Some('w'),
        Some("b") => Some('b'),
        Some(side) => return Err(format!("the board's FEN has `{side}` to move; write w or b")),
    };
    check_other_fields(rest.get(1..).unwrap_or_default())?;
    Ok((parse_placement(placement)?, to_move))
}

/// The fields behind the side to move don't show in the picture, yet a slip in them is a slip in the text.
fn check_other_fields(fields: &[&str]) -> Result<(), String> {
    let names = ["castling", "en passant", "half-move clock", "move number"];
    for (index, (field, name)) in fields.iter().zip(names).enumerate() {
        let good = *field == "-" && index < 2
            || match index {
                0 => field.len() <= 4 && field.chars().all(|c| "KQkq".contains(c)),
                1 => parse_square(field).is_some_and(|square| square.rank == 2 || square.rank == 5),
                _ => field.parse::<u16>().is_ok(),
            };
        if !good {
            return Err(format!(
                "the board's FEN has `{field}` in the {name} field; correct it or leave the rest out"
            ));
        }
    }
    Ok(())
}

fn parse_placement(placement: &str) -> Result<Men, String> {
    let rows: Vec<&str> = placement.split('/').collect();
    if rows.len() != 8 {
        return Err(format!(
            "the board's FEN has {} ranks in `{placement}`; give it eight",
            rows.len()
        ));
    }
    let mut men = Men::new();
    for (row, rank) in rows.iter().zip((0..8u8).rev()) {
        let mut file = 0usize;
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(empty @ 1..=8) => file += empty as usize,
                _ if letter.is_ascii() && pieces::drawing(letter).is_some() => {
                    men.insert(Square { file: file.min(8) as u8, rank }, letter);
                    file += 1;
                }
                _ => {
                    return Err(format!(
                        "the board's FEN has `{letter}` on rank {}; use the letters PNBRQKpnbrqk and the digits 1 to 8",
                        rank + 1
                    ));
                }
            }
        }
        if file != 8 {
            return Err(format!(
                "rank {} of the board's FEN, `{row}`, has {file} squares; make it eight",
                rank + 1
            ));
        }
    }
    Ok(men)
}

fn parse_square(text: &str) -> Option<Square> {
    match text.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
            Some(Square { file: file - b'a', rank: rank - b'1' })
        }
        _ => None,
    }
}

fn parse_moves(text: &str, men: &Men) -> Result<Vec<(Square, Square)>, String> {
    let mut moves: Vec<(Square, Square)> = Vec::new();
    for word in text.split_whitespace() {
        let (from, to) = parse_move(word).ok_or_else(|| {
            format!("the board has a move `{word}`; write moves like e2e4 or e7e8q")
        })?;
        // A line may move one man twice, so a square that an earlier move has reached is no empty one.
        if !men.contains_key(&from) && !moves.iter().any(|&(_, reached)| reached == from) {
            return Err(format!(
                "the board's move {word} begins on an empty square; correct the move or the FEN"
            ));
        }
        if moves.contains(&(from, to)) {
            return Err(format!("the board has the move {word} twice; name it once"));
        }
        moves.push((from, to));
    }
    Ok(moves)
}

fn parse_move(word: &str) -> Option<(Square, Square)> {
    let good = matches!(word.as_bytes(), [_, _, _, _] | [_, _, _, _, b'q' | b'r' | b'b' | b'n']);
    let (from, to) = (parse_square(word.get(0..2)?)?, parse_square(word.get(2..4)?)?);
    (good && from != to).then_some((from, to))
}

fn parse_marks(text: &str) -> Result<Vec<Square>, String> {
    let mut marks = Vec::new();
    for word in text.split_whitespace() {
        let square = parse_square(word).ok_or_else(|| {
            format!("the board has a mark on `{word}`; name squares from a1 to h8")
        })?;
        if marks.contains(&square) {
            return Err(format!("the board has a mark on {word} twice; name it once"));
        }
        marks.push(square);
    }
    Ok(marks)
}

/// Side of a square in units of the picture.
const SIDE: i32 = 100;

/// The picture, as one block of HTML without blank lines.
pub fn svg(diagram: &Diagram) -> String {
    let mut out = String::with_capacity(12_000);
    let id = format!("cb-board-{:016x}", fingerprint(diagram));
    let _ = write!(
        out,
        "<figure class=\"cb-board\"><svg viewBox=\"-44 -6 888 850\" role=\"img\" \
         aria-labelledby=\"{id}-title\" aria-describedby=\"{id}-desc\">\
         <title id=\"{id}-title\">{}</title><desc id=\"{id}-desc\">{}</desc>",
        escape(&diagram.alt),
        escape(&describe(diagram))
    );
    draw_squares(&mut out);
    draw_coordinates(&mut out, diagram.from_black);
    draw_marks(&mut out, diagram);
    draw_men(&mut out, diagram);
    draw_arrows(&mut out, diagram);
    draw_side_to_move(&mut out, diagram);
    out.push_str("</svg>");
    if let Some(caption) = &diagram.caption {
        let _ = write!(out, "<figcaption>{}</figcaption>", with_code(caption));
    }
    out.push_str("</figure>");
    out
}

/// Upper left corner of a square in the picture.
fn corner(square: Square, from_black: bool) -> (i32, i32) {
    let (file, rank) = (i32::from(square.file), i32::from(square.rank));
    if from_black { ((7 - file) * SIDE, rank * SIDE) } else { (file * SIDE, (7 - rank) * SIDE) }
}

fn draw_squares(out: &mut String) {
    out.push_str("<g class=\"cb-squares\" fill=\"#e6eaee\" shape-rendering=\"crispEdges\">");
    for index in 0..64 {
        let (column, row) = (index % 8, index / 8);
        let dark = if (column + row) % 2 == 1 { " class=\"cb-dark\" fill=\"#a9b6c3\"" } else { "" };
        let _ = write!(
            out,
            "<rect{dark} x=\"{}\" y=\"{}\" width=\"100\" height=\"100\"/>",
            column * SIDE,
            row * SIDE
        );
    }
    out.push_str("</g><rect class=\"cb-frame\" width=\"800\" height=\"800\" fill=\"none\" stroke=\"#5b6672\" stroke-width=\"4\"/>");
}

fn draw_coordinates(out: &mut String, from_black: bool) {
    out.push_str(
        "<g class=\"cb-coordinates\" font-size=\"28\" text-anchor=\"middle\" aria-hidden=\"true\">",
    );
    for index in 0..8u8 {
        let (x, y) = corner(Square { file: index, rank: index }, from_black);
        let _ = write!(
            out,
            "<text x=\"{}\" y=\"834\">{}</text><text x=\"-24\" y=\"{}\">{}</text>",
            x + SIDE / 2,
            char::from(b'a' + index),
            y + SIDE / 2 + 10,
            index + 1
        );
    }
    out.push_str("</g>");
}

/// Marks lie under the men: a dot on an empty square, four corners around a man. The shapes tell a
/// marked square from others without any colour.
fn draw_marks(out: &mut String, diagram: &Diagram) {
    if diagram.marks.is_empty() {
        return;
    }
    out.push_str("<g class=\"cb-marks\" fill=\"#b3420e\" stroke=\"#fff\" stroke-width=\"3\">");
    for &square in &diagram.marks {
        let (x, y) = corner(square, diagram.from_black);
        if diagram.men.contains_key(&square) {
            let _ = write!(
                out,
                "<path d=\"M{x} {y}h30l-30 30zm100 0v30l-30 -30zm0 100h-30l30 -30zm-100 0v-30l30 30z\"/>"
            );
        } else {
            let _ =
                write!(out, "<circle cx=\"{}\" cy=\"{}\" r=\"17\"/>", x + SIDE / 2, y + SIDE / 2);
        }
    }
    out.push_str("</g>");
}

fn draw_men(out: &mut String, diagram: &Diagram) {
    out.push_str("<g class=\"cb-men\" stroke-width=\"4.5\" stroke-linejoin=\"round\" stroke-linecap=\"round\">");
    for (&square, &letter) in &diagram.men {
        let Some(drawing) = pieces::drawing(letter) else { continue };
        let (x, y) = corner(square, diagram.from_black);
        let (class, fill, line) = if letter.is_ascii_uppercase() {
            ("cb-white", "#fff", "#16191d")
        } else {
            ("cb-black", "#262a30", "#f1f1ee")
        };
        let _ = write!(
            out,
            "<g class=\"{class}\" transform=\"translate({x} {y})\"><path d=\"{}{}\" fill=\"{fill}\" stroke=\"#16191d\"/>\
             <path class=\"cb-detail\" d=\"{}\" fill=\"none\" stroke=\"{line}\"/></g>",
            drawing.outline,
            pieces::FOOT,
            drawing.detail
        );
    }
    out.push_str("</g>");
}

/// An arrow leaves the man that moves and stops short of the man it takes, so that it hides neither.
fn draw_arrows(out: &mut String, diagram: &Diagram) {
    if diagram.moves.is_empty() {
        return;
    }
    out.push_str("<g class=\"cb-arrows\" fill=\"#0b5cad\" stroke=\"#fff\" stroke-width=\"4\" stroke-linejoin=\"round\" opacity=\"0.85\">");
    for &(from, to) in &diagram.moves {
        let _ = write!(out, "<path d=\"{}\"/>", arrow(from, to, diagram));
    }
    out.push_str("</g>");
}

/// Shaft and head as one outline, so that a translucent fill has no seam between them.
fn arrow(from: Square, to: Square, diagram: &Diagram) -> String {
    let middle = |square| {
        let (x, y) = corner(square, diagram.from_black);
        (f64::from(x + SIDE / 2), f64::from(y + SIDE / 2))
    };
    let ((x, y), (to_x, to_y)) = (middle(from), middle(to));
    let distance = (to_x - x).hypot(to_y - y);
    let (along_x, along_y) = ((to_x - x) / distance, (to_y - y) / distance);
    // Neighbouring squares leave little room between two men.
    let leave = if distance < 150.0 { 30.0 } else { 42.0 };
    let short = match diagram.men.contains_key(&to) {
        true if distance < 150.0 => 24.0,
        true => 36.0,
        false => 6.0,
    };
    let (shaft, head) = (7.5, 21.0);
    let (tail, neck, tip) = (leave, distance - short - 36.0, distance - short);
    let point = |forward: f64, aside: f64| {
        format!(
            "{:.1} {:.1}",
            x + forward * along_x - aside * along_y,
            y + forward * along_y + aside * along_x
        )
    };
    format!(
        "M{}L{}L{}L{}L{}L{}L{}Z",
        point(tail, shaft),
        point(neck, shaft),
        point(neck - 3.0, head),
        point(tip, 0.0),
        point(neck - 3.0, -head),
        point(neck, -shaft),
        point(tail, -shaft)
    )
}

/// A small disc beside the first or the last rank, on the side of the player whose turn it is.
fn draw_side_to_move(out: &mut String, diagram: &Diagram) {
    let Some(side) = diagram.to_move else { return };
    let (class, fill) = if side == 'w' { ("cb-white", "#fff") } else { ("cb-black", "#262a30") };
    let y = if (side == 'b') == diagram.from_black { 786 } else { 14 };
    let _ = write!(
        out,
        "<circle class=\"cb-turn {class}\" cx=\"824\" cy=\"{y}\" r=\"11\" fill=\"{fill}\" stroke=\"#16191d\" stroke-width=\"4\"/>"
    );
}

/// The position in words, for readers who can't see the picture and want more than its subject.
fn describe(diagram: &Diagram) -> String {
    let mut sentences = Vec::new();
    for (side, white) in [("White", true), ("Black", false)] {
        let men: Vec<String> = "kqrbnp"
            .chars()
            .flat_map(|kind| {
                diagram.men.iter().filter(move |(_, letter)| letter.eq_ignore_ascii_case(&kind))
            })
            .filter(|(_, letter)| letter.is_ascii_uppercase() == white)
            .map(|(&square, &letter)| format!("{} {}", pieces::name(letter), name(square)))
            .collect();
        if !men.is_empty() {
            sentences.push(format!("{side}: {}.", men.join(", ")));
        }
    }
    if sentences.is_empty() {
        sentences.push("An empty board.".to_owned());
    }
    match diagram.to_move {
        Some('w') => sentences.push("White to move.".to_owned()),
        Some(_) => sentences.push("Black to move.".to_owned()),
        None => {}
    }
    if !diagram.moves.is_empty() {
        let moves: Vec<String> =
            diagram.moves.iter().map(|&(a, b)| format!("{} to {}", name(a), name(b))).collect();
        sentences.push(format!("Arrows: {}.", moves.join(", ")));
    }
    if !diagram.marks.is_empty() {
        let marks: Vec<String> = diagram.marks.iter().map(|&square| name(square)).collect();
        sentences.push(format!("Marked: {}.", marks.join(", ")));
    }
    sentences.join(" ")
}

fn name(square: Square) -> String {
    format!("{}{}", char::from(b'a' + square.file), square.rank + 1)
}

/// FNV-1a over all that the picture says: pictures that differ have different identifiers, and a
/// rebuild gives the same ones.
fn fingerprint(diagram: &Diagram) -> u64 {
    format!("{diagram:?}").bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Escaped text in which a pair of backticks encloses code, as in the Markdown around it.
fn with_code(text: &str) -> String {
    let pieces: Vec<String> = text.split('`').map(escape).collect();
    if pieces.len().is_multiple_of(2) {
        return escape(text);
    }
    pieces
        .iter()
        .enumerate()
        .map(
            |(index, piece)| {
                if index % 2 == 1 { format!("<code>{piece}</code>") } else { piece.clone() }
            },
        )
        .collect()
}

#[cfg(test)]
mod tests;
