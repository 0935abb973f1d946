//! All legal moves of a position, and no others.
//!
//! The generator hands out whole sets of squares: who wants a list turns them into moves, who wants
//! only their number counts bits. No move is made to see whether it is legal.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::moves::{Move, MoveKind, MoveList, PROMOTIONS};
use crate::position::Position;
use crate::types::{Color, PieceType, Square, Wing};

// ANCHOR: sink
/// Takes what the generator finds.
trait Sink {
    /// A piece goes from `from` to any of `targets`.
    fn piece(&mut self, from: Square, targets: Bitboard);
    /// Pawns go to each of `targets`; each comes from `step` squares before it.
    fn pawns(&mut self, targets: Bitboard, step: isize, kind: MoveKind);
    /// A single move of a kind of its own.
    fn single(&mut self, mv: Move);

    /// Whether the rest can be left out.
    fn is_full(&self) -> bool {
        false
    }
}

/// The first and the last rank: a pawn that gets there promotes.
const LAST_RANKS: Bitboard = Bitboard(0xff00_0000_0000_00ff);
// ANCHOR_END: sink

// ANCHOR: list
/// Turns the sets into moves.
struct Lister<'a> {
    moves: &'a mut MoveList,
    theirs: Bitboard,
}

impl<'a> Lister<'a> {
    fn new(position: &Position, moves: &'a mut MoveList) -> Self {
        Self { moves, theirs: position.occupied_by(!position.side_to_move()) }
    }
}

impl Sink for Lister<'_> {
    fn piece(&mut self, from: Square, targets: Bitboard) {
        let move_to = |to, kind| Move::new(from, to, kind);
        self.moves.extend((targets & self.theirs).map(|to| move_to(to, MoveKind::Capture)));
        self.moves.extend((targets & !self.theirs).map(|to| move_to(to, MoveKind::Quiet)));
    }

    fn pawns(&mut self, targets: Bitboard, step: isize, kind: MoveKind) {
        let from = |to: Square| Square::from_index(to.index().wrapping_add_signed(-step));
        for to in targets & LAST_RANKS {
            for piece in PROMOTIONS {
                let kind = match kind {
                    MoveKind::Capture => MoveKind::CapturePromotion(piece),
                    _ => MoveKind::Promotion(piece),
                };
                self.moves.push(Move::new(from(to), to, kind));
            }
        }
        self.moves.extend((targets & !LAST_RANKS).map(|to| Move::new(from(to), to, kind)));
    }

    fn single(&mut self, mv: Move) {
        self.moves.push(mv);
    }
}

/// The legal moves of the side to move.
pub fn legal_moves(position: &Position) -> MoveList {
    let mut moves = MoveList::new();
    add_legal_moves(position, &mut moves);
    moves
}

/// Appends the legal moves to a list. A list is large, so it's filled where it stands, not copied.
pub fn add_legal_moves(position: &Position, moves: &mut MoveList) {
    generate(position, &mut Lister::new(position, moves));
}
// ANCHOR_END: list

// ANCHOR: noisy
/// Keeps only what changes material: captures, and promotions to a queen.
struct NoisyLister<'a>(Lister<'a>);

impl Sink for NoisyLister<'_> {
    fn piece(&mut self, from: Square, targets: Bitboard) {
        self.0.piece(from, targets & self.0.theirs);
    }

    fn pawns(&mut self, targets: Bitboard, step: isize, kind: MoveKind) {
        for to in if kind == MoveKind::Capture { targets } else { targets & LAST_RANKS } {
            let from = Square::from_index(to.index().wrapping_add_signed(-step));
            let queen = PieceType::Queen;
            let kind = match (LAST_RANKS.has(to), kind) {
                (true, MoveKind::Capture) => MoveKind::CapturePromotion(queen),
                (true, _) => MoveKind::Promotion(queen),
                (false, kind) => kind,
            };
            self.single(Move::new(from, to, kind));
        }
    }

    fn single(&mut self, mv: Move) {
        if mv.is_capture() || mv.promotion().is_some() {
            self.0.single(mv);
        }
    }
}

/// Appends the legal captures, and the promotions to a queen. A pawn that promotes by a capture
/// becomes a queen as well.
pub fn add_noisy_moves(position: &Position, moves: &mut MoveList) {
    generate(position, &mut NoisyLister(Lister::new(position, moves)));
}
// ANCHOR_END: noisy

