use katarenga_rules::{BoardCode, GameKind, Setup};

use super::*;
use crate::limits::MAX_EVENTS;

mod clock;

fn session(seats: [Seat; 2], first: Side) -> Session {
    let kind = GameKind::Congress;
    let game =
        Game::new(kind, BoardCode::REFERENCE, Setup { first, layout: 0 }).expect("the board suits");
    Session::new(Head {
        id: "a".to_owned(),
        owner: WHITE,
        start: game.start_board_position(),
        seats,
        players: seats.map(|seat| (seat == Seat::Human).then(|| player(WHITE))),
        series: "a".to_owned(),
        number: 1,
        target: None,
        clock: None,
        is_public: false,
        has_chat: false,
        created: 0,
    })
}

/// Two visitors, each in a place of their own.
const WHITE: i64 = 1;
const BLACK: i64 = 2;

fn player(visitor: i64) -> Player {
    Player { visitor, name: None }
}

fn online(clock: Option<Clock>) -> Session {
    let head = session([Seat::Human; 2], Side::White).head;
    Session::new(Head {
        players: [WHITE, BLACK].map(|visitor| Some(player(visitor))),
        clock,
        ..head
    })
}

/// The visitor who plays the side to move.
fn mover(session: &Session) -> i64 {
    session.head.visitor_of(session.game.turn()).expect("a visitor")
}

fn play_plies(session: &mut Session, plies: usize) {
    for _ in 0..plies {
        let (by, path) = (mover(session), path(session));
        session.command(by, &Command::Move(path), session.updated + 1000).expect("legal");
    }
}

fn computer() -> Seat {
    Seat::Computer(Level::ALL[0])
}

fn path(session: &Session) -> Vec<String> {
    session.game.legal_moves()[0].path().iter().map(ToString::to_string).collect()
}

/// A session and the texts of its events.
fn after(mut session: Session, commands: usize) -> (Session, Vec<String>) {
    let mut events = Vec::new();
    for _ in 0..commands {
        let event = match session.computer_to_move() {
            Some(_) => session.play(session.game.legal_moves()[0], 0).expect("legal"),
            None => session.command(WHITE, &Command::Move(path(&session)), 0).expect("legal"),
        };
        events.push(event.to_string());
    }
    (session, events)
}

/// An agreed draw in a game that is over can't be carried out, whatever allowed it.
#[test]
fn an_event_that_does_not_fit_the_game_is_impossible() {
    let mut session = online(None);
    session.command(WHITE, &Command::Resign(Side::White), 1).expect("it goes on");
    let revision = session.revision;
    session.offer = Some(Offer { side: Side::White, what: Proposal::Draw, revision });
    let refused = session.command(BLACK, &Command::Accept, 2);
    assert_eq!(refused, Err(Refusal::Impossible));
}

#[test]
fn undo_goes_back_to_the_turn_of_somebody_at_the_screen() {
    for (seats, first, plies, expected) in [
        ([Seat::Human, computer()], Side::White, 0, None),
        ([Seat::Human, computer()], Side::White, 1, Some(1)),
        ([Seat::Human, computer()], Side::White, 2, Some(2)),
        ([Seat::Human, computer()], Side::Black, 1, None),
        ([Seat::Human, computer()], Side::Black, 3, Some(2)),
        ([Seat::Human, Seat::Human], Side::White, 3, Some(1)),
        ([computer(), computer()], Side::White, 3, None),
    ] {
        let (session, _) = after(session(seats, first), plies);
        assert_eq!(session.undoable(), expected, "{seats:?} {first} {plies}");
    }
}

#[test]
fn redo_goes_on_to_the_next_turn_of_somebody_at_the_screen() {
    let mut session = after(session([Seat::Human; 2], Side::White), 3).0;
    for _ in 0..3 {
        session.command(WHITE, &Command::Undo, 0).expect("there is a move");
    }
    assert_eq!(session.redoable(), Some(1));
    session.command(WHITE, &Command::Redo, 0).expect("there is one");
    assert_eq!((session.game.ply(), session.game.undone()), (1, 2));
}

#[test]
fn a_session_comes_back_from_its_events() {
    let (mut session, mut events) = after(session([Seat::Human; 2], Side::White), 5);
    for command in [Command::Undo, Command::Undo, Command::Redo, Command::Resign(Side::Black)] {
        events.push(session.command(WHITE, &command, 0).expect("it can be done").to_string());
    }
    let numbered: Vec<_> = (1..).zip(events).map(|(number, what)| (number, what, 0)).collect();
    let again = Session::rebuild(session.head.clone(), numbered.clone()).expect("they fit");
    assert_eq!(again.game, session.game);
    assert_eq!(again.revision, 9);
    for (number, what) in
        [(10, "undo 9"), (10, "move a1"), (10, "sing loud"), (10, "accept white"), (11, "undo 1")]
    {
        let mut wrong = numbered.clone();
        wrong.push((number, what.to_owned(), 0));
        let refused = Session::rebuild(session.head.clone(), wrong);
        assert!(refused.is_err(), "{number} {what}");
    }
}

