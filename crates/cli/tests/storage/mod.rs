//! What becomes of games when the disk is full, fails, or loses their file: nothing that was
//! acknowledged is lost, and the server heals by itself.
#![cfg(target_os = "linux")]

mod site;

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::{TempDir, tempdir};

use self::site::{Faults, Site, Tmpfs};
use crate::program::{katarenga, names};

fn folder() -> TempDir {
    tempdir().expect("a folder")
}

fn mode(path: &Path) -> u32 {
    path.metadata().expect("it is there").permissions().mode() & 0o777
}

fn admin(database: &Path, args: &[&str]) -> Output {
    let mut command = katarenga(Path::new("."));
    command.arg("admin").arg("--database").arg(database).args(args);
    command.output().expect("the program runs")
}

/// One line on standard error, and nothing else, with this status.
#[track_caller]
fn refused(output: &Output, status: i32, hint: &str) {
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{complaint}");
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
    assert!(complaint.contains(hint), "{complaint}");
    assert!(output.stdout.is_empty(), "{output:?}");
}

/// A database with a game in which a move was played; the server is down.
fn kept(database: &Path) -> String {
    let mut site = Site::start(database);
    let id = site.begin();
    assert_eq!(site.play(&id).0, 200);
    site.end("TERM");
    id
}

/// Whatever is written is refused while a fault lasts, and done after it, without a restart.
fn heals_by_itself(mut site: Site, code: &str, begin: impl FnOnce(), end: impl FnOnce()) {
    let id = site.begin();
    assert_eq!(site.play(&id).0, 200);
    begin();
    let name = serde_json::json!({ "name": "Ada" });
    for _ in 0..3 {
        assert_eq!(site.play(&id), (503, code.to_owned()));
        assert_eq!(site.try_to_begin(), (503, code.to_owned()));
        assert_eq!(site.ask("PUT", "/api/me", &name), (503, code.to_owned()));
        let (status, why) = site.health();
        assert_eq!((status, why.lines().count()), (503, 1), "{why}");
    }
    end();
    // Nobody plays meanwhile.
    site.is_well_soon();
    assert_eq!(site.ask("PUT", "/api/me", &name).0, 200);
    for _ in 0..3 {
        assert_eq!(site.play(&id).0, 200);
    }
    assert_eq!(site.try_to_begin().0, 201);
    let complaints = site.log().matches("nothing can be written").count();
    assert_eq!(complaints, 1, "it is logged once: {}", site.log());
    // What was acknowledged is there, and nothing that was refused.
    site.restart();
    assert_eq!(site.revision(&id), 4);
}

#[test]
fn f1_a_full_disk_is_left_by_itself() {
    let Some(disk) = Tmpfs::new(1024) else {
        return eprintln!("skipped: no file system can be mounted here");
    };
    let site = Site::start(&disk.path().join("games.sqlite"));
    let filler = disk.path().join("filler");
    let fill = || {
        // It ends where there is no room.
        let _ = fs::write(&filler, vec![0; 2 << 20]);
        fs::metadata(&filler).expect("there was some room");
    };
    heals_by_itself(site, "storage-full", fill, || fs::remove_file(&filler).expect("it goes"));
}

#[test]
fn f1_a_disk_that_takes_nothing_is_left_by_itself() {
    let Some(faults) = Faults::new() else { return eprintln!("skipped: no C compiler") };
    let folder = folder();
    let site = Site::with(&folder.path().join("games.sqlite"), Some(&faults));
    heals_by_itself(site, "storage-full", || faults.set("write"), || faults.clear("write"));
}

#[test]
fn f1_a_flush_that_fails_is_left_by_itself() {
    let Some(faults) = Faults::new() else { return eprintln!("skipped: no C compiler") };
    let folder = folder();
    let site = Site::with(&folder.path().join("games.sqlite"), Some(&faults));
    heals_by_itself(site, "storage-failing", || faults.set("flush"), || faults.clear("flush"));
}

