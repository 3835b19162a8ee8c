//! Time: what is left of it, and what ends games.

use super::*;

#[test]
fn time_that_is_up_ends_the_game_for_the_side_to_move() {
    let mut session = online(Some(Clock::Fischer { minutes: 1, seconds: 0 }));
    assert_eq!(session.running(), None, "nobody has come to the board yet");
    play_plies(&mut session, 2);
    let deadline = session.deadline().expect("the clock runs");
    assert_eq!(deadline, session.updated + 60_000);
    assert_eq!(session.end_on_time(deadline), None, "in time is in time");
    assert_eq!(session.left(Side::White, deadline - 1), Some(1));
    assert_eq!(session.left(Side::Black, deadline - 1), Some(60_000));
    let event = session.end_on_time(deadline + 1).expect("time is up");
    assert_eq!(event, Event::OutOfTime(Side::White));
    let outcome = session.game.outcome().expect("the game is over");
    assert_eq!((outcome.winner, outcome.reason.key), (Some(Side::Black), "time"));
    assert_eq!((session.deadline(), session.running()), (None, None));
    assert_eq!(session.left(Side::White, deadline + 5000), Some(0));
    assert_eq!(session.end_on_time(deadline + 9000), None);
}

/// A game of this length, whose players go back and forth.
fn long(plies: usize) -> Session {
    let mut session = online(Some(Clock::Days(1)));
    let mut seed = 1_usize;
    while session.game.ply() < plies {
        let moves = session.game.legal_moves();
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let mut moves =
            moves.iter().copied().cycle().skip((seed >> 33) % moves.len()).take(moves.len());
        let goes_on = |mv: &Move| {
            let mut after = session.game.clone();
            after.play(*mv).is_ok() && after.outcome().is_none()
        };
        let mv = moves.find(goes_on).expect("a move after which the game goes on");
        session.play(mv, 0).expect("legal");
    }
    session
}

#[test]
fn the_longest_game_takes_no_move_and_nobody_loses_on_time() {
    let mut last = long(MAX_PLIES - 1);
    assert!(last.running().is_some() && last.deadline().is_some());
    play_plies(&mut last, 1);
    let mut session = long(MAX_PLIES);
    let (by, next) = (mover(&session), path(&session));
    assert_eq!(session.command(by, &Command::Move(next), 0), Err(Refusal::TooLong));
    assert_eq!((session.running(), session.deadline()), (None, None));
    assert_eq!(session.end_on_time(i64::MAX), None);
    session.command(WHITE, &Command::Resign(Side::White), 0).expect("the game goes on");
}

/// The clock of the machine may be set back.
#[test]
fn times_of_events_never_go_back() {
    let mut session = online(Some(Clock::Fischer { minutes: 5, seconds: 0 }));
    play_plies(&mut session, 3);
    let updated = session.updated;
    let (by, next) = (mover(&session), path(&session));
    session.command(by, &Command::Move(next), updated - 60_000).expect("legal");
    assert_eq!(session.updated, updated);
    session.play(session.game.legal_moves()[0], updated - 60_000).expect("legal");
    assert_eq!(session.updated, updated);
}

#[test]
fn everything_that_was_done_comes_back_with_its_times() {
    let mut session = online(Some(Clock::Fischer { minutes: 2, seconds: 3 }));
    let mut kept = Vec::new();
    let mut time = 0;
    let mut keep = |session: &mut Session, by, command: Command| {
        time += 1234;
        let event = session.command(by, &command, time).expect("it can be done");
        kept.push((session.revision, event.to_string(), time));
    };
    for _ in 0..5 {
        let (by, path) = (mover(&session), path(&session));
        keep(&mut session, by, Command::Move(path));
    }
    keep(&mut session, WHITE, Command::Offer(Proposal::Takeback));
    keep(&mut session, BLACK, Command::Accept);
    keep(&mut session, BLACK, Command::Offer(Proposal::Draw));
    keep(&mut session, WHITE, Command::Decline);
    keep(&mut session, WHITE, Command::Resign(Side::White));
    keep(&mut session, WHITE, Command::Offer(Proposal::Rematch(NextBoard::Random)));
    let again = Session::rebuild(session.head.clone(), kept).expect("they fit");
    assert_eq!(again.game, session.game);
    assert_eq!(again.times, session.times);
    assert_eq!((again.offer, &again.proposed), (session.offer, &session.proposed));
    assert_eq!((again.revision, again.updated), (session.revision, session.updated));
}

