"""Real tables through the runs layer: asked or watched, every attempt is kept with what was dealt."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.desk.questions import Clock
from tests.sensors.faulty_lines import ANGEL, Line
from tests.sensors.faulty_lines import KINDS as LINE_FAULTS
from tests.sensors.lines_of_devices import SHELF, angel
from tests.sensors.simulated_blackjack import play_round, shoe
from trainer.desk.screens.home.drill_list import REAL_TABLES
from trainer.drills import families
from trainer.drills.core import Item
from trainer.drills.dealt import DealtError
from trainer.drills.replay import remake
from trainer.drills.scene import Chips
from trainer.equipment.cards import parse_cards
from trainer.games.round import Fault
from trainer.records.attempts import Attempt
from trainer.rulebooks import shipped_library
from trainer.runs.offers import Offers
from trainer.runs.plan import Plan
from trainer.runs.records_file import RecordsFile
from trainer.runs.run import Stage
from trainer.runs.trainee_records import read_records
from trainer.sensors.card_tables import BankedShoeSession, BlackjackSession, ShoeSession
from trainer.sensors.decoder import State
from trainer.sensors.dice_table import DiceSession
from trainer.sensors.events import (
    BurnEvent,
    CardEvent,
    CutEvent,
    DiceEvent,
    DirectionEvent,
    ErrorEvent,
    Event,
    LockEvent,
    MissedEvent,
    NumberEvent,
    ResultEvent,
    SignalEvent,
    StateEvent,
)
from trainer.sensors.following.baccarat import Phase, Table
from trainer.sensors.manual_input import Correction, typed_correction, typed_event
from trainer.sensors.message_events import Ball
from trainer.sensors.real_tables import KINDS, session_kind
from trainer.sensors.sessions import Origin, Session, pace_words
from trainer.sensors.simulators import simulate
from trainer.sensors.wheel_table import WheelSession

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)
END = StateEvent("standby")
TIE = ResultEvent("tie", False, False)


@pytest.fixture(scope="module")
def offers() -> Offers:
    return Offers(shipped_library())


@pytest.fixture
def recording(tmp_path: Path) -> Iterator[RecordsFile]:
    made = RecordsFile(tmp_path / "progress.db", lambda: NOW, lambda: "Croupier")
    yield made
    made.close()


def begin(kind: type[Session], game: str, offers: Offers, recording: RecordsFile, **named: Any) -> Any:
    clock = Clock()
    session = kind(Plan(rulebook="arica", game=game), offers, recording, clock, random.Random(7), **named)
    session.test_clock = clock  # type: ignore[attr-defined]
    if isinstance(session, ShoeSession) and session.table.phase is Phase.JOINING:
        session.table = Table()  # a whole coup was heard before
    return session


def attempts(recording: RecordsFile, session: Session | None = None) -> list[Attempt]:
    """What is stored, after the round of a session is over."""
    if session is not None:
        session.run.save()
    store, profile = recording.open()
    return list(store.attempts(profile))


def coup(cards: str, thirds: str = "") -> list[Event]:
    """The first four in turn, then to the hands that are named."""
    first, places, events = ["player", "banker", "player", "banker"], {"player": 0, "banker": 0}, []
    for card, to in zip(parse_cards(cards), [*first, *thirds.split()], strict=True):
        places[to] += 1
        events.append(CardEvent(str(card), to, places[to]))
    return events


def test_watched_a_right_coup_passes_without_a_word_and_every_act_is_kept(
    offers: Offers, recording: RecordsFile
) -> None:
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording, watched=True)
    for event in [*coup("2S 3D KS 2H 4C 9S", "player banker"), END]:
        assert session.hear(event) is None
        assert session.run.stage in (Stage.WAITING, Stage.ASKING)
    kept = attempts(recording, session)
    assert [(Item.parse(each.item).dealt, each.answer, each.right) for each in kept] == [
        ("2S 3D KS 2H", "player", True),
        ("2S 3D KS 2H 4C", "banker", True),
        ("2S 3D KS 2H 4C 9S", "end", True),
    ]
    assert session.table.coups == 1 and session.run.answers == 3


def test_watched_an_error_stops_with_the_coup_and_the_article(offers: Offers, recording: RecordsFile) -> None:
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording, watched=True)
    found = None
    for event in coup("9S 2D KS 3H 5C", "player"):
        found = session.hear(event)
    assert found is not None and found.id == "drew-wrongly" and found.reasons[0].cite and found.cite
    assert session.judged is not None and session.judged.mark.given == "player"
    assert session.judged.mark.mistake == "baccarat.mistake.missed-the-natural"
    assert attempts(recording, session)[-1].right is False
    assert len(session.scene.pieces) == 5, "the coup lies as it was dealt"
    session.go_on()
    for event in [*coup("9S 2D KS 3H"), END]:
        assert session.hear(event) is None
    assert session.table.coups == 1


def test_asked_before_each_act_then_the_call_and_the_boxes(offers: Offers, recording: RecordsFile) -> None:
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording)
    asked = []

    def answer_all() -> None:
        while session.run.stage is Stage.ASKING:
            question = session.run.question
            asked.append(question.item.family)
            session.run.answer(question.draft.solution)
            session.run.go_on()

    for event in [*coup("2S 3D KS 2H 4C 9S", "player banker"), END]:
        session.hear(event)
        answer_all()
    assert asked == ["next-card", "next-card", "next-card", "call-the-winner", "settle-boxes"]
    kept = attempts(recording)
    assert all(Item.parse(each.item).dealt.startswith("2S 3D KS 2H") for each in kept) and len(kept) == 5
    store, _ = recording.open()
    for each in kept:
        item = Item.parse(each.item)
        family = offers.offer("arica", "punto-banco").family(item.family)
        assert remake(item, shipped_library(), family, store.rules).question.item == item, "it can be looked at again"


def test_asked_who_deals_before_answering_has_answered_by_dealing(offers: Offers, recording: RecordsFile) -> None:
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording)
    for event in coup("2S 3D KS 2H 4C", "player"):
        session.hear(event)
    assert session.run.answers == 1 and session.run.question.item.dealt == "2S 3D KS 2H 4C"


def test_a_card_misread_is_put_right_by_hand_and_what_was_asked_about_it_is_withdrawn(
    offers: Offers, recording: RecordsFile
) -> None:
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording)
    for event in coup("2S 3D KS 5H"):
        session.hear(event)
    assert session.run.question.draft.solution == "end"
    session.correct(CardEvent("2H"))
    assert session.run.question.item.dealt == "2S 3D KS 2H" and session.run.question.draft.solution == "player"
    assert session.corrections == 1 and attempts(recording) == []


def test_everything_can_be_typed(offers: Offers, recording: RecordsFile) -> None:
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording, watched=True, fresh=True)
    for text in ("3h", "2S", "2D", "2C", "9s", "2d", "10s", "3h", "fin"):
        session.run.arrived(text)
    assert session.table.coups == 1 and session.finding is None
    with pytest.raises(DealtError):
        session.run.arrived("17")


def test_a_wheel_asks_for_the_neighbours_and_what_the_layout_pays(offers: Offers, recording: RecordsFile) -> None:
    session: WheelSession = begin(WheelSession, "roulette-american", offers, recording)
    for event in (StateEvent("place-bets"), DirectionEvent("clockwise"), StateEvent("ball-in-rim"), NumberEvent("17")):
        session.hear(event)
    asked = []
    while session.run.stage is Stage.ASKING:
        asked.append(session.run.question.item)
        session.run.answer(session.run.question.draft.solution)
        session.run.go_on()
    assert [item.family for item in asked] == ["announce", "wheel-order", "clear-and-pay", "pay-the-layout"]
    assert [item.dealt for item in asked[2:]] == ["17", "17"] and session.run.stage is Stage.WAITING
    session.run.arrived("00")
    assert session.run.question.draft.prompt.params["number"] == "00"
    session.measure(Ball(turns=1))
    assert session.scene.pieces


def test_a_watched_wheel_is_told_when_it_does_not_alternate_and_how_quick_it_is(
    offers: Offers, recording: RecordsFile
) -> None:
    session: WheelSession = begin(WheelSession, "roulette-american", offers, recording, watched=True)
    for way in ("clockwise", "clockwise"):
        for event in (DirectionEvent(way), StateEvent("ball-in-rim"), NumberEvent("17"), StateEvent("place-bets")):
            session.test_clock.pass_seconds(20)  # type: ignore[attr-defined]
            session.hear(event)
    assert [finding.id for finding in session.findings] == ["same-direction"]
    assert session.run.stage is Stage.WAITING
    words = pace_words(session)
    assert words is not None and words.params["target"] == 38


def test_dice_are_typed_and_paid(offers: Offers, recording: RecordsFile) -> None:
    session: DiceSession = begin(DiceSession, "craps", offers, recording)
    asked = []
    for text in ("3 4", "6-6", "2,2", "6 5", "1-3"):
        session.run.arrived(text) if session.run.stage is Stage.WAITING else session.hear(typed_event(text, "dice"))
        while session.run.stage is Stage.ASKING:
            asked.append(session.run.question.item.dealt)
            session.run.answer(session.run.question.draft.solution)
            session.run.go_on()
    assert asked and all("3-4 6-6 2-2 6-5 1-3".startswith(dealt) for dealt in asked)
    assert session.pace.rounds == 5 and session.scene.pieces


def test_the_dealers_hand_at_blackjack_is_watched(offers: Offers, recording: RecordsFile) -> None:
    session: BlackjackSession = begin(BlackjackSession, "blackjack", offers, recording, watched=True)
    for card in parse_cards("TS 6D 9S"):
        session.hear(CardEvent(str(card)))
    session.hear(StateEvent("hand-done"))
    session.hear(CardEvent("TH"))
    assert session.run.question.item.dealt == "6D TH"
    found = session.hear(END)
    assert found is not None and found.id == "dealer-stood-wrongly"
    assert attempts(recording, session)[-1].answer == "stand"
    session.go_on()
    assert session.run.stage is Stage.WAITING


def test_which_games_have_a_real_table(offers: Offers) -> None:
    def kind(game: str) -> type[Session] | None:
        return session_kind(offers.offer("arica", game).families)

    assert kind("punto-banco") is ShoeSession
    assert kind("blackjack") is BlackjackSession
    assert kind("roulette-american") is WheelSession
    assert kind("craps") is DiceSession
    assert kind("caribbean-stud") is None
    assert set(KINDS) == REAL_TABLES, "home offers what there is"


@pytest.mark.parametrize("ends", [StateEvent("start"), ResultEvent("forced-end", False, False)])
def test_a_coup_that_is_broken_off_is_asked_about_no_more_and_the_next_does_not_answer_for_it(
    offers: Offers, recording: RecordsFile, ends: Event
) -> None:
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording, watched=True)
    for event in [*coup("2S 3D KS 2H"), ends, BurnEvent("AH"), BurnEvent(True), *coup("8S 3D KS 2H"), END]:
        session.hear(event)
    assert attempts(recording, session) == [], "the shoe may count other coups than the dealer"
    for event in [*coup("9S 3D KS 2H"), END]:
        session.hear(event)
    assert session.finding is None and session.judged is None
    assert [(Item.parse(each.item).dealt, each.right) for each in attempts(recording, session)] == [
        ("9S 3D KS 2H", True)
    ]


@pytest.mark.parametrize("watched", [True, False])
def test_a_shoe_that_tells_cards_alone_goes_from_coup_to_coup(
    offers: Offers, recording: RecordsFile, watched: bool
) -> None:
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording, watched=watched, knows_end=False)
    for card in parse_cards("9S 3D KS 2H 2S 3D KS 2H 4C 9S 9S 3D KS 2H"):
        assert session.hear(CardEvent(str(card))) is None
    assert session.table.coups == (3 if watched else 2), "asked, the last is not over before somebody says so"
    assert all(each.right for each in attempts(recording))


def test_the_last_card_of_a_coup_lies_on_the_felt_and_can_be_corrected(offers: Offers, recording: RecordsFile) -> None:
    """The coup ends with its last card where the device does not tell the end."""
    session = begin(ShoeSession, "punto-banco", offers, recording, watched=True, knows_end=False, numbered=False)
    for card in parse_cards("9S 3D KS 2H"):
        session.hear(CardEvent(str(card)))
    assert [str(card) for card in session.places] == ["9S", "3D", "KS", "2H"] and session.table.coups == 1
    assert len(session.scene.pieces) == 4
    session.correct(CardEvent("3H"), 3)
    assert [str(card) for card in session.places] == ["9S", "3D", "KS", "3H"] and session.table.coups == 1
    unplugged = begin(ShoeSession, "punto-banco", offers, recording, watched=True)
    dealt = coup("9S 3D KS 2H")
    for event in (*dealt[:2], MissedEvent(), *dealt[2:]):
        unplugged.hear(event)
    assert [str(card) for card in unplugged.places] == ["9S", "3D", "KS", "2H"], "shown, and not judged"


def test_asked_at_a_shoe_that_tells_cards_alone_the_coup_is_over_with_the_answer_that_says_so(
    offers: Offers, recording: RecordsFile
) -> None:
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording, knows_end=False)
    for card in parse_cards("9S 3D KS 2H"):
        session.hear(CardEvent(str(card)))
    asked = []
    while session.run.stage is Stage.ASKING:
        asked.append(session.run.question.item.family)
        session.run.answer(session.run.question.draft.solution)
        session.run.go_on()
    assert asked == ["next-card", "call-the-winner", "settle-boxes"] and session.table.coups == 1


def test_the_ninth_of_a_card_in_a_shoe_of_eight_decks_is_told_once_and_stops_nothing(
    offers: Offers, recording: RecordsFile
) -> None:
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording, watched=True)
    decks = session.follower.figures.shoe.decks
    told = []
    for number in range(decks + 3):
        for event in [*coup("9S 2D KS 2H" if number % 2 else "9S 3D KC 2C"), END]:
            session.finding = None
            if found := session.hear(event):
                told.append((number, found.id, found.stops))
    assert told == [(decks, "card-too-often", False)]
    session.hear(StateEvent("start"))
    session.finding = None
    assert session.hear(BurnEvent("9S")) is None, "a new shoe is counted anew"


def test_a_number_told_twice_in_a_spin_is_one_number(offers: Offers, recording: RecordsFile) -> None:
    session: WheelSession = begin(WheelSession, "roulette-american", offers, recording, watched=True)
    for event in (StateEvent("ball-in-rim"), NumberEvent("17"), NumberEvent("17")):
        assert session.hear(event) is None
    found = session.hear(NumberEvent("18"))
    assert found is not None and found.id == "number-again" and session.spins.numbers == ("17",)
    session.hear(NumberEvent("18"), by_hand=True)  # the sensor has died, and somebody goes on by hand
    session.hear(StateEvent("ball-in-rim"))
    session.hear(NumberEvent("18"))
    assert session.spins.numbers == ("17", "18", "18") and session.pace.rounds == 3


def test_every_real_table_can_take_back_what_was_misread(offers: Offers, recording: RecordsFile) -> None:
    wheel: WheelSession = begin(WheelSession, "roulette-american", offers, recording)
    wheel.hear(NumberEvent("17"))
    wheel.correct(NumberEvent("18"))
    assert wheel.spins.numbers == ("18",) and wheel.pace.rounds == 1 and wheel.corrections == 1
    asked = [wheel.run.question, *wheel._coming]
    assert [question.item.dealt for question in asked] == ["", "", "18", "18"]
    dice: DiceSession = begin(DiceSession, "craps", offers, recording)
    dice.hear(DiceEvent("2-2"))
    dice.correct(DiceEvent("3-4"))
    assert dice.throws == ["3-4"] and dice.line.point is None
    blackjack: BlackjackSession = begin(BlackjackSession, "blackjack", offers, recording, watched=True)
    for card in parse_cards("TS 6D 9S"):
        blackjack.hear(CardEvent(str(card)))
    blackjack.correct(CardEvent("8S"))
    assert blackjack.table.hands == (tuple(parse_cards("TS 8S")),)


def test_an_act_that_only_looked_wrong_because_of_a_misread_card_is_forgotten_with_it(
    offers: Offers, recording: RecordsFile
) -> None:
    session: BlackjackSession = begin(BlackjackSession, "blackjack", offers, recording, watched=True)
    for card in parse_cards("TS 6D 9S"):
        session.hear(CardEvent(str(card)))
    session.hear(StateEvent("hand-done"))
    session.hear(CardEvent("5H"))
    assert session.hear(END) is not None and session.judged is not None
    session.correct(CardEvent("AH"))
    assert session.judged is None and session.finding is None and session.run.stage is Stage.ASKING


def test_bets_stay_from_throw_to_throw_and_the_next_shooter_has_his_own(offers: Offers, recording: RecordsFile) -> None:
    session: DiceSession = begin(DiceSession, "craps", offers, recording)

    def chips() -> set[str]:
        return {piece.spot for piece in session.scene.pieces if isinstance(piece, Chips)}

    laid, items = chips(), []
    for throw in ("2-2", "6-5", "5-3", "6-4"):  # a point of four, and nothing that ends the hand
        session.hear(DiceEvent(throw))
        while session.run.stage is Stage.ASKING:
            items.append(session.run.question.item)
            session.run.answer(session.run.question.draft.solution)
            session.run.go_on()
    assert laid & chips() and session.line.point == 4
    assert len({item.seed for item in items}) <= 1 and all("2-2 6-5".startswith(i.dealt[:7]) for i in items)
    session.hear(DiceEvent("3-4"))
    assert session.throws[-1] == "3-4" and session.line.point is None
    session.hear(DiceEvent("6-5"))
    assert session.throws == ["6-5"], "the next shooter's hand"
    for each in items:
        family = offers.offer("arica", "craps").family(each.family)
        assert family.make_dealt(session.rules, each.level, each.dealt, each.seed).item == each


@pytest.mark.parametrize("dice", ["3", "1-2-3"])
def test_what_is_no_throw_of_two_dice_counts_for_nothing(offers: Offers, recording: RecordsFile, dice: str) -> None:
    session: DiceSession = begin(DiceSession, "craps", offers, recording)
    session.hear(DiceEvent(dice))
    assert session.throws == [] and session.pace.rounds == 0


def test_at_chemin_de_fer_the_points_hand_is_asked_and_a_free_bank_is_not_bound(
    offers: Offers, recording: RecordsFile
) -> None:
    plan = Plan(rulebook="baleares", game="chemin-de-fer")
    session = BankedShoeSession(plan, offers, recording, Clock(), random.Random(7))
    for event in coup("2S 3D KS 2H"):
        session.hear(event)
    assert session.run.question.item.family == "point-hand" and session.run.question.item.dealt == "2S KS"
    session.run.answer(session.run.question.draft.solution)
    for event in [*coup("2S 3D KS 2H 4C 9S", "player banker")[4:], END]:
        assert session.hear(event) is None
    for event in [*coup("2S 3D KS 2H 4C", "player"), END]:
        assert session.hear(event) is None, "the bank may stand as well"
    found = None
    for event in [*coup("2S 3D KS 2H"), END]:
        found = session.hear(event)
    assert found is not None and found.id == "stood-wrongly", "the point must draw"
    assert session.cannot_see is not None and session.cannot_see.id == "sensors.table.bank-not-seen"


def test_so_many_boxes_of_blackjack_from_the_next_round_on(offers: Offers, recording: RecordsFile) -> None:
    session: BlackjackSession = begin(BlackjackSession, "blackjack", offers, recording, watched=True)
    session.play_boxes(3)
    for card in parse_cards("TS 9S 8S 6D TD 9D 8D"):
        session.hear(CardEvent(str(card)))
    assert [len(hand) for hand in session.table.hands] == [2, 2, 2] and len(session.table.dealer) == 1
    session.play_boxes(1)
    assert session.boxes == 3, "not in the middle of a round"
    at_shoe: dict[str, Any] = {"watched": True, "origin": Origin.DEVICE}
    told = begin(BlackjackSession, "blackjack", offers, recording, tells_signals=True, **at_shoe)
    assert told.cannot_see.id == "sensors.table.not-numbered", "this device tells what each hand does"
    assert len(session.scene.pieces) >= 7


# ── what counts ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("watched", [True, False])
@pytest.mark.parametrize("origin", Origin)
def test_what_a_simulator_or_a_recording_gives_never_counts_and_has_no_pace(
    offers: Offers, recording: RecordsFile, origin: Origin, watched: bool
) -> None:
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording, watched=watched, origin=origin)
    for _ in range(40):
        for event in [*coup("2S 3D KS 2H 4C 9S", "player banker"), END]:
            session.test_clock.pass_seconds(4)  # type: ignore[attr-defined]
            session.hear(event)
            while session.run.stage is Stage.ASKING and not watched:
                session.run.answer(session.run.question.draft.solution)
                session.run.go_on()
    kept = attempts(recording)
    is_real = origin in (Origin.DEVICE, Origin.HAND)
    assert kept and {each.counts for each in kept} == {is_real} and all(each.right for each in kept)
    assert (pace_words(session) is not None) == is_real
    ledger = read_records(recording).ledger
    assert bool(ledger.rungs) == is_real and bool(ledger.abilities) == is_real


def test_a_shoe_that_tells_no_hands_earns_nothing_by_being_watched(offers: Offers, recording: RecordsFile) -> None:
    """Every card is laid by the drawing table, so every act would be right."""
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording, watched=True, knows_end=False)
    for card in parse_cards("9S 3D KS 2H 2S 3D KS 2H 4C 9S"):
        session.hear(CardEvent(str(card)))
    assert session.table.coups == 2 and session.tells_hands is False and attempts(recording) == []


@pytest.mark.parametrize("lost", range(6))
@pytest.mark.parametrize("watched", [True, False])
def test_a_lost_report_is_never_stored_as_a_mistake(
    offers: Offers, recording: RecordsFile, lost: int, watched: bool
) -> None:
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording, watched=watched)
    first: list[Event] = [*coup("2S 3D KS 2H 4C 9S", "player banker"), ResultEvent("player", False, False), END]
    first[lost] = MissedEvent(1)
    for event in [*first, *coup("9S 3D KS 2H"), END]:
        session.hear(event)
        while session.run.stage is Stage.ASKING and not watched:
            session.run.answer(session.run.question.draft.solution)
            session.run.go_on()
    kept = attempts(recording, session)
    assert all(each.right for each in kept) and session.judged is None
    assert any(Item.parse(each.item).dealt == "9S 3D KS 2H" for each in kept), "the next coup is judged"


@pytest.mark.parametrize("seconds", [7, 8])
def test_what_follows_a_pause_of_the_line_is_never_stored_as_a_mistake(
    offers: Offers, recording: RecordsFile, seconds: int
) -> None:
    """In eight seconds nine reports may be lost, after which the numbers go on as if nothing had happened."""
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording, watched=True)
    for event in coup("2S 2D 2H 2C"):
        session.hear(event)
    session.test_clock.pass_seconds(seconds)  # type: ignore[attr-defined]
    session.hear(TIE)
    is_doubtful = seconds == 8
    assert session.finding is not None and session.finding.doubt is is_doubtful
    assert [each.right for each in attempts(recording, session)] == ([] if is_doubtful else [False])


@pytest.mark.parametrize("seconds", [7, 8])
def test_while_a_question_is_open_nine_reports_may_be_lost_as_well(
    offers: Offers, recording: RecordsFile, seconds: int
) -> None:
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording, origin=Origin.DEVICE)
    for event in coup("2S 2D 2H 2C"):
        session.hear(event)
    session.test_clock.pass_seconds(seconds)  # type: ignore[attr-defined]
    session.run.answer(session.run.question.draft.solution)
    session.hear(TIE)
    assert session.finding is not None and session.finding.doubt is (seconds == 8)


def test_no_answer_counts_about_a_coup_in_which_the_line_was_silent(offers: Offers, recording: RecordsFile) -> None:
    """The fourth card may be of the next coup."""
    counted = []
    for seconds in (7, 8):
        session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording, origin=Origin.DEVICE)
        cards = coup("2S 3D KS 2H")
        for event in cards[:3]:
            session.hear(event)
        session.test_clock.pass_seconds(seconds)  # type: ignore[attr-defined]
        session.hear(cards[3])
        assert session.run.stage is Stage.ASKING
        counted.append(session.run.counts)
    assert counted == [True, False]


def test_the_dealer_answers_only_questions_about_the_cards_that_lie_there(
    offers: Offers, recording: RecordsFile
) -> None:
    """A coup whose end is in doubt leaves no question behind that the acts of the next coup would answer."""
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording, watched=True)
    for event in coup("2S 2D 2H 2C"):
        session.hear(event)
    session.test_clock.pass_seconds(11)  # type: ignore[attr-defined]
    session.hear(TIE)  # after a pause: a doubt
    wins = ResultEvent("player", False, False)
    for event in [*coup("9S 3D KS 2H"), wins, *coup("2S 3D KS 2H 4C 9S", "player banker"), wins]:
        session.hear(event)
    assert [(Item.parse(each.item).dealt, each.answer, each.right) for each in attempts(recording, session)] == [
        ("2S 3D KS 2H", "player", True),
        ("2S 3D KS 2H 4C", "banker", True),
        ("2S 3D KS 2H 4C 9S", "end", True),
    ]


GIVEN_UP: dict[str, list[Event]] = {
    "silently": [],
    "standing by": [END],
    "switched on again": [StateEvent("start")],
    "button": [ErrorEvent("button", False)],
    "locked": [LockEvent(True), LockEvent(False)],
    "report lost": [MissedEvent(1)],
    "plugged in again": [MissedEvent()],
    "ended by force": [ResultEvent("forced-end", False, False)],
}


@pytest.mark.parametrize("told", range(1, 5))
@pytest.mark.parametrize("how", GIVEN_UP)
def test_a_shoe_that_begins_anew_in_a_coup_blames_nobody_for_the_rest_of_it(
    offers: Offers, recording: RecordsFile, told: int, how: str
) -> None:
    """The dealer does right. The shoe takes a card in the middle of his coup for the first of another one, which then
    seems to be over too early when he ends his own."""
    if (told, how) == (4, "report lost"):
        return  # the report may be the result
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording, watched=True)
    cards = "2S 3D KS 2H 4C 9S".split()
    first, rest = cards[:told], cards[told:]
    counted = [(to, number) for number in (1, 2, 3) for to in ("player", "banker")]
    events: list[Event] = [CardEvent(card, *counted[at]) for at, card in enumerate(first)]
    events += [*GIVEN_UP[how], *(CardEvent(card, *counted[at]) for at, card in enumerate(rest))]
    for event in [*events, ResultEvent("player", False, False)]:
        found = session.hear(event)
        assert found is None or found.doubt
    kept = attempts(recording, session)
    assert all((Item.parse(each.item).dealt, each.answer) == ("2S 3D KS 2H", "player") for each in kept)
    for event in [END, *coup("9S 3D KS 2H"), ResultEvent("player", False, False), END]:
        session.hear(event)
    for event in [*coup("9S 3D KS 2H 5C", "player"), TIE]:
        session.hear(event)
    assert [each.right for each in attempts(recording, session)][-1:] == [False], "judged again after a whole coup"


def real_acts(line: Line) -> set[tuple[str, str]]:
    """What the dealer of a line did after the first four cards of each coup: the cards that lay there, and the act."""
    acts: set[tuple[str, str]] = set()
    cards: list[str] = []
    for event in line.decoder.feed(State(), b"".join(report.raw for report in line.reports)).in_order():
        if isinstance(event, CardEvent):
            acts.add((" ".join(cards), event.to))
            cards.append(event.card)
        elif isinstance(event, ResultEvent):
            acts.add((" ".join(cards), "end"))
            cards = []
        elif event == StateEvent("standby"):
            cards = []
    return acts


@pytest.mark.parametrize("kind", LINE_FAULTS)
def test_after_a_fault_of_the_line_only_what_the_dealer_did_is_stored(
    offers: Offers, recording: RecordsFile, kind: str
) -> None:
    line = Line(ANGEL, offers.offer("arica", "punto-banco").rules, seed=5, rounds=3)
    acts, stored = real_acts(line), 0
    for place in range(len(line.reports)):
        if kind not in line.kinds_at(place):
            continue
        session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording, watched=True)
        state, skipped = State(), range(0)
        for number, report in enumerate(line.reports):
            session.test_clock.pass_seconds(1.2)  # type: ignore[attr-defined]
            if number in skipped:
                continue
            pieces = [report.raw]
            if number == place:
                pieces = [] if kind in ("lost", "unplugged", "unheard") else [report.raw, report.raw]
                if kind == "cannot-read":
                    pieces = [angel(chr(report.raw[1]), "E", 0xC1)]
                if kind == "unplugged":
                    state = State()
                    session.hear(MissedEvent())
                skipped = range(place, place + {"unplugged": 7, "unheard": 9}.get(kind, 0))
            for piece in pieces:
                found = line.decoder.feed(state, piece)
                state = found.state
                for event in found.in_order():
                    session.hear(event)
        for each in session.run.answered:
            assert each.mark.right and (each.question.item.dealt, each.mark.given) in acts, (place, each.mark)
        stored += len(session.run.answered)
    assert stored > len(line.reports), "the coups before and after the fault are judged"


def test_the_cut_card_in_a_coup_asks_nothing_twice(offers: Offers, recording: RecordsFile) -> None:
    """Otherwise the next card would answer the question about the card before it."""
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording, watched=True)
    cards = coup("2S 3D KS 2H 4C 9S", "player banker")
    for event in [*cards[:4], CutEvent(True), cards[4], CutEvent(True), cards[5], ResultEvent("player", False, False)]:
        session.hear(event)
    assert [(each.answer, each.right) for each in attempts(recording, session)] == [
        ("player", True), ("banker", True), ("end", True),
    ]  # fmt: skip


@pytest.mark.parametrize("numbered", [True, False])
def test_what_could_not_be_proved_wrong_is_not_stored_as_right(
    offers: Offers, recording: RecordsFile, numbered: bool
) -> None:
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording, watched=True, numbered=numbered)
    for event in coup("2S 3D KS 2H 4C 9S", "player banker"):
        session.test_clock.pass_seconds(11 if numbered else 1)  # type: ignore[attr-defined]
        assert session.hear(event) is None
    assert attempts(recording) == []


def test_at_blackjack_a_correction_asks_once_and_a_round_under_way_is_not_judged(
    offers: Offers, recording: RecordsFile
) -> None:
    session: BlackjackSession = begin(BlackjackSession, "blackjack", offers, recording)
    events: list[Event] = [CardEvent(str(card)) for card in parse_cards("TS 6D 9S")]
    for event in [*events, StateEvent("hand-done"), CardEvent("TH")]:
        session.hear(event)
    session.correct(CardEvent("4H"), 3)
    assert session.run.question.item.dealt == "6D 4H" and not session._coming
    at_shoe: dict[str, Any] = {"watched": True, "origin": Origin.DEVICE}
    session = begin(BlackjackSession, "blackjack", offers, recording, **at_shoe)
    late = [*events[2:], *events, StateEvent("hand-done"), CardEvent("TH")]
    found = [session.hear(event) for event in [*late, *events]]
    assert all(each is None or each.doubt for each in found) and attempts(recording) == []
    for event in [END, *events, StateEvent("hand-done"), CardEvent("TH")]:
        session.hear(event)
    found_now = session.hear(END)
    assert found_now is not None and found_now.doubt, "a word of the players may be missing"
    assert attempts(recording, session) == []


@pytest.mark.parametrize("forgotten", range(2))
def test_a_word_that_was_not_typed_beside_a_shoe_is_no_mistake_of_the_dealer(
    offers: Offers, recording: RecordsFile, forgotten: int
) -> None:
    session: BlackjackSession = begin(
        BlackjackSession, "blackjack", offers, recording, watched=True, origin=Origin.DEVICE, seats=2
    )
    stand = SignalEvent("stand")
    session.hear(END)
    words: list[Event] = [stand, stand]
    words[forgotten] = BurnEvent(True)
    cards = [CardEvent(str(card)) for card in parse_cards("TS 9S 6D 9D 8H TH 5C")]
    for event in [*cards[:5], *words, *cards[5:], END]:
        found = session.hear(event)
        assert found is None or found.doubt
    assert attempts(recording, session) == []


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("rulebook", ["arica", "puerto-rico"])
def test_a_word_that_was_forgotten_at_blackjack_typed_by_hand_blames_nobody(
    offers: Offers, recording: RecordsFile, rulebook: str, seats: int
) -> None:
    """The dealer does right in every round; of its words one is not typed."""
    rng = random.Random(f"forgotten {rulebook} {seats}")
    plan, rules = Plan(rulebook=rulebook, game="blackjack"), offers.offer(rulebook, "blackjack").rules
    clock, told = Clock(), 0
    session = BlackjackSession(plan, offers, recording, clock, random.Random(7), watched=True, seats=seats)
    for _ in range(3):
        cards = shoe(rng, rules)
        while len(cards) > 100:
            events = play_round(rng, rules, seats, cards).events
            words = [at for at, event in enumerate(events) if isinstance(event, SignalEvent)]
            if words:
                del events[rng.choice(words)]
            for event in [*events, END]:
                found = session.hear(event, by_hand=True)
                if found is not None:
                    assert found.doubt or found.fault is Fault.DREW_WRONGLY, (
                        "until a later word shows that one is missing"
                    )
                    told += found.doubt
                session.finding = None
    assert all(each.right for each in attempts(recording, session)) and told


@pytest.mark.parametrize("slip", ["twice", "early", "late"])
@pytest.mark.parametrize("rulebook", ["arica", "bolivia"])
def test_a_slip_in_the_words_of_blackjack_typed_by_hand_is_no_mistake_of_the_dealer(
    offers: Offers, recording: RecordsFile, rulebook: str, slip: str
) -> None:
    """The dealer does right in every round; one of its words is typed in another place."""
    rng = random.Random(f"slip {rulebook} {slip}")
    plan, rules = Plan(rulebook=rulebook, game="blackjack"), offers.offer(rulebook, "blackjack").rules
    session = BlackjackSession(plan, offers, recording, Clock(), random.Random(7), watched=True, seats=3)
    told = 0
    for _ in range(5):
        cards = shoe(rng, rules)
        while len(cards) > 100:
            events = play_round(rng, rules, 3, cards).events
            words = [at for at, event in enumerate(events) if isinstance(event, SignalEvent)]
            if words:
                at = rng.choice(words)
                word = events[at] if slip == "twice" else events.pop(at)
                events.insert(at - 1 if slip == "early" else at + 1, word)
            for event in [*events, END]:
                session.hear(event, by_hand=True)
            told += session.finding is not None
            session.go_on()
    assert all(each.right for each in attempts(recording, session)) and told


def test_what_no_player_does_shows_that_a_word_was_typed_in_another_place(
    offers: Offers, recording: RecordsFile
) -> None:
    """The second hand seems to stand with eight, and its card to be the dealer's."""
    stand = SignalEvent("stand")
    for surplus in (0, 1):
        session: BlackjackSession = begin(BlackjackSession, "blackjack", offers, recording, watched=True, seats=2)
        cards = [CardEvent(str(card)) for card in parse_cards("TS 3S TD 9D 5H TH 7C AC")]
        for event in [*cards[:5], stand, *[stand] * surplus, cards[5], stand, *cards[6:]]:
            session.hear(event, by_hand=True)
        assert session.finding is not None and session.finding.doubt is bool(surplus)