#[test]
fn f3_a_copy_that_fails_leaves_nothing() {
    let Some(faults) = Faults::new() else { return eprintln!("skipped: no C compiler") };
    let folder = folder();
    let database = folder.path().join("games.sqlite");
    let id = kept(&database);
    let copy = folder.path().join("copy");
    let path = copy.to_str().expect("text");
    for args in [&["backup", path][..], &["export", "--output", path]] {
        for fault in ["write", "flush"] {
            faults.set(fault);
            let mut command = katarenga(Path::new("."));
            command.arg("admin").arg("--database").arg(&database).args(args);
            faults.reach(&mut command);
            refused(&command.output().expect("the program runs"), 1, path);
            faults.clear(fault);
            assert_eq!(names(folder.path()), ["games.sqlite"], "{args:?}");
        }
        // A name that no file can have is found out when the copy is complete.
        let long = folder.path().join("n".repeat(300));
        let long = [&args[..args.len() - 1], &[long.to_str().expect("text")]].concat();
        assert!(!admin(&database, &long).status.success());
        // A link that leads nowhere is not replaced.
        symlink("nowhere", &copy).expect("a link");
        refused(&admin(&database, args), 2, "there already");
        fs::remove_file(&copy).expect("it goes");
        assert_eq!(names(folder.path()), ["games.sqlite"], "{args:?}");

        let done = admin(&database, args);
        assert!(done.status.success(), "{done:?}");
        assert_eq!(mode(&copy), 0o600, "{args:?}");
        assert_eq!(names(folder.path()), ["copy", "games.sqlite"], "{args:?}");
        refused(&admin(&database, args), 2, "there already");
        if args[0] == "backup" {
            let list = admin(&copy, &["list"]);
            assert!(String::from_utf8_lossy(&list.stdout).contains(&id), "{list:?}");
        }
        fs::remove_file(&copy).expect("it goes");
    }
}

#[test]
fn f3_whatever_writes_a_file_writes_all_of_it_or_none() {
    let Some(faults) = Faults::new() else { return eprintln!("skipped: no C compiler") };
    let folder = folder();
    faults.set("write");
    for args in [
        &["board", "--svg", "file"][..],
        &["diagram", "--game", "congress", "--png", "file"],
        &["arena", "random", "random", "--game", "cornered", "--games", "2", "--records", "file"],
    ] {
        let mut command = katarenga(folder.path());
        faults.reach(&mut command);
        let output = command.args(args).output().expect("the program runs");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{args:?}: {complaint}");
        assert_eq!(complaint, "error: file: No space left on device (os error 28)\n", "{args:?}");
        assert_eq!(names(folder.path()), [""; 0], "{args:?}");
    }
}

#[test]
fn f3_what_is_no_database_of_games_is_refused_and_left_alone() {
    let folder = folder();
    let database = folder.path().join("other");
    let copy = folder.path().join("copy");
    let text = "This is no database. ".repeat(200);
    for (content, hint) in [("", "no database"), ("short", "not a database"), (&text, "not a")] {
        fs::write(&database, content).expect("written");
        for args in [
            &["list"][..],
            &["export"],
            &["delete", "game"],
            &["backup", copy.to_str().expect("text")],
        ] {
            let output = admin(&database, args);
            refused(&output, 1, hint);
            assert_eq!(fs::read_to_string(&database).expect("text"), content, "{args:?}");
            assert_eq!(names(folder.path()), ["other"], "{args:?}");
        }
    }
}

#[test]
fn f3_looking_changes_nothing() {
    let folder = folder();
    let database = folder.path().join("games.sqlite");
    let id = kept(&database);
    let before = fs::read(&database).expect("a file");
    fs::set_permissions(&database, Permissions::from_mode(0o440)).expect("permissions");
    for args in [&["list"][..], &["export"]] {
        let done = admin(&database, args);
        assert!(done.status.success(), "{done:?}");
        assert!(!done.stdout.is_empty());
        assert_eq!(names(folder.path()), ["games.sqlite"]);
    }
    assert_eq!(fs::read(&database).expect("a file"), before);
    assert_eq!(mode(&database), 0o440);
    // While the server runs it is the same, but for what is in its log.
    fs::set_permissions(&database, Permissions::from_mode(0o600)).expect("permissions");
    let mut site = Site::start(&database);
    let new = site.begin();
    let list = admin(&database, &["list"]);
    let list = String::from_utf8_lossy(&list.stdout);
    assert!(list.contains(&id) && list.contains(&new), "{list}");
}

/// The program as a user to whom permissions apply, if there is one to be.
fn unprivileged(folder: &Path) -> Option<Command> {
    let program = folder.join("katarenga");
    fs::hard_link(env!("CARGO_BIN_EXE_katarenga"), &program)
        .or_else(|_| fs::copy(env!("CARGO_BIN_EXE_katarenga"), &program).map(drop))
        .expect("the program can be copied");
    let mut command = Command::new(program);
    let is_root = fs::metadata("/proc/self").is_ok_and(|own| {
        use std::os::unix::fs::MetadataExt as _;
        own.uid() == 0
    });
    if is_root {
        command.uid(65_534).gid(65_534);
    }
    command.arg("--version").stdout(Stdio::null());
    let works = command.status().is_ok_and(|status| status.success());
    let mut command = Command::new(folder.join("katarenga"));
    if is_root {
        command.uid(65_534).gid(65_534);
    }
    works.then_some(command)
}

