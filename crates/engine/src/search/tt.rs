//! The transposition table: what the search found out about positions that it has met.
//!
//! Different orders of the same moves lead to the same position. The table knows positions by their
//! keys alone, and neither their rules nor the path to them: who asks has to know what may be used.

use crate::moves::Move;
use crate::score::{Depth, Score, is_mate};

// ANCHOR: entry
/// How a score that was found relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true score is at most this one.
    Upper = 1,
    /// The true score is at least this one.
    Lower = 2,
    Exact = 3,
}

/// What the search found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, or none where no move was good enough to tell.
    pub mv: Option<Move>,
    /// In centipawns from the view of the side to move; see [`score_to_tt`].
    pub score: Score,
    /// How deep it was searched, in plies.
    pub depth: Depth,
    pub bound: Bound,
}
// ANCHOR_END: entry

// ANCHOR: slot
/// An entry as it lies in memory: 16 bytes.
#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    mv: Option<Move>,
    score: i16,
    depth: u8,
    /// Two bits of bound, 0 in an empty slot; one bit free; five bits of generation.
    flags: u8,
}

/// As many slots as fit into one line of the processor's cache, which is fetched as a whole.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

const EMPTY: Slot = Slot { key: 0, mv: None, score: 0, depth: 0, flags: 0 };
const GENERATION_SHIFT: u32 = 3;
const GENERATIONS: u8 = 32;

impl Slot {
    fn bound(self) -> Option<Bound> {
        match self.flags & 3 {
            0 => None,
            1 => Some(Bound::Upper),
            2 => Some(Bound::Lower),
            _ => Some(Bound::Exact),
        }
    }

    /// How many searches ago it was written.
    fn age(self, generation: u8) -> u8 {
        (generation + GENERATIONS - (self.flags >> GENERATION_SHIFT)) % GENERATIONS
    }

    /// What is lost by overwriting it, in plies. Each search that has passed since takes off
    /// `age_weight`.
    fn worth(self, generation: u8, age_weight: i32) -> i32 {
        match self.bound() {
            Some(_) => i32::from(self.depth) - age_weight * i32::from(self.age(generation)),
            None => i32::MIN,
        }
    }
}
// ANCHOR_END: slot

// ANCHOR: table
/// A table of fixed size. A position may lie in any slot of one bucket.
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    generation: u8,
    /// By how many plies of depth an entry is worth less with each search.
    age_weight: i32,
}

impl TranspositionTable {
    /// In megabytes.
    pub const DEFAULT_SIZE: usize = 16;
    /// No machine has more.
    pub const MAX_SIZE: usize = 1 << 25;

    /// An empty table of so many megabytes. The error says why there can't be one.
    pub fn new(megabytes: usize) -> Result<Self, String> {
        let count = (megabytes << 20) / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets
            .try_reserve_exact(count)
            .map_err(|_| format!("the machine doesn't give {megabytes} MB"))?;
        buckets.resize(count, Bucket([EMPTY; 4]));
        Ok(Self { buckets, generation: 0, age_weight: 0 })
    }

    pub fn megabytes(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()) >> 20
    }

    pub fn clear(&mut self) {
        self.buckets.fill(Bucket([EMPTY; 4]));
        self.generation = 0;
    }

    /// Makes all entries a search older, which makes them worth less by so many plies of depth.
    pub fn next_generation(&mut self, age_weight: i32) {
        self.age_weight = age_weight;
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// How many slots in a thousand this search has filled, by a sample.
    pub fn hashfull(&self) -> usize {
        let slots = self.buckets[..250].iter().flat_map(|bucket| bucket.0);
        slots.filter(|slot| slot.bound().is_some() && slot.age(self.generation) == 0).count()
    }
}

impl Default for TranspositionTable {
    fn default() -> Self {
        Self::new(Self::DEFAULT_SIZE).expect("a machine that runs the engine has so much memory")
    }
}
// ANCHOR_END: table

// ANCHOR: probe
impl TranspositionTable {
    /// The place of a key's bucket: keys are spread evenly, and so are their highest bits.
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    /// What is known of the position with this key.
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let bucket = &self.buckets[self.index(key)];
        let slot = bucket.0.iter().find(|slot| slot.key == key)?;
        let (mv, score, depth) = (slot.mv, slot.score.into(), slot.depth.into());
        Some(Entry { mv, score, depth, bound: slot.bound()? })
    }

    /// Remembers what was found, in the slot of the same position or in the least worthy one.
    pub fn store(&mut self, key: u64, entry: Entry) {
        let Self { generation, age_weight, .. } = *self;
        let index = self.index(key);
        let slots = &mut self.buckets[index].0;
        let place = slots.iter().position(|slot| slot.key == key).unwrap_or_else(|| {
            let worth = |&place: &usize| slots[place].worth(generation, age_weight);
            (0..slots.len()).min_by_key(worth).expect("a bucket has slots")
        });
        // A search that found no move doesn't make an older one forget its own.
        let old = slots[place];
        let mv = entry.mv.or(old.mv.filter(|_| old.key == key));
        slots[place] = Slot {
            key,
            mv,
            score: entry.score as i16,
            depth: entry.depth as u8,
            flags: entry.bound as u8 | generation << GENERATION_SHIFT,
        };
    }
}
// ANCHOR_END: probe

// ANCHOR: mate
/// A score as it is stored. The search counts the plies to a mate from its root, but a position is
/// met at different distances from different roots: so the table counts them from the position.
pub fn score_to_tt(score: Score, ply: usize) -> Score {
    if is_mate(score) { score + score.signum() * ply as Score } else { score }
}

/// A stored score, as the search sees it `ply` plies from its root.
pub fn score_from_tt(score: Score, ply: usize) -> Score {
    if is_mate(score) { score - score.signum() * ply as Score } else { score }
}
// ANCHOR_END: mate