def test_at_blackjack_typed_by_hand_the_dealer_is_judged_when_every_hand_was_told(
    offers: Offers, recording: RecordsFile
) -> None:
    session: BlackjackSession = begin(BlackjackSession, "blackjack", offers, recording, watched=True, seats=2)
    stand = SignalEvent("stand")
    cards: list[Event] = [CardEvent(str(card)) for card in parse_cards("TS 9S 6D 9D 8H TH AC 5C")]
    told = [*cards[:5], stand, stand, *cards[5:]]
    for event in told:
        session.hear(event, by_hand=True)
    assert session.finding is not None and session.finding.id == "dealer-drew-wrongly" and not session.finding.doubt
    session.hear(stand, by_hand=True)
    assert session.finding is None and session.judged is None, "that cannot be: a word before was forgotten"
    session.hear(END, by_hand=True)
    for event in [*told, END]:
        session.hear(event, by_hand=True)
    assert [(each.answer, each.right) for each in attempts(recording, session)][-1] == ("draw", False)


def test_a_second_mistake_is_shown_although_nobody_has_read_the_first(offers: Offers, recording: RecordsFile) -> None:
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording, watched=True)
    for event in [*coup("2S 3D KS 2H"), TIE, *coup("9S 3D KS 2H"), END]:
        session.hear(event)
    assert session.finding is not None and session.finding.id == "stood-wrongly", "until it is confirmed"
    for event in coup("9S 3D KS 2H 5C", "player"):
        session.hear(event)
    assert session.judged is not None and session.judged.question.item.dealt == "9S 3D KS 2H"
    assert session.finding is not None and session.finding.id == "drew-wrongly"
    assert [(each.answer, each.right) for each in attempts(recording, session)] == [
        ("end", False), ("end", True), ("player", False),
    ]  # fmt: skip


