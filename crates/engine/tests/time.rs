//! Plans for the clock.

use cb2026::search::params::SearchParams;
use cb2026::search::time::Clock;
use std::time::Duration;

fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// The soft and the hard limit with this clock in milliseconds.
fn plan(remaining: u64, increment: u64, moves_to_go: u32, overhead: u64) -> (Duration, Duration) {
    let (remaining, increment) = (ms(remaining), ms(increment));
    let clock = Clock { remaining, increment, moves_to_go };
    let limits = clock.limits(ms(overhead), &SearchParams::default());
    (limits.soft.unwrap(), limits.hard.unwrap())
}

// ANCHOR: shares
#[test]
fn the_clock_is_shared_among_the_moves_to_come() {
    assert_eq!(plan(60_270, 0, 0, 10), (ms(1_440), ms(9_600)));
    assert_eq!(plan(60_270, 1_000, 0, 10), (ms(2_016), ms(13_440)));
    assert_eq!(plan(10_120, 0, 10, 10), (ms(600), ms(4_000)));
    assert_eq!(plan(10_030, 0, 1, 10), (ms(6_000), ms(7_502) + Duration::from_micros(500)));
    assert_eq!(plan(60_010, 0, 1_000, 10), plan(60_010, 0, 0, 10));
}
// ANCHOR_END: shares

#[test]
fn no_clock_is_overdrawn() {
    for remaining in [0, 1, 5, 9, 10, 11, 12, 50, 100, 1_000, 60_000, 7_200_000, 1_000_000_000_000]
    {
        for increment in [0, 1, 10, 100, 1_000, 60_000, 1_000_000_000_000] {
            for moves_to_go in [0, 1, 2, 3, 40, u32::MAX] {
                for overhead in [0, 1, 10, 100, 5_000] {
                    let (soft, hard) = plan(remaining, increment, moves_to_go, overhead);
                    let what =
                        format!("{remaining} {increment} {moves_to_go} {overhead}: {hard:?}");
                    assert!(ms(1) <= soft && soft <= hard, "{what}, {soft:?}");
                    let left = ms(remaining).saturating_sub(hard);
                    let reserve = ms(remaining) / 4 + ms(2 * overhead);
                    assert!(hard == ms(1) || left >= reserve, "{what}, {left:?} left");
                }
            }
        }
    }
}

/// What a move takes if each depth takes 2.5 times as long as the one before, and the first one
/// takes `first`.
fn spent(first: Duration, (soft, hard): (Duration, Duration)) -> Duration {
    let (mut depth, mut sum) = (first, first);
    while sum < soft {
        depth = depth.mul_f64(2.5);
        sum += depth;
    }
    sum.min(hard)
}

/// What is left of the clock after each move, or nothing if it fell. The first depth's time differs
/// from move to move.
fn game(start: u64, increment: u64, overhead: u64, moves: usize) -> Option<Vec<Duration>> {
    let mut random = fastrand::Rng::with_seed(start + increment + overhead);
    let mut remaining = ms(start);
    let mut left = Vec::new();
    for _ in 0..moves {
        let first = Duration::from_nanos(random.u64(1_000..1_000_000));
        let limits = plan(remaining.as_millis() as u64, increment, 0, overhead);
        // What gets lost is mostly less than what was planned for, and at times a little more.
        let lost = ms(overhead).mul_f64(random.f64() * 1.2);
        remaining = remaining.checked_sub(spent(first, limits) + lost)? + ms(increment);
        left.push(remaining);
    }
    Some(left)
}

#[test]
fn time_is_left_for_the_end_of_the_game() {
    for (start, increment) in [(2_000, 20), (1_000, 10), (10_000, 100), (60_000, 600), (60_000, 0)]
    {
        for overhead in [0, 10] {
            let left = game(start, increment, overhead, 20).unwrap();
            let what = format!("{start} + {increment}, overhead {overhead}: {left:?}");
            assert!(left[4] > ms(start) / 2, "after 5 moves of {what}");
            assert!(left[19] > ms(start) / 5, "after 20 moves of {what}");
        }
    }
}

#[test]
fn a_clock_that_lives_on_its_increment_does_not_fall() {
    for increment in [5, 10, 20, 100, 1_000] {
        for overhead in [0, 1, 2, 5] {
            let left = game(100 * increment, increment, overhead, 500);
            let left = left.unwrap_or_else(|| panic!("{increment} falls with overhead {overhead}"));
            let least = left.iter().min().unwrap();
            assert!(*least > ms(2 * overhead), "{increment}, overhead {overhead}: {least:?}");
        }
    }
}

#[test]
fn a_move_takes_about_its_share() {
    // First depths that are spread evenly in the logarithm, as they are over many positions.
    let share = (2_400.0, ms(1_440), ms(9_600));
    let firsts = (0..1_000)
        .map(|step| Duration::from_micros(100).mul_f64(2.5_f64.powf(f64::from(step) / 1_000.0)));
    let sum: f64 =
        firsts.map(|first| spent(first, (share.1, share.2)).as_secs_f64() * 1_000.0).sum();
    let mean = sum / 1_000.0;
    assert!((mean / share.0 - 1.0).abs() < 0.1, "{mean} ms of {} ms", share.0);
}

#[test]
fn forty_moves_are_made_before_the_control() {
    for (start, overhead) in [(5_000, 10), (1_000, 5), (400, 1), (60_000, 10)] {
        let mut remaining = ms(start);
        for moves_to_go in (1..=40).rev() {
            let limits = plan(remaining.as_millis() as u64, 0, moves_to_go, overhead);
            let spent = spent(Duration::from_micros(130), limits) + ms(overhead);
            assert!(spent < remaining, "{start}: {moves_to_go} to go, {remaining:?} left");
            remaining -= spent;
        }
    }
}
