//! The engine's bench for a page. `cargo xtask test` makes a crate of it under target/wasm-check.

use cb2026::bench;
use cb2026::score::Depth;
use cb2026::search::Settings;

#[unsafe(no_mangle)]
pub extern "C" fn bench_nodes(depth: Depth) -> u64 {
    bench::run(depth, 1..=bench::POSITIONS.len(), &Settings::default(), false).nodes()
}
