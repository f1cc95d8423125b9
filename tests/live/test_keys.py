"""Keys of the live table: what is typed is what is done, and no key knows what is due."""

from __future__ import annotations

from typing import Any

import pytest

from tests.live.scripts import scripts
from tests.live.tables import TABLES, play, table, world
from trainer.games.round import Act, State
from trainer.games.rules import load_rules
from trainer.live.judge import Judge, as_json
from trainer.live.keys import BACK, ENTER, LEFT, RIGHT, SPACE, Keyboard, Typed
from trainer.live.spelling import NoKeysError, grouped, spell
from trainer.rulebooks.library import shipped_library

SEATS = 9
# What keys do not say, and the judge does not need: the amount of a whole stake that is taken, who is shown the chips.
_UNSAID = {"card", "to", "reason", "cards_each", "direction", "face", "lock_out", "players_face", "dealer_last"}


def keyboard(name: str) -> Keyboard:
    rulebook, game = name.split("/")
    return Keyboard(load_rules(shipped_library(), rulebook, game), SEATS)


def typed(board: Keyboard, keys: tuple[str, ...], state: State | None = None, last: int | None = None) -> list[Act]:
    """The acts that keys type, one after the other."""
    done, line = [], Typed()
    for key in keys:
        line, act = board.press(line, key, state or State(), last)
        if act is not None:
            done.append(act)
    return done


def test_an_armed_verb_stays_armed() -> None:
    board = keyboard("arica/blackjack")
    assert [act.topic for act in typed(board, ("d", "1", "2", "3", "0"))] == [1, 2, 3, "dealer"]
    assert {act.do for act in typed(board, ("t", "4", "2"))} == {"take"}


def test_a_target_without_a_verb_does_nothing() -> None:
    assert typed(keyboard("arica/blackjack"), ("1", "2", ENTER, "0")) == []


def test_a_payment_is_typed_in_full() -> None:
    board = keyboard("arica/roulette-american")
    [paid] = typed(board, ("p", "3", "1", "2", "5", "0", ENTER))
    assert (paid.do, paid.seat, paid.amount) == ("pay", 3, 1250)
    assert typed(board, ("p", "3", "1", "7", "k", ENTER))[0].amount == 17_000
    assert typed(board, ("p", "3", "7", BACK, "8", ENTER))[0].amount == 8


def test_size_into_pays_what_lies_there() -> None:
    round_ = table("arica/blackjack")
    laid = Act("bets", "player", 2, "", "main", None, 6000)
    state = round_.perform(round_.start({}, ()), laid)
    [paid] = typed(keyboard("arica/blackjack"), ("p", "2", "="), state)
    assert (paid.seat, paid.amount) == (2, 6000)


def test_the_commission_is_typed_after_the_amount() -> None:
    [paid] = typed(keyboard("baleares/punto-banco"), ("p", "B", "4", "9", "5", "%", "5", ENTER))
    assert (paid.bet, paid.seat, paid.amount, paid.facts) == ("banker", 4, 95, {"commission": 5})


def test_the_bet_on_pai_gow_hands_needs_no_name() -> None:
    board = keyboard("puerto-rico/pai-gow-poker")
    keys = spell(board, Act("pay", seat=3, bet="pai-gow", amount=95, facts={"commission": 5}), State())
    assert keys == ("p", "3", "9", "5", "%", "5", ENTER)
    assert spell(board, Act("take", seat=3, bet="pai-gow", amount=100), State()) == ("t", "3")


def test_a_spin_names_both_directions() -> None:
    [spin] = typed(keyboard("arica/roulette-american"), (SPACE, RIGHT, LEFT))
    assert spin.facts == {"wheel": "clockwise", "ball": "counter-clockwise"}
    [wrong] = typed(keyboard("arica/roulette-american"), (SPACE, RIGHT, RIGHT))
    assert wrong.facts["wheel"] == wrong.facts["ball"]


def test_a_call_does_not_stay_armed_and_the_verb_before_it_does() -> None:
    acts = typed(keyboard("arica/blackjack"), ("d", "1", "c", "t", "1", "7", ENTER, "2"))
    assert [(act.do, act.topic) for act in acts] == [("deal", 1), ("call", "total"), ("deal", 2)]


def test_a_number_that_the_wheel_does_not_have_is_not_called() -> None:
    assert typed(keyboard("baleares/roulette-french"), ("c", "r", "0", "0", ENTER)) == []
    assert typed(keyboard("arica/roulette-american"), ("c", "r", "0", "0", ENTER))[0].facts["number"] == "00"


def test_backspace_offers_to_correct_the_last_act_and_undoes_nothing() -> None:
    board = keyboard("arica/blackjack")
    assert typed(board, (BACK, ENTER), last=None) == []
    [corrected] = typed(board, (BACK, ENTER), last=14)
    assert (corrected.do, corrected.facts) == ("correct", {"act": 14})
    assert typed(board, (BACK, "d", "1"), last=14)[0].do == "deal"


def test_letters_are_unique_and_every_call_and_bet_has_one() -> None:
    for name in TABLES:
        board = keyboard(name)
        assert {key.call for key in board.calls.values()} >= set(board.rules.calls) - {"place-bets", "call-to-play"}
        assert set(board.bets.values()) == set(board.rules.bets)
        assert set(board.floor.values()) >= set(board.rules.irregularities)


