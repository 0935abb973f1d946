//! cb2026: a chess engine that grows chapter by chapter.
//!
//! Each file has one subject, and knows only the files above it in this list:
//! types, bitboard, walk, random, magics, attacks, zobrist, moves, position, fen, movegen, perft,
//! then repl and sizes, and last the command line in main.

// ANCHOR: modules
pub mod attacks;
pub mod bitboard;
pub mod fen;
pub mod magics;
pub mod movegen;
pub mod moves;
pub mod perft;
pub mod position;
pub mod random;
pub mod repl;
pub mod sizes;
pub mod types;
pub mod walk;
pub mod zobrist;
// ANCHOR_END: modules