/// What a server that can't start says.
fn can_not_start(command: &mut Command, database: &Path) -> Output {
    command.args(["serve", "--listen", "127.0.0.1:0", "--database"]).arg(database);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.expect("the program starts");
    let begun = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if begun.elapsed() > Duration::from_secs(30) {
            let _ = child.kill();
            panic!("it serves {}", database.display());
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let output = child.wait_with_output().expect("an end");
    Output { stdout: Vec::new(), ..output }
}

#[test]
fn f4_what_can_not_be_written_is_no_place_to_start() {
    let folder = folder();
    let bin = folder.path().join("bin");
    fs::create_dir(&bin).expect("a folder");
    for path in [folder.path(), &bin] {
        fs::set_permissions(path, Permissions::from_mode(0o755)).expect("permissions");
    }
    if unprivileged(&bin).is_none() {
        return eprintln!("skipped: the program can't be run as another user here");
    }
    let program = || {
        fs::remove_file(bin.join("katarenga")).expect("it goes");
        unprivileged(&bin).expect("it ran before")
    };
    let place = |name: &str, file: u32, of_folder: u32| -> PathBuf {
        let folder = folder.path().join(name);
        fs::create_dir(&folder).expect("a folder");
        let database = folder.join("games.sqlite");
        kept(&database);
        fs::set_permissions(&database, Permissions::from_mode(file)).expect("permissions");
        fs::set_permissions(&folder, Permissions::from_mode(of_folder)).expect("permissions");
        database
    };
    for database in [place("file", 0o444, 0o777), place("folder", 0o666, 0o555)] {
        let before = fs::read(&database).expect("a file");
        refused(&can_not_start(&mut program(), &database), 1, "choose another place");
        assert_eq!(fs::read(&database).expect("a file"), before);
    }
    let nowhere = folder.path().join("folder/new.sqlite");
    refused(&can_not_start(&mut program(), &nowhere), 1, "choose another place");
    assert!(!nowhere.exists());
}

#[test]
fn f4_a_full_disk_or_something_else_is_no_place_to_start() {
    let folder = folder();
    let pipe = folder.path().join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    if made.is_ok_and(|made| made.success()) {
        refused(&can_not_start(&mut katarenga(Path::new(".")), &pipe), 1, "no file");
    }
    for place in ["/dev/null", "/dev/full"] {
        refused(&can_not_start(&mut katarenga(Path::new(".")), Path::new(place)), 1, "no file");
    }
    let Some(faults) = Faults::new() else { return eprintln!("skipped: no C compiler") };
    let new = folder.path().join("new.sqlite");
    let database = folder.path().join("games.sqlite");
    kept(&database);
    faults.set("write");
    for database in [&new, &database] {
        let mut command = katarenga(Path::new("."));
        faults.reach(&mut command);
        refused(&can_not_start(&mut command, database), 1, "choose another place");
    }
    assert!(!new.exists(), "nothing is left that is no database");
}

#[test]
fn f5_a_file_that_goes_away_is_noticed_and_may_come_back() {
    let (folder, aside) = (folder(), folder());
    let database = folder.path().join("games.sqlite");
    let mut site = Site::start(&database);
    let id = site.begin();
    assert_eq!(site.play(&id).0, 200);
    let move_all = |from: &Path, to: &Path| {
        for name in names(from) {
            let (from, to) = (from.join(&name), to.join(&name));
            fs::rename(&from, &to).or_else(|_| fs::copy(&from, &to).map(drop)).expect("it moves");
        }
    };
    move_all(folder.path(), aside.path());
    // Not a moment later anything is accepted.
    assert_eq!(site.play(&id), (503, "storage-gone".to_owned()));
    assert_eq!(site.try_to_begin(), (503, "storage-gone".to_owned()));
    assert_eq!(site.health().0, 503);
    move_all(aside.path(), folder.path());
    site.is_well_soon();
    assert_eq!(site.play(&id).0, 200);
    site.end("KILL");
    site.restart();
    assert_eq!(site.revision(&id), 2);

    for name in names(folder.path()) {
        fs::remove_file(folder.path().join(name)).expect("it goes");
    }
    assert_eq!(site.play(&id), (503, "storage-gone".to_owned()));
    site.has_logged("was removed");
    site.end("TERM");
    assert_eq!(names(folder.path()), [""; 0], "nothing is made of what is left");
}

#[test]
fn f5_a_log_that_goes_away_takes_nothing_along() {
    for gone in ["games.sqlite-wal", "games.sqlite-shm"] {
        let folder = folder();
        let mut site = Site::start(&folder.path().join("games.sqlite"));
        let id = site.begin();
        assert_eq!(site.play(&id).0, 200);
        fs::remove_file(folder.path().join(gone)).expect("it goes");
        site.is_well_again_after("-wal or -shm, was removed");
        assert_eq!(site.play(&id).0, 200);
        site.end("KILL");
        site.restart();
        assert_eq!(site.revision(&id), 2, "{gone}");
    }
}

#[test]
fn f5_another_file_in_its_place_is_left_alone() {
    for signal in ["KILL", "TERM"] {
        let folder = folder();
        let database = folder.path().join("games.sqlite");
        let (other, old) = (folder.path().join("other"), folder.path().join("old"));
        let known = kept(&other);
        let content = fs::read(&other).expect("a file");
        let mut site = Site::start(&database);
        let id = site.begin();
        assert_eq!(site.play(&id).0, 200);
        fs::hard_link(&database, &old).expect("a second name");
        fs::rename(&other, &database).expect("it moves");
        assert_eq!(site.play(&id), (503, "storage-gone".to_owned()));
        site.has_logged("another file is in the place");
        assert!(site.health().1.contains("another file"), "{:?}", site.health());
        // The log goes to the database that it belongs to, in a moment.
        let log = folder.path().join("games.sqlite-wal");
        site.waits_for(|| log.metadata().map_or(0, |log| log.len()) == 0);
        site.end(signal);
        assert_eq!(fs::read(&database).expect("a file"), content, "{signal}");
        site.restart();
        assert_eq!(site.revision(&known), 1, "{signal}");
        site.end("TERM");
        let list = admin(&old, &["export"]);
        assert!(String::from_utf8_lossy(&list.stdout).contains("1. "), "{list:?}");
    }
}

#[test]
fn f5_a_file_that_is_overwritten_is_said_to_be_damaged() {
    for content in ["", "This is no database. "] {
        let folder = folder();
        let database = folder.path().join("games.sqlite");
        let mut site = Site::start(&database);
        let id = site.begin();
        assert_eq!(site.play(&id).0, 200);
        fs::write(&database, content.repeat(1000)).expect("written");
        assert_eq!(site.play(&id), (503, "storage-damaged".to_owned()));
        assert!(site.health().1.contains("damaged"), "{:?}", site.health());
        site.has_logged("what was written last is in");
        // What was kept in the log is not put into what is there now.
        site.end("KILL");
        let log = folder.path().join("games.sqlite-wal");
        assert!(!log.exists() && log.with_extension("sqlite-wal.old").exists());
    }
}

#[test]
fn f5_a_log_that_is_shortened_is_trusted_no_more() {
    let folder = folder();
    let mut site = Site::start(&folder.path().join("games.sqlite"));
    let id = site.begin();
    assert_eq!(site.play(&id).0, 200);
    fs::write(folder.path().join("games.sqlite-wal"), "").expect("written");
    // What it held can't be saved, and nothing is added to it.
    for _ in 0..3 {
        assert_eq!(site.try_to_begin().0, 503);
        assert_eq!(site.health().0, 503);
    }
}

#[test]
fn f6_every_run_of_the_server_has_an_epoch() {
    let folder = folder();
    let mut site = Site::start(&folder.path().join("games.sqlite"));
    let id = site.begin();
    let epoch = site.epoch(&id);
    assert_eq!((epoch.len(), site.epoch(&id)), (16, epoch.clone()));
    site.restart();
    assert_ne!(site.epoch(&id), epoch);
}

#[test]
fn files_of_games_are_their_owners_alone() {
    let folder = folder();
    let data = folder.path().join("new/data");
    let mut command = katarenga(Path::new("."));
    command.args(["serve", "--listen", "127.0.0.1:0"]).env("XDG_DATA_HOME", &data);
    let mut site = Site::spawn(command);
    site.begin();
    let place = data.join("katarenga");
    assert_eq!((mode(&place), mode(&data)), (0o700, 0o700));
    for name in ["games.sqlite", "games.sqlite-wal", "games.sqlite-shm"] {
        assert_eq!(mode(&place.join(name)), 0o600, "{name}");
    }
    drop(site);
    // What an earlier version left open to everybody is closed, what its owner opened to a group
    // stays.
    let database = place.join("games.sqlite");
    for (before, after) in [(0o644, 0o600), (0o640, 0o640)] {
        fs::set_permissions(&database, Permissions::from_mode(before)).expect("permissions");
        drop(Site::start(&database));
        assert_eq!(mode(&database), after);
    }
    // A link leads to the file, beside which the log stands.
    let link = folder.path().join("link");
    symlink(&database, &link).expect("a link");
    let mut site = Site::start(&link);
    let id = site.begin();
    fs::remove_file(&link).expect("it goes");
    assert_eq!(site.play(&id), (503, "storage-gone".to_owned()));
    symlink(&database, &link).expect("a link");
    assert_eq!(site.play(&id).0, 200);
}