#[test]
fn nobody_acts_for_the_computer_nor_after_the_end() {
    let mut session = session([computer(), Seat::Human], Side::White);
    let refused = session.command(WHITE, &Command::Move(path(&session)), 0);
    assert_eq!(refused, Err(Refusal::Computers(Side::White)));
    let refused = session.command(WHITE, &Command::Resign(Side::White), 0);
    assert_eq!(refused, Err(Refusal::Computers(Side::White)));
    assert_eq!(session.resignable(WHITE).collect::<Vec<_>>(), [Side::Black]);
    session.command(WHITE, &Command::Resign(Side::Black), 0).expect("the game goes on");
    for command in [
        Command::Move(vec!["a4".to_owned()]),
        Command::Undo,
        Command::Redo,
        Command::Resign(Side::Black),
    ] {
        let refused = session.command(WHITE, &command, 0);
        assert!(matches!(refused, Err(Refusal::Over(_))), "{command:?}: {refused:?}");
    }
    assert_eq!(session.resignable(WHITE).collect::<Vec<_>>(), []);
    assert_eq!(session.revision, 1);
}

fn offer(session: &mut Session, by: i64, what: Proposal) -> Result<Event, Refusal> {
    session.command(by, &Command::Offer(what), session.updated)
}

fn answer(session: &mut Session, by: i64, command: &Command) -> Result<Event, Refusal> {
    session.command(by, command, session.updated)
}

#[test]
fn each_plays_their_own_side_alone() {
    let mut session = online(None);
    let own = path(&session);
    let refused = session.command(BLACK, &Command::Move(own.clone()), 0);
    assert_eq!(refused, Err(Refusal::NotYourTurn(Side::White)));
    let refused = session.command(BLACK, &Command::Resign(Side::White), 0);
    assert_eq!(refused, Err(Refusal::NotYourSide(Side::White)));
    session.command(WHITE, &Command::Move(own), 0).expect("legal");
    let path = path(&session);
    let refused = session.command(WHITE, &Command::Move(path), 0);
    assert_eq!(refused, Err(Refusal::NotYourTurn(Side::Black)));
    for command in [Command::Undo, Command::Redo] {
        assert_eq!(session.command(WHITE, &command, 0), Err(Refusal::NeedsConsent));
    }
    assert_eq!(session.revision, 1);
}

#[test]
fn a_draw_is_agreed_on_by_the_other_side() {
    let mut session = online(None);
    play_plies(&mut session, 3);
    offer(&mut session, WHITE, Proposal::Draw).expect("it can be proposed");
    // The own draw offer is accepted by nobody but the other side.
    let refused = answer(&mut session, WHITE, &Command::Accept);
    assert_eq!(refused, Err(Refusal::NothingProposed));
    assert_eq!(offer(&mut session, BLACK, Proposal::Takeback), Err(Refusal::AnswerFirst));
    answer(&mut session, BLACK, &Command::Decline).expect("there is an offer");
    assert_eq!(offer(&mut session, WHITE, Proposal::Draw), Err(Refusal::ProposedBefore));
    play_plies(&mut session, 1);
    offer(&mut session, WHITE, Proposal::Draw).expect("something was played since");
    play_plies(&mut session, 1);
    assert!(session.offer.is_some(), "one can move and wait for the answer");
    answer(&mut session, BLACK, &Command::Accept).expect("there is an offer");
    let outcome = session.game.outcome().expect("the game is over");
    assert_eq!((outcome.winner, outcome.reason.key), (None, "agreement"));
    for what in [Proposal::Draw, Proposal::Takeback] {
        assert!(matches!(offer(&mut session, WHITE, what), Err(Refusal::Over(_))));
    }
}

#[test]
fn an_offer_lapses_when_the_other_side_moves_on() {
    for what in [Proposal::Draw, Proposal::Takeback] {
        let mut session = online(None);
        play_plies(&mut session, 2);
        offer(&mut session, BLACK, what).expect("it can be proposed");
        play_plies(&mut session, 1);
        assert_eq!(session.offer, None, "{what:?}");
        assert_eq!(answer(&mut session, WHITE, &Command::Accept), Err(Refusal::NothingProposed));
    }
}