def test_a_doubt_is_told_and_not_judged(offers: Offers, recording: RecordsFile) -> None:
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording, watched=True, numbered=False)
    for event in [*coup("2S 3D KS 2H"), END]:
        session.hear(event)
    assert session.finding is not None and session.finding.doubt and session.judged is None
    assert attempts(recording) == []


def test_a_mistake_that_only_a_misread_card_showed_is_not_stored(offers: Offers, recording: RecordsFile) -> None:
    """The dealer did right; the shoe told 2H as 5H, which made a natural."""
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording, watched=True)
    for event in coup("2S 3D KS 5H 4C", "player"):
        session.hear(event)
    assert session.judged is not None
    session.correct(CardEvent("2H"), 3)
    assert session.judged is None and session.run.answered == []
    for event in [CardEvent("9S", "banker", 3), ResultEvent("player", False, False), *coup("9S 3D KS 2H")]:
        session.hear(event)
    assert [(Item.parse(each.item).dealt, each.right) for each in attempts(recording)] == [
        ("2S 3D KS 2H 4C", True),
        ("2S 3D KS 2H 4C 9S", True),
    ]


def test_a_coup_that_is_corrected_after_its_end_stays_ended(offers: Offers, recording: RecordsFile) -> None:
    """The cut card comes out behind it, so another coup is dealt; at this table none follows one in progress."""
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording, watched=True)
    cards, end = coup("9S 3D KS 2H"), ResultEvent("player", False, False)
    for event in [*cards[:2], ErrorEvent("cannot-read", False), cards[3], end]:
        session.hear(event)
    session.correct(CardEvent("KS"))
    assert session.table.phase is Phase.BETWEEN and session.table.coups == 1
    assert [str(card) for card in session.places] == ["9S", "3D", "KS", "2H"]
    for event in [CutEvent(True), END, cards[0]]:
        session.hear(event)
    assert session.finding is None


