//! `scripts/stages`, run as a program on small repositories.

mod checkout;
mod hooks;
mod repository;
mod scripts;
mod stages;

use repository::Repository;

/// A repository with two stages, whose engines count from 20 and from 30.
fn with_stages() -> Repository {
    let repository = Repository::new(env!("CARGO_BIN_EXE_stages"), &[]);
    for (number, nodes) in [(1, 20), (2, 30)] {
        repository.engine(nodes);
        repository.stage(number);
    }
    repository
}