#[test]
fn a_takeback_leads_to_the_turn_of_its_proposer() {
    for plies in 1..8 {
        for (side, by, other) in [(Side::White, WHITE, BLACK), (Side::Black, BLACK, WHITE)] {
            let mut session = online(Some(Clock::Fischer { minutes: 5, seconds: 0 }));
            play_plies(&mut session, plies);
            let has_moved = plies > side.index();
            let asked = offer(&mut session, by, Proposal::Takeback);
            if !has_moved {
                assert_eq!(asked, Err(Refusal::NothingToUndo));
                continue;
            }
            assert_eq!(session.game.ply(), plies, "asking takes nothing back");
            answer(&mut session, other, &Command::Accept).expect("there is an offer");
            assert_eq!(session.game.turn(), side, "{plies} {side}");
            let back = plies - session.game.ply();
            assert!(back == 1 || back == 2, "{plies} {side}");
            assert_eq!(
                session.running(),
                (plies >= 2).then_some(side),
                "it runs once it has begun"
            );
        }
    }
}

#[test]
fn proposals_keep_nobody_from_moving() {
    let mut session = online(Some(Clock::Fischer { minutes: 5, seconds: 0 }));
    play_plies(&mut session, 3);
    // Black is to move, and White proposes one thing after the other.
    let mut made = 0;
    for _ in 0..3000 {
        for what in [Proposal::Draw, Proposal::Takeback] {
            made += usize::from(offer(&mut session, WHITE, what).is_ok());
            let _ = answer(&mut session, WHITE, &Command::Decline);
        }
    }
    assert_eq!(made, 2, "each once in a position");
    // Even a game in which very much was done goes on.
    session.revision = MAX_EVENTS;
    play_plies(&mut session, 1);
    session.revision = MAX_EVENTS;
    assert_eq!(offer(&mut session, WHITE, Proposal::Draw), Err(Refusal::TooLong));
}

#[test]
fn a_rematch_is_proposed_after_the_end_alone() {
    let mut session = online(None);
    let rematch = Proposal::Rematch(NextBoard::Same);
    assert_eq!(offer(&mut session, WHITE, rematch), Err(Refusal::GoesOn));
    session.command(WHITE, &Command::Resign(Side::White), 0).expect("the game goes on");
    offer(&mut session, BLACK, rematch).expect("the game is over");
    assert_eq!(answer(&mut session, BLACK, &Command::Accept), Err(Refusal::NothingProposed));
    answer(&mut session, WHITE, &Command::Accept).expect("there is an offer");
    assert_eq!(session.offer, None);
}

#[test]
fn a_game_with_one_visitor_has_nobody_to_ask() {
    let (mut session, _) = after(session([Seat::Human, computer()], Side::White), 2);
    for what in Proposal::ALL {
        assert_eq!(offer(&mut session, WHITE, what), Err(Refusal::NobodyToAsk));
    }
    for command in [Command::Accept, Command::Decline] {
        assert_eq!(answer(&mut session, WHITE, &command), Err(Refusal::NobodyToAsk));
    }
}

/// One asks for a takeback, and the other agrees.
fn take_back(session: &mut Session, by: i64, at: i64) {
    session.command(by, &Command::Offer(Proposal::Takeback), at).expect("it can be proposed");
    session.command(WHITE + BLACK - by, &Command::Accept, at).expect("there is an offer");
}

fn move_at(session: &mut Session, at: i64) {
    let (by, path) = (mover(session), path(session));
    session.command(by, &Command::Move(path), at).expect("legal");
}

#[test]
fn f13_what_was_proposed_before_a_takeback_can_be_proposed_after_another_move() {
    for what in [Proposal::Takeback, Proposal::Draw] {
        let mut session = online(None);
        play_plies(&mut session, 1);
        if what == Proposal::Draw {
            offer(&mut session, WHITE, what).expect("it can be proposed");
            answer(&mut session, BLACK, &Command::Decline).expect("there is an offer");
        }
        take_back(&mut session, WHITE, 0);
        // As many plies as before, and not the same game.
        play_plies(&mut session, 1);
        offer(&mut session, WHITE, what).expect("something was played since");
        answer(&mut session, BLACK, &Command::Decline).expect("there is an offer");
        assert_eq!(offer(&mut session, WHITE, what), Err(Refusal::ProposedBefore), "{what:?}");
    }
}

#[test]
fn f13_one_takeback_after_the_other_leads_to_the_start() {
    let mut session = online(None);
    play_plies(&mut session, 6);
    for ply in [4, 2, 0] {
        take_back(&mut session, WHITE, 0);
        assert_eq!(session.game.ply(), ply);
    }
    assert_eq!(offer(&mut session, WHITE, Proposal::Takeback), Err(Refusal::NothingToUndo));
}