/// What both have left at a moment, in milliseconds.
fn left(session: &Session, now: i64) -> [Option<i64>; 2] {
    Side::ALL.map(|side| session.left(side, now))
}

#[test]
fn f14_a_takeback_gives_back_the_clock_as_it_was_before_the_move() {
    let mut session = online(Some(Clock::Fischer { minutes: 1, seconds: 180 }));
    move_at(&mut session, 1_000);
    move_at(&mut session, 2_000);
    // White thinks for ten seconds, and Black for five about it.
    move_at(&mut session, 12_000);
    assert_eq!(left(&session, 17_000), [Some(50_000 + 180_000), Some(55_000)]);
    take_back(&mut session, WHITE, 17_000);
    assert_eq!(left(&session, 17_000), [Some(50_000), Some(60_000)], "neither gains nor loses");
    assert_eq!(left(&session, 20_000), [Some(47_000), Some(60_000)], "and White's time runs");
    assert_eq!(session.deadline(), Some(17_000 + 50_000));
    // However often it is done.
    for turn in 1..=3 {
        move_at(&mut session, 17_000 + turn * 1_000);
        take_back(&mut session, WHITE, 17_000 + turn * 1_000);
        assert_eq!(left(&session, session.updated)[0], Some(50_000 - turn * 1_000));
    }
    let event = session.end_on_time(session.updated + 47_001).expect("time is up");
    assert_eq!(event, Event::OutOfTime(Side::White));
}

#[test]
fn f14_a_takeback_of_two_moves_gives_back_both_clocks() {
    let mut session = online(Some(Clock::Fischer { minutes: 2, seconds: 3 }));
    for at in [0, 0, 10_000, 30_000] {
        move_at(&mut session, at);
    }
    assert_eq!(left(&session, 41_000), [Some(102_000), Some(103_000)]);
    take_back(&mut session, WHITE, 41_000);
    assert_eq!(session.game.ply(), 2);
    assert_eq!(left(&session, 41_000), [Some(110_000), Some(120_000)]);
    // Days begin anew with each turn, with this one as well.
    let day = 24 * 60 * 60 * 1000;
    let mut session = online(Some(Clock::Days(1)));
    for at in [0, day / 2, day] {
        move_at(&mut session, at);
    }
    take_back(&mut session, WHITE, day + day / 2);
    assert_eq!(session.deadline(), Some(day + day / 2 + day));
}

#[test]
fn f14_the_clock_never_stands_once_it_runs() {
    for (by, side, plies) in [(WHITE, Side::White, 0), (BLACK, Side::Black, 1)] {
        let mut session = online(Some(Clock::Fischer { minutes: 1, seconds: 0 }));
        move_at(&mut session, 1_000);
        move_at(&mut session, 2_000);
        take_back(&mut session, by, 3_000);
        assert_eq!((session.game.ply(), session.running()), (plies, Some(side)));
        assert_eq!(session.left(side, 13_000), Some(50_000));
        assert_eq!(session.left_to_begin(13_000), None, "it has begun");
        assert_eq!(session.end_on_time(63_001), Some(Event::OutOfTime(side)));
    }
    // A takeback of the first move, before the other has moved, begins the game anew.
    let mut session = online(Some(Clock::Fischer { minutes: 1, seconds: 0 }));
    move_at(&mut session, 1_000);
    take_back(&mut session, WHITE, 31_000);
    assert_eq!((session.running(), session.left_to_begin(32_000)), (None, Some(59_000)));
}

