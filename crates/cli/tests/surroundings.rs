//! What the surroundings of the program decide: the language of the environment, memory that is
//! short, and input without end.

use std::path::Path;
use std::process::Output;
#[cfg(target_os = "linux")]
use std::process::{Command, Stdio};

use crate::conversation::play;
use crate::program::katarenga;

fn rules(args: &[&str], variables: &[(&str, &str)]) -> String {
    let mut program = katarenga(Path::new("."));
    let output = program.args(["rules", "cornered"]).args(args).envs(variables.iter().copied());
    told(&output.output().expect("the program runs"))
}

fn told(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn f34_the_rules_are_printed_in_the_language_of_the_environment() {
    let (english, french) = (rules(&["--lang", "en"], &[]), rules(&["--lang", "fr"], &[]));
    assert!(english.contains("square") && french.contains("case"));
    for variables in [
        &[("LANG", "fr_FR.UTF-8")][..],
        &[("LANG", "en_GB.UTF-8"), ("LC_MESSAGES", "fr_CA")],
        &[("LANG", "en_GB.UTF-8"), ("LC_ALL", "fr")],
        &[("LANG", "de_DE.UTF-8"), ("LANGUAGE", "de:fr")],
    ] {
        assert_eq!(rules(&[], variables), french, "{variables:?}");
        assert_eq!(rules(&["--lang", "en"], variables), english, "{variables:?}");
    }
    for variables in [
        &[("LANG", "")][..],
        &[("LANG", "POSIX")],
        &[("LANG", "de_DE.UTF-8")],
        &[("LANG", "fr_FR.UTF-8"), ("LC_ALL", "C")],
        &[("LANG", "C"), ("LANGUAGE", "fr")],
    ] {
        assert_eq!(rules(&[], variables), english, "{variables:?}");
    }
}

#[test]
fn f34_the_rules_and_the_legend_within_a_game_follow_it_too() {
    let shown = |language| {
        let mut program = katarenga(Path::new("."));
        program.args(["play", "--game", "cornered"]).env("LANG", language);
        let run = snapbox::cmd::Command::from_std(program).stdin("rules\nlegend\n").assert();
        String::from_utf8_lossy(&run.success().get_output().stdout).into_owned()
    };
    let [english, french] = ["en", "fr"].map(|language| rules(&["--lang", language], &[]));
    let (in_english, in_french) = (shown("en_GB.UTF-8"), shown("fr_FR.UTF-8"));
    assert!(in_english.contains(&english) && in_french.contains(&french));
    assert!(in_english.contains("R red") && in_french.contains("R rouge"));
}

/// Runs the program with a limit of its address space, in KB.
#[cfg(target_os = "linux")]
fn within(kilobytes: u32, command: &str, input: Stdio) -> Output {
    let program = env!("CARGO_BIN_EXE_katarenga");
    let script = format!("ulimit -v {kilobytes} && exec '{program}' {command}");
    let folder = tempfile::tempdir().expect("a folder");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).current_dir(folder.path()).env_remove("RUST_BACKTRACE");
    shell.stdin(input).output().expect("there is a shell")
}

/// The least address space in which the program runs at all, in KB: it grows with what is built in.
#[cfg(target_os = "linux")]
fn least_kilobytes() -> u32 {
    let runs = |kilobytes: &u32| within(*kilobytes, "--version", Stdio::null()).status.success();
    (20_000..200_000).step_by(1_000).find(runs).expect("it runs")
}

#[cfg(target_os = "linux")]
#[test]
fn f35_where_memory_is_short_a_line_says_so() {
    let least = least_kilobytes();
    let table = "error: memory is short: the solver's table takes 128 MB, more than can be had\n";
    for (command, complaint) in [
        ("solve --game quartermaster", table),
        ("survey quartermaster --boards 1", table),
        (
            "diagram --game cornered --png a.png --width 8192",
            "error: memory is short: a picture 8192 pixels wide takes ",
        ),
    ] {
        for more in [19_000, 60_000] {
            let output = within(least + more, command, Stdio::null());
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(said.starts_with(complaint) && said.lines().count() == 1, "{command}: {said}");
            assert!(matches!(output.status.code(), Some(1 | 2)), "{command}: {}", output.status);
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn f35_where_memory_is_short_what_can_do_with_less_goes_on() {
    let least = least_kilobytes();
    for command in [
        "analyse --game katarenga --memory 16384 --depth 2",
        "analyse --game congress --threads 64 --depth 2",
        "analyse --game quartermaster --depth 2",
        "arena --game quartermaster level:8 random --games 2 --threads 1",
        "play --game quartermaster --white level:8 --black level:1",
        "perft --game katarenga --depth 2",
    ] {
        for more in [22_000, 24_000, 27_000, 50_000, 110_000] {
            let kilobytes = least + more;
            let output = within(kilobytes, command, Stdio::null());
            assert!(output.status.success(), "{command} within {kilobytes} KB: {output:?}");
            assert!(!output.stdout.is_empty(), "{command}");
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(said.lines().all(|line| line.starts_with("memory is short: ")), "{said}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn f35_of_a_line_without_end_an_engine_keeps_nothing() {
    let mut zeros = Command::new("sh");
    zeros.args(["-c", "head -c 200000000 /dev/zero; printf '\\nisready\\nquit\\n'"]);
    let mut zeros = zeros.stdout(Stdio::piped()).spawn().expect("there is a shell");
    let input = zeros.stdout.take().expect("it is piped");
    let output = within(100_000, "ugi", input.into());
    zeros.wait().expect("it was started");
    let answers = "info string a line is longer than 1048576 bytes\nreadyok\n";
    assert_eq!(told(&output), answers);
}

#[test]
fn f35_a_line_that_is_too_long_is_one_line_in_a_game() {
    // Its end would be a command, if it were read in pieces.
    let long = format!("{}resign", " ".repeat(64 * 1024));
    let answers = play(Path::new("."), &["--game", "cornered"], &[long.as_str(), "d1"]);
    assert_eq!(answers[1].text, "That line is too long to be read: at most 64 KiB.\n");
    assert_eq!(answers[1].position, answers[0].position);
    assert!(answers[2].text.contains("White played d1"), "{}", answers[2].text);
}
