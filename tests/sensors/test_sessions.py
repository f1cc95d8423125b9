"""Real tables through the runs layer: asked or watched, every attempt is kept with what was dealt."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.desk.questions import Clock
from trainer.desk.home.drill_list import REAL_TABLES
from trainer.drills.core import Item
from trainer.drills.dealt import DealtError
from trainer.drills.remaking import remake
from trainer.equipment.cards import parse_cards
from trainer.records.attempts import Attempt
from trainer.rulebooks import shipped_library
from trainer.runs.offers import Offers
from trainer.runs.plan import Plan
from trainer.runs.recording import Recording
from trainer.runs.run import Stage
from trainer.sensors.building import Ball
from trainer.sensors.events import CardEvent, DiceEvent, DirectionEvent, Event, NumberEvent, StateEvent
from trainer.sensors.sessions import (
    KINDS,
    BlackjackSession,
    DiceSession,
    Session,
    ShoeSession,
    WheelSession,
    pace_words,
    session_kind,
)

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)
END = StateEvent("standby")


@pytest.fixture(scope="module")
def offers() -> Offers:
    return Offers(shipped_library())


@pytest.fixture
def recording(tmp_path: Path) -> Iterator[Recording]:
    made = Recording(tmp_path / "progress.db", lambda: NOW, lambda: "Croupier")
    yield made
    made.close()


def begin(kind: type[Session], game: str, offers: Offers, recording: Recording, **named: Any) -> Any:
    clock = Clock()
    session = kind(Plan(rulebook="arica", game=game), offers, recording, clock, random.Random(7), **named)
    session.test_clock = clock  # type: ignore[attr-defined]
    return session


def attempts(recording: Recording) -> list[Attempt]:
    store, profile = recording.open()
    return list(store.attempts(profile))


def coup(cards: str, thirds: str = "") -> list[Event]:
    """The first four in turn, then to the hands that are named."""
    first, places, events = ["player", "banker", "player", "banker"], {"player": 0, "banker": 0}, []
    for card, to in zip(parse_cards(cards), [*first, *thirds.split()], strict=True):
        places[to] += 1
        events.append(CardEvent(str(card), to, places[to]))
    return events


def test_watched_a_right_coup_passes_without_a_word_and_every_act_is_kept(offers: Offers, recording: Recording) -> None:
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording, watched=True)
    for event in [*coup("2S 3D KS 2H 4C 9S", "player banker"), END]:
        assert session.hear(event) is None
        assert session.run.stage in (Stage.WAITING, Stage.ASKING)
    kept = attempts(recording)
    assert [(Item.parse(each.item).dealt, each.answer, each.right) for each in kept] == [
        ("2S 3D KS 2H", "player", True),
        ("2S 3D KS 2H 4C", "banker", True),
        ("2S 3D KS 2H 4C 9S", "end", True),
    ]
    assert session.table.coups == 1 and session.run.answers == 3


def test_watched_an_error_stops_with_the_coup_and_the_article(offers: Offers, recording: Recording) -> None:
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording, watched=True)
    found = None
    for event in coup("9S 2D KS 3H 5C", "player"):
        found = session.hear(event)
    assert found is not None and found.id == "drew-when-over" and found.reasons[0].cite
    assert session.judged is not None and session.judged.mark.given == "player"
    assert session.judged.mark.mistake == "baccarat.mistake.missed-the-natural"
    assert attempts(recording)[-1].right is False
    assert len(session.scene.pieces) == 5, "the coup lies as it was dealt"
    session.go_on()
    for event in [*coup("9S 2D KS 3H"), END]:
        assert session.hear(event) is None
    assert session.table.coups == 1


def test_asked_before_each_act_then_the_call_and_the_boxes(offers: Offers, recording: Recording) -> None:
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


def test_asked_who_deals_before_answering_has_answered_by_dealing(offers: Offers, recording: Recording) -> None:
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording)
    for event in coup("2S 3D KS 2H 4C", "player"):
        session.hear(event)
    assert session.run.answers == 1 and session.run.question.item.dealt == "2S 3D KS 2H 4C"


def test_a_card_misread_is_put_right_by_hand_and_what_was_asked_about_it_is_withdrawn(
    offers: Offers, recording: Recording
) -> None:
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording)
    for event in coup("2S 3D KS 5H"):
        session.hear(event)
    assert session.run.question.draft.solution == "end"
    session.correct(CardEvent("2H"))
    assert session.run.question.item.dealt == "2S 3D KS 2H" and session.run.question.draft.solution == "player"
    assert session.corrections == 1 and attempts(recording) == []


def test_everything_can_be_typed(offers: Offers, recording: Recording) -> None:
    session: ShoeSession = begin(ShoeSession, "punto-banco", offers, recording, watched=True, fresh=True)
    for text in ("3h", "2S", "2D", "2C", "9s", "2d", "10s", "3h", "fin"):
        session.run.arrived(text)
    assert session.table.coups == 1 and session.finding is None
    with pytest.raises(DealtError):
        session.run.arrived("17")


def test_a_wheel_asks_for_the_neighbours_and_what_the_layout_pays(offers: Offers, recording: Recording) -> None:
    session: WheelSession = begin(WheelSession, "roulette-american", offers, recording)
    for event in (StateEvent("place-bets"), DirectionEvent("clockwise"), StateEvent("ball-in-rim"), NumberEvent("17")):
        session.hear(event)
    asked = []
    while session.run.stage is Stage.ASKING:
        asked.append(session.run.question.item)
        session.run.answer(session.run.question.draft.solution)
        session.run.go_on()
    assert [item.family for item in asked] == ["wheel-order", "pay-the-layout"]
    assert asked[1].dealt == "17" and session.run.stage is Stage.WAITING
    session.run.arrived("00")
    assert session.run.question.draft.prompt.params["number"] == "00"
    session.measure(Ball(turns=1))
    assert session.scene.pieces


def test_a_watched_wheel_is_told_when_it_does_not_alternate_and_how_quick_it_is(
    offers: Offers, recording: Recording
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


def test_dice_are_typed_and_paid(offers: Offers, recording: Recording) -> None:
    session: DiceSession = begin(DiceSession, "craps", offers, recording)
    session.run.arrived("3 4")
    assert session.run.question.item.dealt == "3-4"
    session.run.answer(session.run.question.draft.solution)
    session.run.go_on()
    session.hear(DiceEvent("6-6"))
    assert session.run.question.item.dealt == "6-6" and session.scene.pieces


def test_the_dealers_hand_at_blackjack_is_watched(offers: Offers, recording: Recording) -> None:
    session: BlackjackSession = begin(BlackjackSession, "blackjack", offers, recording, watched=True)
    for card in parse_cards("TS 6D 9S"):
        session.hear(CardEvent(str(card)))
    session.hear(StateEvent("hand-done"))
    session.hear(CardEvent("TH"))
    assert session.run.question.item.dealt == "6D TH"
    found = session.hear(END)
    assert found is not None and found.id == "dealer-stood"
    assert attempts(recording)[-1].answer == "stand"
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
