//! Digests: what tells one text or program from another in a few letters.

use sha2::{Digest, Sha256};

/// SHA-256 in hexadecimal.
pub fn digest(bytes: impl AsRef<[u8]>) -> String {
    hex(&Sha256::digest(bytes))
}

/// The bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