@pytest.mark.parametrize("name", TABLES)
def test_a_perfect_dealer_who_types_makes_no_mistake(name: str) -> None:
    board, round_ = keyboard(name), table(name)
    for seed in range(8):
        others = world(name, seed)
        typist = Typist(board, round_)
        state = round_.start({}, ())
        *_, (_, end) = play(typist, state, others)
        assert end.over
        assert end.findings == ()


class Typist:
    """A table whose perfect dealer types every act."""

    def __init__(self, board: Keyboard, round_: Any) -> None:
        self.board, self.round, self.rules = board, round_, round_.rules
        self.line = Typed()
        self.acts: list[Act] = []

    def next_act(self, state: Any) -> Act:
        if not self.acts:
            right = self.round.next_act(state) or Act("end")
            for key in spell(self.board, right, state, self.line):
                self.line, done = self.board.press(self.line, key, state, state.count - 1)
                self.acts += [done] if done is not None else []
        return self.acts.pop(0)

    def perform(self, state: Any, act: Act) -> Any:
        return self.round.perform(state, act)


def test_a_scripted_round_that_is_typed_has_the_same_findings() -> None:
    """Every dealer's act of the worked rounds is typed on the keyboard of its table, and judged again."""
    judge = Judge(shipped_library())
    rounds = [script for script in scripts()[::4] if is_typed(judge, script)]
    assert len(rounds) > 150
    for script in rounds:
        again = {**script, "script": retyped(judge, script)}
        wanted = [as_json(found) for found in judge.findings(script)]
        assert [as_json(found) for found in judge.findings(again)] == wanted, script["id"]


def is_typed(judge: Judge, script: dict[str, Any]) -> bool:
    """Whether keys can type all of a round: a right number with a wrong colour, for example, they cannot."""
    if any(fault["fault"] == "call-wrong" for fault in script["faults"]):
        return False
    try:
        retyped(judge, script)
    except NoKeysError:
        return False
    return True


def retyped(judge: Judge, script: dict[str, Any]) -> list[dict[str, Any]]:
    """The events of a script, the dealer's acts as their keys say them."""
    rules = judge.table(script).rules
    board, events = Keyboard(rules, SEATS, {1: "blue"}), []
    for event in script["script"]:
        if event["by"] != "dealer":
            events.append(event)
            continue
        act = Act.from_event(event)
        line = Typed()
        for key in spell(board, act, State(), line):
            line, done = board.press(line, key, State(), act.facts.get("act"))
        if done is None or not _says_as_much(done, act):
            raise NoKeysError(str(act))  # for example a right number called with a wrong colour
        unsaid = {*_UNSAID, "amount"} | ({"say"} if act.do == "give-back" else set())
        unsaid |= {"on"} if rules.game.startswith("roulette") else set()
        kept = {name: value for name, value in event.items() if name in unsaid}
        events.append({**event_of(done), **kept})
    return events


def _says_as_much(done: Act, told: Act) -> bool:
    """Whether an act that was typed has all that a script tells, and no other call."""
    ignored = {*_UNSAID, "say"}
    if (done.do == "void" and done.facts != told.facts) or (done.do == "take" and done.topic != told.topic):
        return False
    return all(done.facts.get(name) == value for name, value in told.facts.items() if name not in ignored)


def event_of(act: Act) -> dict[str, Any]:
    """An act as an event of a script."""
    event: dict[str, Any] = {"by": "dealer", "do": act.do, **act.facts}
    for name in ("seat", "bet", "on", "amount"):
        if getattr(act, name) not in (None, ""):
            event[name] = getattr(act, name)
    if act.topic != "":
        event["id" if act.do == "call" else "to" if act.do in ("deal", "dice", "move") else "what"] = act.topic
    return event


@pytest.mark.parametrize(
    ("name", "keys", "alone"),
    [
        ("arica/roulette-american", "p 1 2 6 k", "p 1 26k"),
        ("arica/roulette-american", "m V 1 5 0 0", "m V 1 500"),
        ("arica/roulette-american", "m 1 7", "m 17"),
        ("arica/roulette-american", "c r 1 7", "c r 17"),
        ("arica/craps", "p 6 3 4 6 6 9", "p 6 3 4669"),
        ("arica/craps", "p H 6 3 1 0 0 0", "p H 6 3 1000"),
        ("arica/craps", "c r 1 0", "c r 10"),
        ("arica/craps", "m 1 0", "m 10"),
        ("arica/blackjack", "p - 2 3 1 0 0 0", "p - 2 3 1000"),
        ("arica/punto-banco", "c t 6 9", "c t 6 9"),
        ("puerto-rico/pai-gow-poker", "e 1 2", "e 1 2"),
    ],
)
def test_only_the_digits_of_one_number_are_together(name: str, keys: str, alone: str) -> None:
    groups = grouped(keyboard(name), tuple(keys.split()), State())
    assert ["".join(group) for group in groups] == alone.split()


def test_the_digits_that_are_left_to_type_are_together() -> None:
    [amount, enter] = grouped(keyboard("arica/craps"), ("4", "0", "0", ENTER), State(), Typed("pay", ("6", "3")))
    assert (amount, enter) == (("4", "0", "0"), (ENTER,))
