//! Finds the factors of the magic lookup and prints them as they stand in `magics.rs`.

use cb2026::magics::find_all;
use cb2026::walk::{self, Step};

// ANCHOR: main
fn main() {
    print("ROOK", &walk::ROOK);
    print("BISHOP", &walk::BISHOP);
}

fn print(name: &str, steps: &[Step]) {
    println!("#[rustfmt::skip]\npub static {name}: [u64; 64] = [");
    for row in find_all(steps).chunks(4) {
        let words: Vec<_> = row.iter().map(|word| format!("0x{word:016x}")).collect();
        println!("    {},", words.join(", "));
    }
    println!("];");
}
// ANCHOR_END: main
