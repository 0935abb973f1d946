//! cb2026: a chess engine that grows chapter by chapter.
//!
//! Each file has one subject, and knows only files that stand before it in this list. The board:
//! types, bitboard, walk, random, magics, attacks, zobrist, moves, position, fen, movegen, perft.
//! The search: score, eval, game, draws, search. What people and programs talk to: bench, session,
//! uci, lab, repl, sizes, and last the command line in main.

// ANCHOR: modules
pub mod attacks;
pub mod bench;
pub mod bitboard;
pub mod draws;
pub mod eval;
pub mod fen;
pub mod game;
pub mod lab;
pub mod magics;
pub mod movegen;
pub mod moves;
pub mod perft;
pub mod position;
pub mod random;
pub mod repl;
pub mod score;
pub mod search;
pub mod session;
pub mod sizes;
pub mod types;
pub mod uci;
pub mod walk;
pub mod zobrist;
// ANCHOR_END: modules