// ANCHOR: quiet
/// Keeps what `NoisyLister` leaves out.
struct QuietLister<'a>(Lister<'a>);

impl Sink for QuietLister<'_> {
    fn piece(&mut self, from: Square, targets: Bitboard) {
        self.0.piece(from, targets & !self.0.theirs);
    }

    fn pawns(&mut self, targets: Bitboard, step: isize, kind: MoveKind) {
        let [underpromotions @ .., _] = PROMOTIONS;
        for to in targets & LAST_RANKS {
            let from = Square::from_index(to.index().wrapping_add_signed(-step));
            for piece in underpromotions {
                let kind = match kind {
                    MoveKind::Capture => MoveKind::CapturePromotion(piece),
                    _ => MoveKind::Promotion(piece),
                };
                self.0.single(Move::new(from, to, kind));
            }
        }
        if kind != MoveKind::Capture {
            self.0.pawns(targets & !LAST_RANKS, step, kind);
        }
    }

    fn single(&mut self, mv: Move) {
        if !mv.is_capture() {
            self.0.single(mv);
        }
    }
}

/// Appends the legal moves that `add_noisy_moves` leaves out.
pub fn add_quiet_moves(position: &Position, moves: &mut MoveList) {
    generate(position, &mut QuietLister(Lister::new(position, moves)));
}
// ANCHOR_END: quiet

// ANCHOR: is-legal
/// Whether a move, wherever it comes from, is legal here.
pub fn is_legal(position: &Position, mv: Move) -> bool {
    let mut moves = MoveList::new();
    generate_among(Bitboard::of(mv.from()), position, &mut Lister::new(position, &mut moves));
    moves.contains(&mv)
}
// ANCHOR_END: is-legal

// ANCHOR: any
/// Notices the first move, and wants no other.
struct Finder(bool);

impl Sink for Finder {
    fn piece(&mut self, _: Square, targets: Bitboard) {
        self.0 |= !targets.is_empty();
    }

    fn pawns(&mut self, targets: Bitboard, _: isize, _: MoveKind) {
        self.0 |= !targets.is_empty();
    }

    fn single(&mut self, _: Move) {
        self.0 = true;
    }

    fn is_full(&self) -> bool {
        self.0
    }
}

/// Whether the side to move has a legal move. Nearly always some pawn can step, and then nothing
/// else is looked at.
pub fn has_legal_moves(position: &Position) -> bool {
    let mut finder = Finder(false);
    generate(position, &mut finder);
    finder.0
}
// ANCHOR_END: any

// ANCHOR: count
/// Counts the moves without writing one down.
struct Counter(u64);

impl Sink for Counter {
    fn piece(&mut self, _: Square, targets: Bitboard) {
        self.0 += u64::from(targets.count());
    }

    fn pawns(&mut self, targets: Bitboard, _: isize, _: MoveKind) {
        // A promotion is four moves, of which the first count has seen one.
        self.0 += u64::from(targets.count() + 3 * (targets & LAST_RANKS).count());
    }