def test_a_coup_that_was_given_up_can_be_corrected_without_a_word(offers: Offers, recording: RecordsFile) -> None:
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording, watched=True)
    for event in [*coup("2S 3D KS 2H"), ResultEvent("forced-end", False, False)]:
        session.hear(event)
    session.correct(CardEvent("4H"), 3)
    assert session.finding is None and session.table.coups == 0 and session.table.phase is Phase.BETWEEN


def test_the_last_round_of_a_real_table_is_stored_when_it_is_left(offers: Offers, recording: RecordsFile) -> None:
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording, watched=True)
    for event in [*coup("9S 3D KS 2H"), END]:
        session.hear(event)
    assert attempts(recording) == []
    session.run.leave()
    assert [each.right for each in attempts(recording)] == [True]


def test_a_correction_of_cards_that_did_not_come_here_changes_nothing(offers: Offers, recording: RecordsFile) -> None:
    """The front of a class corrects the fourth card of a coup that this laptop heard from its second card on."""
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording, watched=True)
    session.table = Table(Phase.JOINING)
    for event in coup("2S 3D KS 2H")[1:]:
        session.hear(event)
    session.correct(CardEvent("9H"), 3)
    session.correct(CardEvent("9H"), 0)
    for event in [CardEvent("9C", "player", 3), CardEvent("9C", "banker", 3), TIE]:
        session.hear(event)
    assert session.finding is None and attempts(recording) == []


