//! What the program prints, as snapshots: `cmd/*.trycmd`.
//!
//! `TRYCMD=overwrite cargo test --workspace --all-features --test cli cmd` writes down what it prints now.

#[test]
fn the_program_prints_what_the_snapshots_hold() {
    let cases = trycmd::TestCases::new();
    // Wherever the tests run, help is wrapped at this width, nothing is coloured, and all is English.
    cases
        .env("COLUMNS", "100")
        .env("CLICOLOR_FORCE", "")
        .env("LC_ALL", "C")
        .case("tests/cmd/*.trycmd");
    if !cfg!(unix) {
        // The words of the system for what is wrong with a file.
        cases.skip("tests/cmd/unix.trycmd");
    }
}
