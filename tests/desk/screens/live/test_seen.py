"""What a dealer sees of what happens: hands over the rail, chips and cards on their way, and a guide that fits."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec import structs
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.desk.screens.live.guided import HandClock, open_shift
from tests.live.shifts import opened, step_until
from trainer.desk.screens.live.console import ConsoleLine, Line
from trainer.desk.screens.live.report import habit_words
from trainer.desk.screens.live.scenes import live_scene, with_irregularities
from trainer.desk.screens.live.screen import LiveScreen
from trainer.desk.screens.live.texts import ActWords, first_act
from trainer.desk.style.style import current_style, use_style
from trainer.desk.table.animation import Sliding
from trainer.desk.table.arrangement import StackPlace
from trainer.drills.scene import CardPiece, Chips, DicePiece, Scene
from trainer.games.round import Act, Fault, Finding, Incident, State
from trainer.live.debrief import Debrief, Habit, Moment
from trainer.live.keys import SPACE, Keyboard
from trainer.live.pointing import point, seat_of_spot
from trainer.live.score import Score
from trainer.live.spelling import spell


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def screen(qtbot: QtBot, clock: HandClock) -> LiveScreen:
    made = LiveScreen(clock)
    qtbot.addWidget(made)
    made.resize(1366, 768)
    made.show()
    return made


def due_until(screen: LiveScreen, clock: HandClock, do: str) -> Act:
    """Do what is due until an act with this verb is; returns that act."""
    table = screen.table
    assert table is not None
    for _ in range(4000):
        clock.pass_by(100)
        screen.tick()
        act = first_act(table.due())
        if act is not None and screen.console.guide.line.keys:
            if act.do == do:
                return act
            for key in spell(screen.keyboard, act, table.state, screen.typed):
                screen.press(key)
    raise AssertionError(f"{do} is never due")


def signal_shown(screen: LiveScreen, clock: HandClock) -> tuple[int, str]:
    """Ask players what they do until one shows it; returns his seat and the signal."""
    for _ in range(4000):
        if screen.felt._signals:
            return next(iter(screen.felt._signals.items()))
        clock.pass_by(100)
        screen.tick()
        assert screen.table is not None
        act = first_act(screen.table.due())
        if act is not None and screen.console.guide.line.keys:
            for key in spell(screen.keyboard, act, screen.table.state, screen.typed):
                screen.press(key)
    raise AssertionError("nobody shows anything")


# ── the felt ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_hand_signal_is_shown_at_the_players_box_as_long_as_he_shows_it(screen: LiveScreen, clock: HandClock) -> None:
    open_shift(screen, "arica/blackjack")
    seat, _ = signal_shown(screen, clock)
    hand, box = screen.felt.hand_box(seat), screen.felt._shown_felt().spot(f"bet:{seat}").centre
    assert not hand.contains(box)  # the bet stays in sight
    assert hand.width() * screen.felt._scale() >= 60  # pixels
    for _ in range(20):
        clock.pass_by(400)
        screen.tick()
    assert seat not in screen.felt._signals


def test_at_roulette_the_chips_of_a_payment_go_from_the_rack_to_the_player(
    screen: LiveScreen, clock: HandClock
) -> None:
    use_style(structs.replace(current_style(), motion=True))
    open_shift(screen, "arica/roulette-american")
    act = due_until(screen, clock, "pay")
    for key in spell(screen.keyboard, act, screen.table.state, screen.typed):  # type: ignore[union-attr]
        screen.press(key)
    sliding = screen.felt._on_way
    assert sliding is not None
    place, way = sliding.leaving[-1]
    assert isinstance(place, StackPlace)
    assert place.spot == "rack"
    assert (place.at + way).y() < screen.felt._shown_felt().spot("even").centre.y()  # towards the players


def test_cards_that_are_picked_up_go_to_the_discards_and_lie_there(screen: LiveScreen, clock: HandClock) -> None:
    open_shift(screen, "arica/punto-banco")
    act = due_until(screen, clock, "pick-up")
    felt = screen.felt._shown_felt()
    before, scene = screen.felt._places, live_scene(screen.table)  # type: ignore[arg-type]
    screen.perform(act)
    after = screen.felt._places
    gone = [place for place in before if isinstance(place.piece, CardPiece) and place.spot != "discard"]
    sliding = Sliding(felt, before, after, scene)
    home = felt.spot("discard").centre
    assert gone
    assert [place.at + way for place, way in sliding.leaving] == [home] * len(gone)
    assert [place.spot for place in after if isinstance(place.piece, CardPiece)] == ["discard"]


@pytest.mark.parametrize(("name", "rack"), [("puerto-rico/pai-gow-poker", "inventory"), ("arica/blackjack", "rack")])
def test_lost_chips_go_to_the_rack_of_every_table(screen: LiveScreen, clock: HandClock, name: str, rack: str) -> None:
    open_shift(screen, name)
    act = due_until(screen, clock, "take")
    before, scene = screen.felt._places, live_scene(screen.table)  # type: ignore[arg-type]
    screen.perform(act)
    felt = screen.felt._shown_felt()
    ends = [place.at + way for place, way in Sliding(felt, before, screen.felt._places, scene).leaving]
    assert ends
    assert all(end == felt.spot(rack).centre for end in ends)


def test_the_discards_are_empty_after_the_shuffle_and_not_after_the_burn() -> None:
    table = opened("arica/blackjack")
    for do, lies in (("shuffle", False), ("burn", False), ("open", True)):
        act = step_until(table, do)
        pieces = [piece for piece in live_scene(table).pieces if piece.spot == "discard"]
        assert bool(pieces) == lies
        table.perform(act)


# ── pointing ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_any_pocket_of_the_wheel_and_the_large_wheel_arm_the_spin(screen: LiveScreen, clock: HandClock) -> None:
    open_shift(screen, "arica/roulette-american")
    assert screen.table is not None
    assert point(screen.keyboard, screen.typed, "pocket:17", screen.table.state) == (SPACE,)
    QTest.mouseClick(screen.console.wheel, Qt.MouseButton.LeftButton, pos=QPoint(60, 40))
    assert screen.typed.verb == "chance"


def test_the_number_that_is_called_can_be_pointed_at(screen: LiveScreen, clock: HandClock) -> None:
    open_shift(screen, "arica/roulette-american")
    due_until(screen, clock, "call")
    table = screen.table
    assert table is not None
    came = str(table.state.number)
    for key in "cr":
        screen.press(key)
    screen._hand.point(f"straight-up:{came}", None)
    assert table.record.acts[-1][1].facts["number"] == came


# ── words ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def words_at(name: str) -> ActWords:
    table = opened(name)
    return ActWords(table, Keyboard(table.rules, 9))


def test_a_hand_is_named_with_its_preposition() -> None:
    act = Act("deal", topic="player", facts={"face": "down"})
    assert words_at("arica/punto-banco").act(act, current_style()) == "dar una carta tapada al punto"


def test_which_of_two_calls_is_due_is_said() -> None:
    act = Act("call", topic="blackjack-or-not", facts={"blackjack": False})
    assert words_at("arica/blackjack").act(act, current_style()) == "cantar: «No hay Black Jack»"


def test_what_came_too_early_names_what_comes_first() -> None:
    words = words_at("arica/roulette-american")
    steps = list(words.table.rules.procedure)
    found = Finding(Fault.TOO_EARLY, step=steps[1], needs=steps[0])
    assert words.finding(found, current_style()).endswith(f"; antes: {words.step(steps[0], current_style())}")


def test_two_habits_of_the_same_fault_are_told_apart() -> None:
    habits, moments = [], []
    for number, (do, step) in enumerate((("deal", "first-cards"), ("ask", "ask-hands"))):
        found = Finding(Fault.WRONG_ORDER, number, step=step)
        habits.append(Habit("wrong-order", step, "order", "", 2, (1, 2)))
        moments.append(Moment(1, number, 0, found, "minor", Act(do), None, None))
    score = Score(2, 100, 100, 100, 100, 0, 0, {}, Fraction(0), Fraction(0))
    shown = Debrief(score, (), tuple(moments), tuple(habits), 0, 0, {})
    assert habit_words(shown, current_style()) == ["orden equivocado: dar (2)", "orden equivocado: preguntar (2)"]
    assert habit_words(structs.replace(shown, habits=(habits[0],)), current_style()) == ["orden equivocado (2)"]


def test_a_payment_that_was_put_right_is_no_mistake_any_more(screen: LiveScreen, clock: HandClock) -> None:
    open_shift(screen, "arica/roulette-american")
    act = due_until(screen, clock, "pay")
    for key in ("p", str(act.seat), "1", "k", "Enter"):
        screen.press(key)
    assert screen.console.guide.line.lead == "Error:"
    for key in ("Backspace", "Enter"):
        screen.press(key)
    assert (screen.console.guide.line.lead, screen.console.guide.line.role) == ("Corregido:", "right")


@pytest.mark.parametrize("width", (470, 690, 900))
def test_the_keys_of_the_guide_are_never_cut(qtbot: QtBot, width: int) -> None:
    line = ConsoleLine()
    qtbot.addWidget(line)
    line.resize(width, line.height())
    says = "pagar 18.000 a Pilar (4): Banca; comisión 2.000 · 20.000 − 2.000"
    line.show_line(Line("Ahora:", says, ("P", "Mayús B", "4", "18000", "%", "2000", "Intro")))
    line.grab()
    assert line.caps.right() <= width


# ── irregularities ───────────────────────────────────────────────────────────────────────────────────────────────────


def state_with(incident: str, **facts: Any) -> State:
    return State(incidents=(Incident(incident, 0, **facts),))


@pytest.mark.parametrize(
    ("event", "lie"),
    [
        ("die-leaning", [("dice", "2", ""), ("wall", "4", "leaning")]),
        ("die-on-chips", [("dice", "2", ""), ("pass-line@3", "4", "")]),
        ("die-on-floor", [("dice", "2", "")]),
        ("dice-broken", [("dice", "2-4", "broken")]),
        ("short-of-wall", [("dice", "2-4", "")]),
    ],
)
def test_dice_lie_where_an_irregular_throw_left_them(event: str, lie: list[tuple[str, str, str]]) -> None:
    bet = Chips(spot="pass-line@3", counts={"5": 1})
    scene = Scene(felt="craps", pieces=(bet, DicePiece(spot="dice", roll="2-4")))
    for closed in (False, True):  # the dice stay there until they are passed on
        pieces = with_irregularities(scene, state_with(event, closed=closed)).pieces
        assert [(each.spot, each.roll, each.state) for each in pieces if isinstance(each, DicePiece)] == lie


def test_a_card_that_was_seen_lies_face_up_until_it_was_dealt_with() -> None:
    hidden = CardPiece(spot="hand:2", card="KC", face_up=False)
    scene = Scene(felt="house-poker", pieces=(structs.replace(hidden, spot="hand:1"), hidden))
    shown = with_irregularities(scene, state_with("player-card-seen", seat=2))
    assert shown.pieces[1] == structs.replace(hidden, face_up=True)
    assert shown.pieces[0] == scene.pieces[0]
    at_the_shoe = with_irregularities(scene, state_with("card-face-up", card="3S")).pieces[-1]
    assert at_the_shoe == CardPiece(spot="shoe", card="3S")
    assert with_irregularities(scene, state_with("player-card-seen", seat=2, closed=True)) == scene


def test_the_stack_for_which_an_amount_is_typed_is_seen_closely(screen: LiveScreen, clock: HandClock) -> None:
    """Chips on a craps felt are small: who pays a bet sees its stack, and no other, as large as under the pointer."""
    open_shift(screen, "arica/craps")
    due_until(screen, clock, "dice")
    assert screen.table is not None
    bet = screen.table.state.bets[-1]
    paying = Act("pay", seat=bet.seat, bet=bet.bet, on=bet.on, amount=bet.stake)
    for key in spell(screen.keyboard, paying, screen.table.state)[:-2]:  # without the amount
        assert screen.felt._counted == frozenset()
        screen.press(key)
    [(spot, owner)] = screen.felt._counted
    assert (owner, spot.partition("@")[0]) == (bet.seat, bet.bet)
    for key in ("=", "Enter"):
        screen.press(key)
    assert screen.felt._counted == frozenset()


def test_what_was_wrong_in_a_round_is_not_pushed_away_by_what_a_player_says(
    screen: LiveScreen, clock: HandClock
) -> None:
    open_shift(screen, "arica/craps", level=2, rounds=2)
    assert screen.table is not None
    for key in ("c", "o"):
        screen.press(key)
    while not screen.table.state.bets or screen.table.bets_to_come:
        clock.pass_by(100)
        screen.tick()
    shooter = next(act for step in screen.table.due() for act in step.acts if act.do == "dice")
    for key in spell(screen.keyboard, shooter, screen.table.state):
        screen.press(key)
    while screen.table.state.roll is None:
        clock.pass_by(100)
        screen.tick()
    for key in (".",):
        screen.press(key)
    verdict = screen.console.guide.line
    assert verdict.says.startswith("Errores de la ronda 1")
    clock.pass_by(1000)
    screen.tell(Line(says="1 Jack: Me falta dinero."))
    assert screen.console.guide.line == verdict
    clock.pass_by(5000)
    screen.tell(Line(says="1 Jack: Me falta dinero."))
    assert screen.console.guide.line.says == "1 Jack: Me falta dinero."


@pytest.mark.parametrize("name", ["arica/punto-banco", "puerto-rico/three-card-poker", "arica/blackjack"])
def test_the_stacks_of_a_player_are_seen_closely_where_no_bet_is_named(
    screen: LiveScreen, clock: HandClock, name: str
) -> None:
    open_shift(screen, name)
    due_until(screen, clock, "close")
    assert screen.table is not None
    seat = screen.table.state.bets[0].seat
    for key in ("p", str(seat)):
        screen.press(key)
    own = {bet.bet for bet in screen.table.state.bets if bet.seat == seat}
    assert len(screen.felt._counted) == len(own)
    assert {seat_of_spot(spot) if owner is None else owner for spot, owner in screen.felt._counted} == {seat}