def test_asked_about_a_coup_that_the_shoe_may_count_wrongly_no_answer_counts(
    offers: Offers, recording: RecordsFile
) -> None:
    """The shoe was switched off and on after two cards. Time to think about a question is no pause of the line."""
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording, origin=Origin.DEVICE)
    counted = []
    ends = ResultEvent("player", False, False)
    for events in (
        [*coup("9S 3D KS 2H")[:2], StateEvent("start"), *coup("9S 3D KS 2H"), ends],
        *([*coup("2S 3D KS 2H 4C 9S", "player banker"), ends] for _ in range(3)),
    ):
        before = len(session.run.answered)
        for event in events:
            session.test_clock.pass_seconds(2)  # type: ignore[attr-defined]
            session.hear(event)
            while session.run.stage is Stage.ASKING:
                session.test_clock.pass_seconds(20)  # type: ignore[attr-defined]
                session.run.answer(session.run.question.draft.solution)
                session.run.go_on()
        counted.append({each.counts for each in session.run.answered[before:]})
    assert counted == [{False}, {True}, {True}, {True}]


def test_nothing_is_asked_while_cards_are_inserted_into_a_coup_of_which_nobody_knows_how_many_are_missing(
    offers: Offers, recording: RecordsFile
) -> None:
    """The shoe was switched off and on after five cards; it takes the sixth for the first of a coup."""
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording)
    for event in [*coup("2S 3D KS 2H 4C", "player"), StateEvent("start"), CardEvent("9S", "player", 1)]:
        session.hear(event)
    for place, card in enumerate(("2S", "3D", "KS", "2H", "4C")):
        session.correct(CardEvent(card), place, inserts=True)
        assert session.run.stage is Stage.WAITING
    assert [str(card) for card in session.places] == "2S 3D KS 2H 4C 9S".split()


