"""A real shoe followed: every drawing error there can be is caught, and 10,000 right coups pass without a word."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest

from trainer.equipment.cards import DECK, Card
from trainer.games.baccarat.drawing import banker_verdict, is_natural, player_verdict, total, value
from trainer.games.baccarat.figures import Act
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, shipped_library
from trainer.sensors.events import (
    BurnEvent,
    CardEvent,
    CutEvent,
    ErrorEvent,
    Event,
    ResultEvent,
    StateEvent,
)
from trainer.sensors.following.baccarat import Follower, Phase, Table, coup_figures
from trainer.sensors.simulators import coup_order

GAMES = [
    ("arica", "punto-banco"),
    ("baleares", "punto-banco"),
    ("bolivia", "punto-banco"),
    ("puerto-rico", "baccarat"),
    ("puerto-rico", "mini-baccarat"),
    ("puerto-rico", "ez-baccarat"),
    ("puerto-rico", "mini-ez-baccarat"),
    ("puerto-rico", "commission-free-baccarat"),
    ("baleares", "chemin-de-fer"),
    ("bolivia", "chemin-de-fer"),
]
VALUES = {value(card): card for card in DECK}
END = StateEvent("standby")


def rules_of(game: tuple[str, str]) -> GameRules:
    return load_rules(shipped_library(), *game)


def pair(points: int) -> tuple[Card, Card]:
    """Two cards that make so many points."""
    return VALUES[0], VALUES[points]


def table_with(player: tuple[Card, ...], banker: tuple[Card, ...]) -> Table:
    return Table(Phase.DEALING, player, banker)


def right_acts(rules: GameRules, player: tuple[Card, ...], banker: tuple[Card, ...]) -> set[str]:
    """What may come next, reckoned from the cells of the tables alone."""
    figures = coup_figures(rules)
    two = total(player[:2]), total(banker[:2])
    if is_natural(figures, two[0]) or is_natural(figures, two[1]) or len(banker) == 3:
        return {"end"}
    of_bank = {
        Act.DRAW: {"banker"},
        Act.STAND: {"end"},
        Act.OPTIONAL: {"banker", "end"},
    }
    if len(player) == 3:
        return of_bank[banker_verdict(figures, two[1], value(player[2])).act]
    stood = of_bank[banker_verdict(figures, two[1], None).act]
    return {Act.DRAW: {"player"}, Act.STAND: stood, Act.OPTIONAL: {"player"} | stood}[
        player_verdict(figures, two[0]).act
    ]


def moments(rules: GameRules) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """Every moment of a coup at which the dealer does something: all totals, all third cards."""
    for mine, theirs in product(range(10), range(10)):
        player, banker = pair(mine), pair(theirs)
        yield player, banker
        acts = right_acts(rules, player, banker)
        if "player" in acts:
            for third in range(10):
                three = (*player, VALUES[third])
                yield three, banker
                if "banker" in right_acts(rules, three, banker):
                    yield three, (*banker, VALUES[third])
        if "banker" in acts:
            yield player, (*banker, VALUES[3])


@pytest.mark.parametrize("game", GAMES, ids="/".join)
@pytest.mark.parametrize("knows_the_hand", [True, False])
def test_every_drawing_error_is_caught_in_both_directions(game: tuple[str, str], knows_the_hand: bool) -> None:
    """A card drawn that should not be, a hand ended early, a card to the wrong hand; and nothing that is right."""
    rules = rules_of(game)
    follower = Follower(rules)
    caught = 0
    for player, banker in moments(rules):
        acts = right_acts(rules, player, banker)
        table = table_with(player, banker)
        assert follower.expected(table).acts == acts
        for act in ("player", "banker", "end"):
            hand = player if act == "player" else banker
            if act == "end":
                event: Event = END
            elif knows_the_hand:
                event = CardEvent("5S", act, len(hand) + 1)
            else:
                event = CardEvent("5S")
            is_right = act in acts if knows_the_hand or act == "end" else acts != {"end"}
            step = follower.hear(table, event)
            assert (step.finding is None) == is_right, (player, banker, act)
            if step.finding is not None:
                caught += 1
                assert step.table.phase is Phase.STOPPED
                assert step.finding.reasons and all(reason.cite for reason in step.finding.reasons)
    assert caught > 900 if knows_the_hand else caught > 400


@pytest.mark.parametrize("game", [game for game in GAMES if game[1] != "chemin-de-fer"], ids="/".join)
def test_right_coups_pass_without_a_word(game: tuple[str, str]) -> None:
    """1,250 coups of each of eight games: 10,000."""
    rules = rules_of(game)
    follower, figures = Follower(rules), coup_figures(rules)
    rng = random.Random(18)
    table = Table()
    for number in range(1250):
        cards = rng.sample(DECK, 6)
        counts = {"player": 0, "banker": 0}
        for card, to in zip(cards, coup_order(figures, cards), strict=False):
            counts[to] += 1
            step = follower.hear(table, CardEvent(str(card), to, counts[to]))
            assert step.finding is None and step.act == to
            table = step.table
        step = follower.hear(table, END)
        assert step.finding is None and step.ended is not None
        assert list(step.ended.dealt) == cards[: sum(counts.values())]
        table = step.table
        assert table.coups == number + 1


FOLLOWER = Follower(rules_of(("arica", "punto-banco")))


def followed(*events: Event, table: Table | None = None, follower: Follower = FOLLOWER) -> tuple[Table, list[str]]:
    found = []
    table = table or Table()
    for event in events:
        step = follower.hear(table, event)
        table = step.table
        if step.finding is not None:
            found.append(step.finding.id)
    return table, found


def coup(*cards: str) -> list[Event]:
    places = {"player": 0, "banker": 0}
    events: list[Event] = []
    for card, to in zip(cards, ("player", "banker") * 3, strict=False):
        places[to] += 1
        events.append(CardEvent(card, to, places[to]))
    return events


NATURAL = coup("9S", "2D", "KS", "3H")


@pytest.mark.parametrize("burned", range(8))
def test_a_burn_that_was_missed_is_caught(burned: int) -> None:
    """At this table the first card says how many."""
    events: list[Event] = [StateEvent("start"), CardEvent("5H", "first", 1)]
    wanted = 5
    table, found = followed(*events, *[BurnEvent(True)] * burned, *NATURAL)
    if burned < wanted:
        assert found[0] == "burn-missed"
    elif burned > wanted:
        assert found[0] == "burned-too-many"
    else:
        assert not found and table.cards == 4


def test_a_shoe_that_tells_all_cards_alike_is_burned_by_the_rule() -> None:
    alone = [CardEvent(card) for card in ("3H", "2S", "2D", "2C", "9S", "2D", "KS", "3H")]
    table, found = followed(StateEvent("start"), *alone)
    assert not found
    assert [str(card) for card in (*table.player, *table.banker)] == ["9S", "KS", "2D", "3H"]


def test_a_coup_after_the_last_is_caught() -> None:
    cut = FOLLOWER.figures.cut_card
    events = [*NATURAL[:2], CutEvent(True), *NATURAL[2:], END]
    for _ in range(cut.after_current):
        events += [*NATURAL, END]
    table, found = followed(*events)
    assert not found
    assert followed(NATURAL[0], table=table)[1] == ["cut-missed"]


def test_a_coup_begins_with_the_first_card_of_the_player_and_not_with_standby() -> None:
    table, found = followed(END, END, *NATURAL)
    assert not found and table.phase is Phase.DEALING
    table, found = followed(*NATURAL, *NATURAL)  # the result was not heard
    assert not found and table.coups == 1
    waiting = coup("2S", "2D", "2H", "2C")
    assert followed(*waiting, *NATURAL)[1] == ["ended-early"]


def test_a_retransmission_neither_begins_a_coup_nor_replaces_a_card() -> None:
    again = CardEvent("4H", "player", 1, again=True)
    assert followed(again)[0] == Table()
    table, found = followed(*NATURAL, again)
    assert not found and str(table.player[0]) == "9S"
    missed = [NATURAL[0], NATURAL[1], CardEvent("KS", "player", 2, again=True), NATURAL[3]]
    table, found = followed(*missed)
    assert not found and table.cards == 4


def test_the_shoes_own_word_that_a_card_was_drawn_too_many() -> None:
    assert followed(*NATURAL, ErrorEvent("overdraw", True))[1] == ["drew-when-over"]
    assert followed(*NATURAL, CardEvent("5S", outside="error"))[1] == ["drew-when-over"]
    assert followed(*NATURAL, CardEvent("5S", outside="setting"))[1] == []


def test_a_result_that_differs_from_the_cards_is_told_and_stops_nothing() -> None:
    table, found = followed(*NATURAL, ResultEvent("banker", False, False))
    assert found == ["result-differs"] and table.phase is Phase.BETWEEN
    assert followed(*NATURAL, ResultEvent("player", False, False))[1] == []
    assert followed(*NATURAL[:2], ResultEvent("forced-end", False, False)) == (Table(), [])


def test_cards_in_the_wrong_order_are_caught() -> None:
    assert followed(CardEvent("9S", "banker", 1))[1] == ["wrong-order"]
    assert followed(NATURAL[0], CardEvent("9S", "player", 2))[1] == ["wrong-order"]


def test_who_begins_to_look_in_the_middle_of_a_coup_waits_for_the_next() -> None:
    joining = Table(Phase.JOINING)
    for late in range(1, 4):
        table, found = followed(*NATURAL[late:], table=joining)
        assert not found and table.phase is (Phase.JOINING)
        table, found = followed(*NATURAL[late:], END, *NATURAL, END, table=joining)
        assert not found and table.coups == 1
    assert followed(*NATURAL, END, table=joining)[0].coups == 1
    assert followed(END, CardEvent("9S", "banker", 1), table=joining)[1] == ["wrong-order"]


def test_after_something_wrong_the_next_coup_is_followed() -> None:
    table, found = followed(*NATURAL, CardEvent("5S", "player", 3))
    assert found == ["drew-when-over"]
    assert followed(*NATURAL, table=table) == (table, []), "a stopped table waits for somebody"
    table, found = followed(*NATURAL, END, table=FOLLOWER.go_on(table))
    assert not found and table.coups == 1


def test_without_word_of_the_end_a_coup_ends_by_the_table() -> None:
    follower = Follower(rules_of(("arica", "punto-banco")), knows_end=False)
    alone = [CardEvent(card.card) for card in (*NATURAL, *NATURAL, *NATURAL)]  # type: ignore[union-attr]
    table, found = followed(*alone, follower=follower)
    assert not found and table.coups == 3