#[test]
fn f13_a_rematch_that_was_withdrawn_can_be_proposed_again_and_a_declined_one_not() {
    let mut session = online(None);
    session.command(WHITE, &Command::Resign(Side::White), 0).expect("the game goes on");
    let [same, random] = [NextBoard::Same, NextBoard::Random].map(Proposal::Rematch);
    for _ in 0..3 {
        offer(&mut session, WHITE, same).expect("it was withdrawn");
        answer(&mut session, WHITE, &Command::Decline).expect("there is an offer");
    }
    offer(&mut session, WHITE, same).expect("it was withdrawn");
    answer(&mut session, BLACK, &Command::Decline).expect("there is an offer");
    assert_eq!(offer(&mut session, WHITE, same), Err(Refusal::ProposedBefore));
    assert_eq!(session.proposable(WHITE).collect::<Vec<_>>(), [random]);
    offer(&mut session, BLACK, same).expect("the side that declined can propose it");
    answer(&mut session, WHITE, &Command::Accept).expect("there is an offer");
}

#[test]
fn f17_two_equal_proposals_are_an_agreement() {
    let mut session = online(None);
    play_plies(&mut session, 3);
    offer(&mut session, WHITE, Proposal::Draw).expect("it can be proposed");
    assert_eq!(session.proposable(BLACK).count(), 0, "there is one to be answered");
    let event = offer(&mut session, BLACK, Proposal::Draw).expect("both want it");
    assert_eq!(event, Event::Accept(Side::Black));
    assert_eq!(session.game.ending(), Some(Ending::Agreed));
    let [same, random] = [NextBoard::Same, NextBoard::Random].map(Proposal::Rematch);
    offer(&mut session, BLACK, random).expect("the game is over");
    assert_eq!(offer(&mut session, WHITE, same), Err(Refusal::AnswerFirst), "another board");
    assert_eq!(offer(&mut session, BLACK, random), Err(Refusal::AnswerFirst), "one's own");
    let event = offer(&mut session, WHITE, random).expect("both want it");
    assert_eq!((event, session.offer), (Event::Accept(Side::White), None));
}

#[test]
fn f17_of_two_takebacks_what_both_want_is_taken_back() {
    for plies in [2, 3, 6, 7] {
        for (first, second) in [(WHITE, BLACK), (BLACK, WHITE)] {
            let mut session = online(Some(Clock::Fischer { minutes: 5, seconds: 3 }));
            play_plies(&mut session, plies);
            let last = !session.game.turn();
            offer(&mut session, first, Proposal::Takeback).expect("it can be proposed");
            let event = offer(&mut session, second, Proposal::Takeback).expect("both want it");
            assert_eq!(event, Event::Undo(1), "the last move alone");
            assert_eq!((session.game.turn(), session.offer), (last, None));
            assert_eq!(session.game.ply(), plies - 1);
        }
    }
}

#[test]
fn f17_an_equal_proposal_that_crossed_is_known_from_one_that_comes_too_late() {
    let mut session = online(None);
    play_plies(&mut session, 3);
    let draw = Command::Offer(Proposal::Draw);
    offer(&mut session, WHITE, Proposal::Draw).expect("it can be proposed");
    assert!(session.is_crossed_by(&draw, 3));
    assert!(!session.is_crossed_by(&draw, 2), "a move was played since");
    assert!(!session.is_crossed_by(&Command::Offer(Proposal::Takeback), 3));
    // The offer stands, and White's next move is news.
    session.command(BLACK, &Command::Decline, 0).expect("there is an offer");
    assert!(!session.is_crossed_by(&draw, 3));
}

#[test]
fn the_first_player_alternates_but_after_a_game_that_was_aborted() {
    for (command, first) in
        [(Command::Resign(Side::White), Side::Black), (Command::Abort, Side::White)]
    {
        let mut session = online(None);
        session.command(WHITE, &command, 1).expect("the game goes on");
        let code = BoardCode::REFERENCE;
        let next = session.next_game(("b".to_owned(), 2), code, 2).expect("the board suits");
        assert_eq!(next.game.start().core().first(), first, "{command:?}");
        // Both players and the rest are as before.
        let Head { id, number, created, ref start, .. } = next.head.clone();
        assert_eq!((id.as_str(), number, created), ("b", 2, 2));
        assert_eq!(next.head, Head { id, number, created, start: start.clone(), ..session.head });
    }
}

#[test]
fn what_was_declined_is_shown_until_something_else_is_done() {
    let mut session = online(None);
    play_plies(&mut session, 2);
    session.command(BLACK, &Command::Offer(Proposal::Draw), 5_000).expect("nothing is proposed");
    session.command(WHITE, &Command::Decline, 6_000).expect("there is an offer");
    let declined = session.declined.map(|(offer, by)| (offer.what, offer.side, by));
    assert_eq!(declined, Some((Proposal::Draw, Side::Black, Side::White)));
    play_plies(&mut session, 1);
    assert_eq!(session.declined, None);
}