def test_a_correction_does_not_make_a_coup_whole_of_which_cards_are_missing(
    offers: Offers, recording: RecordsFile
) -> None:
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording, watched=True)
    cards = coup("2S 3D KS 2H 4C 9S", "player banker")
    for event in [*cards[:1], MissedEvent(), *cards[3:4]]:
        session.hear(event)
    session.correct(CardEvent("AS"), 0)
    for event in [*cards[4:], TIE]:
        session.hear(event)
    session.run.save()
    assert session.finding is None or session.finding.doubt
    assert attempts(recording) == []


def test_any_card_of_a_coup_is_put_right_by_its_place(offers: Offers, recording: RecordsFile) -> None:
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording)
    for event in coup("2S 3D KS 5H"):
        session.hear(event)
    session.correct(CardEvent("9S"), 0)
    assert [str(card) for card in session.places] == ["9S", "3D", "KS", "5H"]
    assert session.run.question.item.dealt == "9S 3D KS 5H" and session.run.question.draft.solution == "end"
    session.correct(CardEvent("2C"), 1)
    session.correct(CardEvent("AS"), 2, inserts=True)
    assert [str(card) for card in session.places] == ["9S", "2C", "AS", "KS", "5H"]
    assert session.corrections == 3 and attempts(recording) == []