#[test]
fn f15_a_game_that_has_not_begun_can_be_left_by_either_without_loss() {
    for clock in [None, Some(Clock::Fischer { minutes: 3, seconds: 2 }), Some(Clock::Days(1))] {
        for plies in 0..3 {
            for by in [WHITE, BLACK] {
                let mut session = online(clock);
                play_plies(&mut session, plies);
                assert_eq!(session.can_abort(by), plies < 2);
                let done = session.command(by, &Command::Abort, session.updated);
                if plies == 2 {
                    assert_eq!(done, Err(Refusal::HasBegun));
                    continue;
                }
                done.expect("it has not begun");
                let outcome = session.game.outcome().expect("it is over");
                assert_eq!((outcome.winner, outcome.points), (None, 0));
                assert_eq!((outcome.reason.key, session.deadline()), ("aborted", None));
                let again = session.command(by, &Command::Abort, session.updated);
                assert!(matches!(again, Err(Refusal::Over(_))), "{again:?}");
                let rematch = Proposal::Rematch(NextBoard::Same);
                offer(&mut session, by, rematch).expect("the players can begin another one");
            }
        }
    }
    let mut alone = session([Seat::Human; 2], Side::White);
    assert_eq!(alone.command(WHITE, &Command::Abort, 0), Err(Refusal::NobodyToAsk));
    // Once both have moved it has begun, whatever is taken back.
    let mut session = online(None);
    play_plies(&mut session, 2);
    take_back(&mut session, WHITE, 0);
    assert_eq!(session.command(BLACK, &Command::Abort, 0), Err(Refusal::HasBegun));
}

#[test]
fn f15_a_game_in_which_nobody_moves_is_aborted_by_itself() {
    let day = 24 * 60 * 60 * 1000;
    for (clock, time) in
        [(Clock::Fischer { minutes: 3, seconds: 2 }, 60_000), (Clock::Days(2), 2 * day)]
    {
        for plies in 0..2 {
            let mut session = online(Some(clock));
            play_plies(&mut session, plies);
            let deadline = session.updated + time;
            assert_eq!(session.deadline(), Some(deadline));
            assert_eq!(session.left_to_begin(deadline - 7), Some(7));
            assert_eq!(session.end_on_time(deadline), None, "in time is in time");
            let event = session.end_on_time(deadline + 1).expect("nobody came");
            assert_eq!(event.to_string(), "abort");
            assert!(session.is_aborted() && session.deadline().is_none());
            let mut first = online(Some(clock));
            play_plies(&mut first, plies);
            assert!(first.carry_out("abort".parse().expect("an event"), deadline + 1));
            assert_eq!((first.game, first.times), (session.game, session.times));
        }
    }
    assert_eq!(online(None).deadline(), None, "without a clock there is time");
}

#[test]
fn the_clocks_stay_as_they_were_when_the_game_ended() {
    let mut session = online(Some(Clock::Fischer { minutes: 1, seconds: 0 }));
    for at in [1_000, 2_000] {
        move_at(&mut session, at);
    }
    session.command(BLACK, &Command::Resign(Side::Black), 12_000).expect("the game goes on");
    let at_end = [Some(50_000), Some(60_000)];
    assert_eq!(left(&session, 12_000), at_end, "White was to move");
    let rematch = Command::Offer(Proposal::Rematch(NextBoard::Same));
    session.command(WHITE, &rematch, 42_000).expect("the game is over");
    assert_eq!(left(&session, 42_000), at_end);
    session.command(BLACK, &Command::Accept, 52_000).expect("there is an offer");
    assert_eq!(left(&session, 52_000), at_end);
}

/// In a game by days a proposal is no move: the day goes on.
#[test]
fn what_is_proposed_gives_no_new_day() {
    const DAY: i64 = 24 * 60 * 60 * 1000;
    let mut session = online(Some(Clock::Days(1)));
    for at in [1_000, 2_000] {
        move_at(&mut session, at);
    }
    assert_eq!(session.deadline(), Some(2_000 + DAY));
    let draw = Command::Offer(Proposal::Draw);
    session.command(BLACK, &draw, DAY / 2).expect("nothing is proposed");
    session.command(WHITE, &Command::Decline, DAY / 2 + 1).expect("there is an offer");
    assert_eq!(session.deadline(), Some(2_000 + DAY));
}
