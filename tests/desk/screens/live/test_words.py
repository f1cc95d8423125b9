"""What the live table says: acts, calls and events as sentences, never as ids or data."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from tests.live.shifts import ONE_OF_EACH, opened, step_until
from trainer.desk.screens.live.console import Line
from trainer.desk.screens.live.phrases import Phrases, key_caps
from trainer.desk.screens.live.screen import LiveScreen
from trainer.desk.screens.live.texts import ActWords, key_words
from trainer.desk.style.style import current_style, use_style
from trainer.games.round import Act
from trainer.live.keys import ENTER, Keyboard, Typed
from trainer.live.perfect import Dealer
from trainer.live.spelling import as_typed, begun_number, grouped, spell
from trainer.live.table import LiveTable
from trainer.live.words import spoken
from trainer.texts import Language, Names

_DATA = re.compile(r"[{}\[\]_]|\b[a-z]+-[a-z]+-[a-z]+\b")  # a dictionary, a list, an id


def words_of(table: LiveTable) -> ActWords:
    colours = {seat: guest.colour for seat, guest in table.guests.items()}
    return ActWords(table, Keyboard(table.rules, 9, colours))


@pytest.mark.parametrize("name", [*ONE_OF_EACH, "baleares/roulette-french", "puerto-rico/three-card-poker"])
def test_every_act_of_a_shift_is_a_sentence(name: str) -> None:
    table = opened(name, level=5, rounds=6)
    dealer = Dealer(table)
    while not table.over:
        dealer.play_round()
    words, style = words_of(table), current_style()
    said = {words.act(act, style) for played in table.log for _, act in played.acts if act.by == "dealer"}
    said |= {words.happened(act, {}, style) for played in table.log for _, act in played.acts if act.by == "table"}
    assert [sentence for sentence in sorted(said) if _DATA.search(sentence)] == []


def test_a_change_names_money_and_chips_as_they_are_typed() -> None:
    table = opened("arica/roulette-american", pinned=[(1, "leaving", 3)])
    act = step_until(table, "change")
    while act.topic != "cash-out":
        table.perform(act)
        act = step_until(table, "change")
    count = act.facts["takes"][table.guests[3].colour]
    said = words_of(table).act(act, current_style())
    assert f"{count} fichas de su color" in said
    assert " en fichas de " in said


def test_who_leaves_says_how_many_chips_are_to_be_changed() -> None:
    table = opened("arica/roulette-american", pinned=[(1, "leaving", 3)])
    act = step_until(table, "change")
    while act.topic != "cash-out":
        table.perform(act)
        act = step_until(table, "change")
    wish = table.affairs.wish(3)
    assert wish is not None
    assert str(act.facts["takes"][table.guests[3].colour]) in wish.es


def test_a_call_with_one_figure_says_it() -> None:
    table = opened("bolivia/punto-banco")
    act = Act("call", topic="player-stands", facts={"total": 7})
    assert words_of(table).act(act, current_style()) == "cantar: «El punto se planta con 7»"


def test_two_bets_of_a_kind_are_paid_together_as_the_keys_say() -> None:
    """The keys name the bet and not its spot, so that the words must name the same amount."""
    table = opened("baleares/roulette-french", level=1, rounds=60)
    keyboard = Keyboard(table.rules, 9)
    for _ in range(2000):
        act = step_until(table, "pay")
        typed = as_typed(keyboard, act, table.state)
        if typed.amount != act.amount:
            twin = sum(bet.bet == act.bet and bet.seat == act.seat for bet in table.state.bets)
            assert twin > 1
            return
        table.perform(act)
    raise AssertionError("no player had two winning bets of a kind")


def test_a_void_throw_says_what_was_wrong_with_it() -> None:
    table = opened("baleares/craps")
    event = next(iter(table.company.stageable()))
    words = words_of(table)
    said = words.happened(Act("throw", "table", facts={"dice": [3, 6], "event": event}), {}, current_style())
    assert said.startswith("Dados: 3 y 6. Atención: ")
    assert words.subject(event, current_style()) in said


def test_figures_in_what_players_say_are_written_as_in_the_language() -> None:
    line = spoken(Names(es="Cambio de {amount}.", en="Chips for {amount}."), {"amount": 20000})
    assert (line.es, line.en) == ("Cambio de 20.000.", "Chips for 20,000.")


def test_a_call_of_figures_alone_is_named_by_them() -> None:
    table = opened("arica/roulette-american")
    words = words_of(table)
    buttons = {words.call_button(key, current_style()) for key in words.keyboard.calls.values()}
    assert "par o impar, falta o pasa" in buttons
    assert not [label for label in buttons if not re.search(r"\w", label)]


def test_typed_amounts_are_grouped_as_everywhere() -> None:
    table = opened("arica/blackjack")
    words = words_of(table)
    line = Phrases(words.keyboard, words).line(Typed("pay", ("1", *"12500.5")), table.state, None, current_style())
    assert "12.500,5 " in line.says


def test_nothing_stays_in_a_language_that_was_left(qtbot) -> None:
    screen = LiveScreen(lambda: 0)
    qtbot.addWidget(screen)
    screen.begin(opened("arica/blackjack"))
    screen.stop()
    screen.tell(Line(says="La bola pierde velocidad."))
    use_style(replace(current_style(), language=Language.EN))
    screen.restyle()
    assert screen.console.guide.line.says != "La bola pierde velocidad."


def test_a_number_of_which_figures_are_typed_stays_whole_in_the_keys() -> None:
    table = opened("arica/roulette-american", level=1, seed=5)
    pay = replace(step_until(table, "pay"), amount=270_000, bet="", on=None)
    board, style = Keyboard.of_table(table), current_style()
    typed, shown = Typed(), []
    for key in spell(board, pay, table.state):
        keys = spell(board, pay, table.state, typed)
        begun = begun_number(board, typed, keys[0], table.state)
        shown.append(key_caps(grouped(board, keys, table.state, typed), style, begun))
        typed, _ = board.press(typed, key, table.state)
    number = "270000"
    assert [caps[0] for caps in shown] == ["P", str(pay.seat), *[number] * 4, key_words(ENTER, style)]