    fn single(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// How many legal moves the side to move has.
pub fn count_legal_moves(position: &Position) -> u64 {
    let mut counter = Counter(0);
    generate(position, &mut counter);
    counter.0
}
// ANCHOR_END: count

// ANCHOR: generate
/// Gives the sink all legal moves of the side to move, those of the cheapest pieces first.
fn generate(position: &Position, sink: &mut impl Sink) {
    generate_among(Bitboard::ALL, position, sink);
}

/// The same for the pieces on some squares alone.
fn generate_among(among: Bitboard, position: &Position, sink: &mut impl Sink) {
    // The colour is a constant in each call, so the compiler makes a generator for either side.
    match position.side_to_move() {
        Color::White => generate_for(Color::White, among, position, sink),
        Color::Black => generate_for(Color::Black, among, position, sink),
    }
}

#[inline(always)]
fn generate_for(us: Color, among: Bitboard, position: &Position, sink: &mut impl Sink) {
    let king = position.king(us);
    let pawns = position.pieces(us, PieceType::Pawn) & among;
    let (checkers, pinned) = position.checkers_and_pinned(us);

    // In double check only the king can move: no piece captures two checkers or blocks two lines.
    if checkers.count() < 2 {
        let targets = match checkers.first() {
            Some(checker) => checkers | attacks::between(king, checker),
            None => !position.occupied_by(us),
        };
        pawn_moves(us, position, pawns & !pinned, targets, sink);
        if sink.is_full() {
            return;
        }
        for from in pawns & pinned {
            let line = attacks::line(king, from);
            pawn_moves(us, position, Bitboard::of(from), targets & line, sink);
        }
        if let Some(target) = position.en_passant() {
            for from in position.en_passant_capturers(target) & among {
                sink.single(Move::new(from, target, MoveKind::EnPassant));
            }
        }
        let within = |from: Square| {
            if pinned.has(from) { targets & attacks::line(king, from) } else { targets }
        };
        piece_moves(us, position, among, within, sink);
    }
    if !among.has(king) {
        return;
    }
    king_moves(us, position, sink);
    if checkers.is_empty() {
        castling_moves(us, position, sink);
    }
}
// ANCHOR_END: generate

// ANCHOR: pieces
/// Knights, bishops, rooks and queens on the squares `among`, each to where `within` lets it go: a
/// pinned one stays on its line.
#[inline(always)]
fn piece_moves(
    us: Color,
    position: &Position,
    among: Bitboard,
    within: impl Fn(Square) -> Bitboard,
    sink: &mut impl Sink,
) {
    let occupied = position.occupied();
    let queens = position.pieces(us, PieceType::Queen);
    for from in position.pieces(us, PieceType::Knight) & among {
        sink.piece(from, attacks::knight(from) & within(from));
    }
    for from in (position.pieces(us, PieceType::Bishop) | queens) & among {
        sink.piece(from, attacks::bishop(from, occupied) & within(from));
    }
    for from in (position.pieces(us, PieceType::Rook) | queens) & among {
        sink.piece(from, attacks::rook(from, occupied) & within(from));
    }
}
// ANCHOR_END: pieces

// ANCHOR: king
#[inline(always)]
fn king_moves(us: Color, position: &Position, sink: &mut impl Sink) {
    let king = position.king(us);
    // The king doesn't hide behind itself: a slider that checks it attacks the square behind it.
    let occupied = position.occupied() ^ Bitboard::of(king);
    let mut targets = Bitboard::EMPTY;
    for to in attacks::king(king) & !position.occupied_by(us) {
        if position.attackers_among(to, !us, occupied).is_empty() {
            targets |= Bitboard::of(to);
        }
    }
    sink.piece(king, targets);
}
// ANCHOR_END: king

// ANCHOR: pawns
const A_FILE: Bitboard = Bitboard(0x0101_0101_0101_0101);
const H_FILE: Bitboard = Bitboard(0x8080_8080_8080_8080);

/// Pushes and captures of all these pawns at once, each within `targets`.
#[inline(always)]
fn pawn_moves(
    us: Color,
    position: &Position,
    pawns: Bitboard,
    targets: Bitboard,
    sink: &mut impl Sink,
) {
    let theirs = position.occupied_by(!us) & targets;
    let empty = !position.occupied();
    let (forward, third_rank) = match us {
        Color::White => (8, Bitboard(0xff << 16)),
        Color::Black => (-8, Bitboard(0xff << 40)),
    };
    let single = pawns.shift(forward) & empty;
    let double = (single & third_rank).shift(forward) & empty;
    sink.pawns(single & targets, forward, MoveKind::Quiet);
    sink.pawns(double & targets, 2 * forward, MoveKind::DoublePush);
    // Shifted off one edge a pawn would come back on the other, so the edge stays at home.
    let (west, east) = (forward - 1, forward + 1);
    sink.pawns((pawns & !A_FILE).shift(west) & theirs, west, MoveKind::Capture);
    sink.pawns((pawns & !H_FILE).shift(east) & theirs, east, MoveKind::Capture);
}
// ANCHOR_END: pawns

// ANCHOR: castling
#[inline(always)]
fn castling_moves(us: Color, position: &Position, sink: &mut impl Sink) {
    let king = position.king(us);
    for wing in Wing::ALL {
        if !position.castling().has(us, wing) {
            continue;
        }
        // A right says that king and rook are at home. What lies between them has to be empty, and
        // what the king passes or reaches unattacked. Its own square is: it isn't in check.
        let (rook, to) = (wing.rook_home(us), wing.king_target(us));
        let path = attacks::between(king, to) | Bitboard::of(to);
        if (attacks::between(king, rook) & position.occupied()).is_empty()
            && path.into_iter().all(|square| position.attackers(square, !us).is_empty())
        {
            sink.single(Move::new(king, to, MoveKind::Castling(wing)));
        }
    }
}
// ANCHOR_END: castling