def test_a_card_that_was_not_read_is_entered_without_naming_its_place(offers: Offers, recording: RecordsFile) -> None:
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording)
    events: list[Event] = [*coup("2S 3D KS 2H")]
    events[1] = ErrorEvent("cannot-read", True)
    for event in events:
        session.hear(event)
    assert session.places[1] is None and session.unread == 1 and session.run.stage is Stage.WAITING
    assert [piece.face_up for piece in session.scene.pieces] == [True, True, False, True]  # type: ignore[union-attr]
    session.correct(CardEvent("3D"))
    assert session.run.question.item.dealt == "2S 3D KS 2H" and session.unread == 0


@pytest.mark.parametrize(
    ("text", "place", "inserts"), [("8H", None, False), ("2 8h", 1, False), ("+2 8h", 1, True), ("+5 8H", 4, True)]
)
def test_how_a_correction_is_typed(text: str, place: int | None, inserts: bool) -> None:
    assert typed_correction(text, "cards", 4) == Correction(CardEvent("8H"), place, inserts)


@pytest.mark.parametrize("text", ["5 8H", "0 8H", "+6 8H", "2 8X", "99999999999 8H"])
def test_a_correction_that_names_no_card_says_so(text: str) -> None:
    with pytest.raises(DealtError):
        typed_correction(text, "cards", 4)


GAMES_AT_A_SHOE = [
    (rulebook, game)
    for rulebook in shipped_library().rulebooks()
    for game in shipped_library().games(rulebook)
    if session_kind(families(game)) is ShoeSession
]


@pytest.mark.parametrize(("rulebook", "game"), GAMES_AT_A_SHOE)
@pytest.mark.parametrize("profile", ["angel-eye-ii-ex", "bee-tek", "open-line", "keyboard-wedge"])
def test_a_simulated_shoe_is_watched_to_its_end_without_a_word(
    offers: Offers, recording: RecordsFile, rulebook: str, game: str, profile: str
) -> None:
    plan = Plan(rulebook=rulebook, game=game)
    knows_end = profile == "angel-eye-ii-ex"
    session = ShoeSession(plan, offers, recording, Clock(), random.Random(7), watched=True, knows_end=knows_end)
    events = [event for each in simulate(SHELF.profile(profile), session.follower.figures, 3) for event in each.events]
    follower, table, ended = session.follower, session.table, 0
    for event in events:
        step = follower.hear(table, event)
        assert step.finding is None, (event, step.finding)
        table, ended = step.table, ended + (step.ended is not None)
    assert ended >= 30
