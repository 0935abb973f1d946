//! Writes the attack tables into the build.
//!
//! The script shares the engine's own modules, so that each rule of movement stands in one place.

// The script uses only a part of the modules that it shares.
#![allow(dead_code)]

// ANCHOR: modules
#[path = "src/bitboard.rs"]
mod bitboard;
#[path = "src/magics.rs"]
mod magics;
#[path = "src/random.rs"]
mod random;
#[path = "src/types.rs"]
mod types;
#[path = "src/walk.rs"]
mod walk;
// ANCHOR_END: modules

use bitboard::Bitboard;
use magics::Magic;
use std::fmt::Write;
use std::{env, fs, path::Path};
use types::{Color, Square};
use walk::Step;

// ANCHOR: main
fn main() {
    for file in ["bitboard", "magics", "random", "types", "walk"] {
        println!("cargo::rerun-if-changed=src/{file}.rs");
    }
    println!("cargo::rerun-if-changed=build.rs");

    let mut code = String::new();
    words(&mut code, "KNIGHT: [u64; 64]", &leaps(&walk::KNIGHT));
    words(&mut code, "KING: [u64; 64]", &leaps(&walk::KING));
    let pawns = Color::ALL.map(|color| leaps(&walk::pawn(color)));
    writeln!(code, "static PAWN: [[u64; 64]; 2] = {pawns:?};").unwrap();

    let mut slides = Vec::new();
    magics(&mut code, "ROOK", &walk::ROOK, &magics::ROOK, &mut slides);
    writeln!(code, "pub const ROOK_ENTRIES: usize = {};", slides.len()).unwrap();
    magics(&mut code, "BISHOP", &walk::BISHOP, &magics::BISHOP, &mut slides);
    writeln!(code, "pub const BISHOP_ENTRIES: usize = {} - ROOK_ENTRIES;", slides.len()).unwrap();
    // A length that is a power of two lets a lookup do without a bounds check.
    slides.resize(slides.len().next_power_of_two(), 0);
    words(&mut code, &format!("SLIDES: [u64; {}]", slides.len()), &slides);

    let pairs = |find: fn(Square, Square) -> Bitboard| {
        let row = |a| Square::all().map(|b| find(a, b).0).collect();
        Square::all().map(row).collect::<Vec<Vec<u64>>>()
    };
    writeln!(code, "static BETWEEN: [[u64; 64]; 64] = {:?};", pairs(between)).unwrap();
    writeln!(code, "static LINE: [[u64; 64]; 64] = {:?};", pairs(line)).unwrap();

    let folder = env::var("OUT_DIR").expect("cargo says where the output belongs");
    fs::write(Path::new(&folder).join("tables.rs"), code).expect("that folder can be written");
}
// ANCHOR_END: main

// ANCHOR: fill
fn leaps(steps: &[Step]) -> Vec<u64> {
    Square::all().map(|square| walk::leap(square, steps).0).collect()
}

/// Writes one slider's magics, and appends its attack sets to the table of all.
fn magics(
    code: &mut String,
    name: &str,
    steps: &[Step],
    factors: &[u64; 64],
    table: &mut Vec<u64>,
) {
    let magics: Vec<Magic> = Square::all()
        .map(|square| {
            let mask = magics::mask(square, steps);
            let magic = Magic {
                mask,
                factor: factors[square.index()],
                shift: 64 - mask.count(),
                offset: table.len() as u32,
            };
            table.resize(table.len() + (1 << mask.count()), 0);
            for blockers in magics::subsets(mask) {
                let attacks = walk::slide(square, steps, blockers).0;
                let entry = &mut table[magic.index(blockers)];
                assert!(*entry == 0 || *entry == attacks, "{name} on {square}: a wrong factor");
                *entry = attacks;
            }
            magic
        })
        .collect();
    // What `Debug` prints for a `Magic` is Rust, so it needs no writer of its own.
    writeln!(code, "static {name}: [Magic; 64] = {magics:?};").unwrap();
}

fn words(code: &mut String, name: &str, words: &[u64]) {
    writeln!(code, "static {name} = {words:?};").unwrap();
}
// ANCHOR_END: fill

// ANCHOR: lines
/// The squares strictly between two: where sliders meet that look at each other.
fn between(a: Square, b: Square) -> Bitboard {
    sliders(a, b, |steps| {
        walk::slide(a, steps, Bitboard::of(b)) & walk::slide(b, steps, Bitboard::of(a))
    })
}

/// The line through two squares, both ends and the squares themselves included.
fn line(a: Square, b: Square) -> Bitboard {
    sliders(a, b, |steps| {
        let through = |square| walk::slide(square, steps, Bitboard::EMPTY);
        (through(a) & through(b)) | Bitboard::of(a) | Bitboard::of(b)
    })
}

/// What `find` finds with the steps that lead from one square to the other, if any do.
fn sliders(a: Square, b: Square, find: impl Fn(&[Step]) -> Bitboard) -> Bitboard {
    let steps = [walk::ROOK, walk::BISHOP]
        .into_iter()
        .find(|steps| walk::slide(a, steps, Bitboard::EMPTY).has(b));
    steps.map_or(Bitboard::EMPTY, |steps| find(&steps))
}
// ANCHOR_END: lines
