//! The user who runs PostgreSQL, which refuses to run as root.

use std::process::Command;

/// Users whom PostgreSQL may run as where we are root; the first that is there does.
#[cfg(unix)]
const USERS: &[&str] = &["postgres", "nobody"];

/// Makes a command run in a process group of its own, which Ctrl-C doesn't reach, and as another
/// user where we are root. Groups go with the user: the standard library drops those of root.
#[cfg(unix)]
pub(crate) fn change(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;

    command.process_group(0);
    if !is_root() {
        return;
    }
    let known = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    if let Some((user, group)) = USERS.iter().find_map(|name| numbers(&known, name)) {
        command.uid(user).gid(group);
    }
}

/// PostgreSQL is started by a shell, so there is none to start.
#[cfg(not(unix))]
pub(crate) fn change(_: &mut Command) {}

#[cfg(unix)]
fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n")
}

/// The numbers of a user and of their group, from the lines of `/etc/passwd`.
#[cfg(unix)]
fn numbers(known: &str, user: &str) -> Option<(u32, u32)> {
    let mut fields = known
        .lines()
        .map(|line| line.split(':'))
        .find(|fields| fields.clone().next() == Some(user))?;
    Some((fields.nth(2)?.parse().ok()?, fields.next()?.parse().ok()?))
}

#[cfg(all(test, unix))]
mod tests {
    use super::numbers;

    #[test]
    fn users_are_found_by_their_whole_name() {
        let known = "root:x:0:0:root:/root:/bin/sh\npostgres2:x:7:8::/:/bin/sh\n\
                     postgres:x:101:104:PostgreSQL administrator,,,:/var/lib/postgresql:/bin/bash\n";
        assert_eq!(numbers(known, "postgres"), Some((101, 104)));
        assert_eq!(numbers(known, "nobody"), None);
    }
}
