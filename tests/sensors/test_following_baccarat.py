"""A real shoe followed: every drawing error there can be is caught, right coups pass, and a bad line blames nobody."""

from __future__ import annotations

import random
from functools import cache
from itertools import pairwise, product
from typing import NamedTuple

import pytest

from tests.sensors.faulty_lines import (
    AFTER,
    ANGEL,
    DEVICES,
    KINDS,
    STRETCH,
    TELLING,
    Line,
    Said,
    single_faults,
)
from trainer.equipment.cards import DECK, Card, parse_cards
from trainer.games.baccarat.drawing import banker_verdict, is_natural, player_verdict, total, value
from trainer.games.baccarat.figures import Act, CoupFigures
from trainer.games.round import Act as RoundAct
from trainer.games.rules import load_rules
from trainer.live.judge import open_table
from trainer.rulebooks import GameRules, shipped_library
from trainer.sensors.events import (
    BurnEvent,
    CardEvent,
    CutEvent,
    ErrorEvent,
    Event,
    MissedEvent,
    ResultEvent,
    StateEvent,
)
from trainer.sensors.following.baccarat import BANKER, PLAYER, Follower, Phase, Table
from trainer.sensors.following.core import Finding
from trainer.sensors.following.coup_judges import VISIBLE, judge_of
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


def table_with(follower: Follower, player: tuple[Card, ...], banker: tuple[Card, ...]) -> Table:
    """A coup with these hands, dealt in order."""
    first = [(PLAYER, player[0]), (BANKER, banker[0]), (PLAYER, player[1]), (BANKER, banker[1])]
    table = Table()
    for to, card in [*first, *((PLAYER, card) for card in player[2:]), *((BANKER, card) for card in banker[2:])]:
        step = follower.hear(table, CardEvent(str(card), to, len(table.hand(to)) + 1))
        assert step.finding is None
        table = step.table
    return table


def right_acts(figures: CoupFigures, player: tuple[Card, ...], banker: tuple[Card, ...]) -> set[str]:
    """What may come next, reckoned from the cells of the tables alone."""
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


class Moment(NamedTuple):
    """A moment of a coup at which the dealer does something: the hands, what may come next, and the followed table."""

    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    acts: set[str]
    table: Table


@cache
def follower_of(game: tuple[str, str]) -> Follower:
    return Follower(rules_of(game))


@cache
def moments(game: tuple[str, str]) -> list[Moment]:
    """Every moment of a coup: all totals, all third cards."""
    figures, follower = judge_of(rules_of(game), bound=True).figures, follower_of(game)

    def moment(player: tuple[Card, ...], banker: tuple[Card, ...]) -> Moment:
        found.append(Moment(player, banker, right_acts(figures, player, banker), table_with(follower, player, banker)))
        return found[-1]

    found: list[Moment] = []
    for mine, theirs in product(range(10), range(10)):
        player, banker = pair(mine), pair(theirs)
        acts = moment(player, banker).acts
        if "player" in acts:
            for third in range(10):
                three = (*player, VALUES[third])
                if "banker" in moment(three, banker).acts:
                    moment(three, (*banker, VALUES[third]))
        if "banker" in acts:
            moment(player, (*banker, VALUES[3]))
    return found


@pytest.mark.parametrize("game", GAMES, ids="/".join)
def test_every_drawing_error_is_caught_in_both_directions(game: tuple[str, str]) -> None:
    """A card drawn that should not be, a hand ended early, a card to the wrong hand; and nothing that is right."""
    follower = follower_of(game)
    caught = {True: 0, False: 0}  # by whether the shoe tells the hand
    for player, banker, acts, table in moments(game):
        assert follower.due(table).acts == acts
        for knows_the_hand, act in product((True, False), ("player", "banker", "end")):
            hand = player if act == "player" else banker
            if act == "end":
                event: Event = END
            elif knows_the_hand:
                event = CardEvent("5S", act, len(hand) + 1)
            else:
                event = CardEvent("5S")
            is_right = act in acts if knows_the_hand or act == "end" else acts != {"end"}
            if not knows_the_hand and len(acts) > 1 and acts != {"banker", "end"} and act != "end":
                continue  # the choice is the players': which hand got the card is not known
            found = follower.hear(table, event).finding
            assert (found is None) == is_right, (player, banker, act)
            if found is not None:
                caught[knows_the_hand] += 1
                assert found.fault is not None and not found.doubt and found.cite and found.reasons
    assert caught[True] > 900 and caught[False] > 400


@pytest.mark.parametrize("game", [game for game in GAMES if game[1] != "chemin-de-fer"], ids="/".join)
def test_the_findings_are_those_of_the_round_with_its_citations(game: tuple[str, str]) -> None:
    """The live table judges the same cards by the same acts."""
    follower, judged = follower_of(game), open_table(rules_of(game))
    compared = 0
    for player, banker, _, table in moments(game):
        state = judged.start({}, ())
        for slot in table.slots:
            state = judged.perform(state, RoundAct("deal", topic=slot.to, facts={"card": str(slot.card)}))
        for to, hand in ((PLAYER, player), (BANKER, banker)):
            act = RoundAct("deal", topic=to, facts={"card": "5S"})
            said = [each for each in judged.findings(state, act, judged.perform(state, act)) if each.fault in VISIBLE]
            found = follower.hear(table, CardEvent("5S", to, len(hand) + 1)).finding
            if len(hand) < 3:
                assert [(each.fault, each.cite) for each in said] == ([(found.fault, found.cite)] if found else [])
                compared += bool(said)
    assert compared > 300


@pytest.mark.parametrize("game", [game for game in GAMES if game[1] != "chemin-de-fer"], ids="/".join)
def test_right_coups_pass_without_a_word(game: tuple[str, str]) -> None:
    """200 coups of each of eight games."""
    rules = rules_of(game)
    follower = Follower(rules)
    rng = random.Random(18)
    table = Table()
    for number in range(200):
        cards = rng.sample(DECK, 6)
        counts = {"player": 0, "banker": 0}
        for card, to in zip(cards, coup_order(follower.figures, cards), strict=False):
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
AT_A_SHOE = Follower(FOLLOWER.rules, tells_results=True)


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
    assert found == ([] if burned == wanted else ["burn-wrong"]) and table.cards == 4
    locked = [CardEvent("2S", outside="lock")] * burned
    assert followed(*events, *locked, *NATURAL)[1] == found, "a card drawn from the locked shoe is burned"


@pytest.mark.parametrize("burned", range(1, 11))
def test_a_burn_that_may_have_lost_nine_reports_is_a_doubt(burned: int) -> None:
    """It is quick enough for that without a pause; the last of the nine may be the state of standing by."""
    events: list[Event] = [StateEvent("start"), CardEvent("QH", "first", 1)]
    found = said(*events, *[BurnEvent(True, place + 1) for place in range(burned)], *NATURAL)[1]
    assert [each.doubt for each in found] == ([] if burned == 10 else [True])
    late = said(*events, *[BurnEvent(True, place + 4) for place in range(burned)], *NATURAL)[1]
    assert not late, "the numbers of the burned cards do not follow each other"


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
    assert followed(*waiting, *NATURAL)[1] == ["stood-wrongly"]


def test_a_retransmission_neither_begins_a_coup_nor_replaces_a_card() -> None:
    again = CardEvent("4H", "player", 1, again=True)
    assert followed(again)[0].phase is Phase.BETWEEN and not followed(again)[0].cards
    table, found = followed(*NATURAL, again)
    assert not found and str(table.player[0]) == "9S"
    missed = [NATURAL[0], NATURAL[1], MissedEvent(1), CardEvent("KS", "player", 2, again=True), NATURAL[3], END]
    table, found = followed(*missed)
    assert found == ["not-read"] and table.coups == 1


def test_the_shoes_own_word_that_a_card_was_drawn_too_many() -> None:
    assert followed(*NATURAL, ErrorEvent("overdraw", True))[1] == ["overdrawn"]
    for outside in ("error", "setting", "lock"):  # the shoe does not say why it was pulled
        assert followed(*NATURAL, CardEvent("5S", outside=outside))[1] == []


def test_a_result_that_differs_from_the_cards_is_told_and_stops_nothing() -> None:
    table, found = followed(*NATURAL, ResultEvent("banker", False, False))
    assert found == ["result-differs"] and table.phase is Phase.BETWEEN
    assert followed(*NATURAL, ResultEvent("player", False, False))[1] == []
    table, found = followed(*NATURAL[:2], ResultEvent("forced-end", False, False))
    assert not found and table.phase is Phase.BETWEEN and not table.slots


def test_a_burn_is_not_judged_after_a_coup_that_was_not_heard() -> None:
    """Nine reports leave no gap in the numbers: here the rest of the burn and the first coup up to its result."""
    burn = [StateEvent("start"), BurnEvent("7H", 1), BurnEvent("2C", 2), BurnEvent("2D", 3)]
    table, found = said(*burn, NATURAL[0], follower=AT_A_SHOE)
    assert [(each.id, each.doubt) for each in found] == [("burn-wrong", True)]
    result = ResultEvent("player", False, False)
    table, found = said(*burn, result, END, NATURAL[0], follower=AT_A_SHOE)
    assert found == [] and table.phase is Phase.DEALING


@pytest.mark.parametrize(
    "events",
    [
        [CardEvent("9S", "banker", 1)],
        [NATURAL[0], CardEvent("9S", "player", 2)],
        [NATURAL[0], END, *NATURAL[1:]],
        [NATURAL[0], StateEvent("start"), *NATURAL[1:]],
    ],
    ids=["bank first", "player twice", "button in the coup", "switched on again in the coup"],
)
def test_places_of_the_first_four_that_do_not_follow_blame_nobody(events: list[Event]) -> None:
    """The shoe gives these cards their places itself: it counts another coup than this."""
    table, found = said(*events, follower=AT_A_SHOE)
    assert found and all(each.doubt for each in found)
    result = ResultEvent("player", False, False)
    again = [*NATURAL, result, *NATURAL, CardEvent("5S", "player", 3)]
    table, found = said(*again, table=table, follower=AT_A_SHOE)
    assert [(each.id, each.doubt) for each in found] == [("drew-wrongly", False)], "judged after a whole coup"


@pytest.mark.parametrize("lost", range(1, 9))
def test_lost_reports_that_are_not_the_missing_cards_may_hide_that_the_shoe_began_anew(lost: int) -> None:
    """The cards that follow seem to go on with the coup."""
    table, found = said(*NATURAL[:2], MissedEvent(lost), *NATURAL[2:], CardEvent("5S", "player", 3), follower=AT_A_SHOE)
    assert found and all(each.doubt for each in found) and table.is_joining


def test_the_first_card_of_the_next_coup_is_no_third_card_of_a_coup_that_was_broken_off() -> None:
    step = AT_A_SHOE.hear(table_with(AT_A_SHOE, pair(2), pair(3)), CardEvent("2H", "player", 1))
    assert not step.act and step.finding is not None and step.finding.doubt


def test_who_begins_to_look_in_the_middle_of_a_coup_waits_for_the_next() -> None:
    joining = Table(Phase.JOINING)
    for late in range(1, 4):
        table, found = followed(*NATURAL[late:], table=joining)
        assert not found and table.phase is (Phase.JOINING)
        table, found = followed(*NATURAL[late:], END, *NATURAL, END, table=joining)
        assert not found and table.coups == 1
    assert followed(*NATURAL, END, table=joining)[0].coups == 1
    assert followed(END, *NATURAL, CardEvent("5S", "banker", 3), table=joining)[1] == ["drew-wrongly"]


def test_after_something_wrong_the_next_coup_is_judged_without_a_word_from_anybody() -> None:
    table, found = followed(*NATURAL, CardEvent("5S", "player", 3))
    assert found == ["drew-wrongly"] and table.cards == 5, "the coup lies as it was dealt"
    table, found = followed(*NATURAL, END, *NATURAL, CardEvent("5S", "player", 3), table=table)
    assert found == ["drew-wrongly"] and table.coups == 1


def test_without_word_of_the_end_a_coup_ends_by_the_table() -> None:
    follower = Follower(rules_of(("arica", "punto-banco")), knows_end=False)
    alone = [CardEvent(card.card) for card in (*NATURAL, *NATURAL, *NATURAL)]  # type: ignore[union-attr]
    table, found = followed(*alone, follower=follower)
    assert not found and table.coups == 3


# ── a line that fails ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("device", DEVICES)
def test_no_fault_of_the_line_is_blamed_on_the_dealer(device: str) -> None:
    """Lost, unreadable and doubled reports and an unplugged cable, at every place of a shoe; benchmarks have more."""
    line = Line(device, FOLLOWER.rules, seed=11, rounds=9)
    assert line.said == Said()
    kinds = set()
    for place, kind in single_faults(line):
        said, is_back = line.with_one(place, kind)
        assert not said.accused, (place, kind)
        kinds.add(kind)
        if device == ANGEL and 0 < place < len(line.reports) - STRETCH and kind in ("lost", "cannot-read", "unplugged"):
            assert said.told, (place, kind)
        if device in (ANGEL, TELLING) and place + STRETCH + AFTER < len(line.reports):
            assert is_back, f"{place} {kind}: the coup after the next beginning is followed"
    assert kinds == set(KINDS)


@pytest.mark.parametrize("device", [ANGEL, TELLING])
def test_nor_are_two_faults_together(device: str) -> None:
    found = Line(device, FOLLOWER.rules, seed=3, rounds=2).every(2)
    assert found.faults > 300 and not found.false


@pytest.mark.parametrize("device", [ANGEL, TELLING])
def test_only_what_the_true_cards_prove_is_an_accusation(device: str) -> None:
    """The dealer errs in many coups: all of them are told on a sound line, and on a bad one no other is accused."""
    line = Line(device, FOLLOWER.rules, seed=4, rounds=9, errors=0.4)
    wrong = sum(not before.proves and report.proves for before, report in pairwise(line.reports))
    assert wrong > 2 and line.said.proved + line.said.told == wrong and not line.said.accused
    assert line.said.proved == (wrong if device == ANGEL else 0)
    proved = 0
    for place, kind in single_faults(line):
        said, _ = line.with_one(place, kind)
        assert not said.accused, (place, kind)
        proved += said.proved
    assert (proved > 0) == (device == ANGEL)


def test_after_a_pause_a_multiple_of_nine_reports_may_be_lost_without_a_trace() -> None:
    """Somebody pulls the cable between shoe and adapter, so that the port stays."""
    table, _ = followed(*coup("2S", "2D", "2H", "2C"))
    sure = FOLLOWER.hear(table, END)
    assert sure.finding is not None and not sure.finding.doubt and sure.act == "end"
    step = FOLLOWER.hear(FOLLOWER.paused(table), END)
    assert step.finding is not None and step.finding.doubt and not step.act
    table, found = followed(*NATURAL, CardEvent("5S", "player", 3), table=step.table)
    assert found == ["drew-wrongly"], "the next coup is judged"


def test_an_equal_card_after_the_end_is_no_second_report() -> None:
    """The rest of the first coup was lost with its end."""
    table, _ = followed(NATURAL[0], END, *NATURAL, END, END)
    assert table.coups == 1


@pytest.mark.parametrize("place", range(6))
def test_a_wrong_correction_is_corrected_and_loses_no_card(place: int) -> None:
    """With some other card the coup would have been over before its last card."""
    table = said(*SIX)[0]
    cards = [slot.card for slot in table.slots]
    for wrong in VALUES.values():
        once = FOLLOWER.corrected(table, place, wrong)
        assert once.table.cards == len(SIX)
        again = FOLLOWER.corrected(once.table, place, cards[place])
        assert (again.table.slots, again.table.phase, again.finding) == (table.slots, table.phase, None)
        assert not again.table.is_doubtful


@pytest.mark.parametrize("unread", [1, 3])
def test_a_fault_that_every_value_of_an_unread_card_shows_is_still_told(unread: int) -> None:
    """The player has a natural, whatever the bank's card was."""
    events: list[Event] = [*NATURAL]
    events[unread] = ErrorEvent("cannot-read", True)
    table, found = followed(*events)
    assert found == ["not-read"] and table.unread == 1
    assert followed(CardEvent("5S", "player", 3), table=table)[1] == ["drew-wrongly"]
    assert followed(END, table=table)[1] == []


def test_what_a_shoe_tells_of_a_coup_of_which_it_did_not_read_a_card_is_a_guess() -> None:
    """It does not know who draws. A card whose report was lost it knows: what follows is proved."""
    for missing, is_guess in ((ErrorEvent("cannot-read", True), True), (MissedEvent(1), False)):
        events: list[Event] = [*NATURAL]
        events[1] = missing
        table, _ = said(*events, follower=AT_A_SHOE)
        third = CardEvent("5S", "player", 3)
        assert [each.doubt for each in said(third, table=table, follower=AT_A_SHOE)[1]] == [is_guess]
        table = AT_A_SHOE.corrected(table, 1, Card.parse("2D")).table
        after, found = said(third, table=table, follower=AT_A_SHOE)
        assert [each.doubt for each in found] == [is_guess]
        after, _ = said(ResultEvent("player", False, False), table=table, follower=AT_A_SHOE)
        assert after.is_joining is is_guess, "it may have ended another coup than the dealer"


@pytest.mark.parametrize("unread", range(4))
def test_what_depends_on_an_unread_card_is_not_judged(unread: int) -> None:
    """Player 5, bank 5: who draws depends on each of the four cards."""
    events: list[Event] = [*coup("2S", "2D", "3H", "3C")]
    events[unread] = ErrorEvent("cannot-read", True)
    for after in (END, CardEvent("5S", "player", 3)):
        assert followed(*events, after)[1] == ["not-read"]
    table, _ = followed(*events)
    assert followed(END, *NATURAL, END, table=table)[0].coups == 1, "the next coup is judged again"


def test_a_card_read_at_the_second_try_lies_on_the_felt_and_the_coup_is_not_judged() -> None:
    """It may as well be the next card, if the shoe does not count the one that it could not read."""
    again = [ErrorEvent("cannot-read", True), CardEvent("KS", "player", 2)]
    table, found = followed(*NATURAL[:2], *again, NATURAL[3])
    assert found == ["not-read", "lost-track"] and [str(slot.card) for slot in table.slots] == "9S 2D KS 3H".split()
    assert followed(CardEvent("5S", "player", 3), END, table=table)[1] == []
    # The player has 5S KS, the bank an unread card and 2D, and the player draws 4S; the shoe is one card behind.
    behind = [CardEvent("KS", "banker", 1), CardEvent("2D", "player", 2), CardEvent("4S", "banker", 2)]
    found = followed(CardEvent("5S", "player", 1), again[0], *behind, END)[1]
    assert found == ["not-read", "lost-track"]


@pytest.mark.parametrize("outside", ["error", "setting", "lock"])
@pytest.mark.parametrize("place", range(1, 4))
def test_a_card_outside_the_coup_before_its_end_is_a_gap(outside: str, place: int) -> None:
    events = [*NATURAL[:place], CardEvent("5S", outside=outside)]
    table, found = followed(*events)
    assert found == ["not-read"] and not table.is_known


def test_a_card_of_a_locked_shoe_after_the_burn_was_over_may_be_no_burned_card() -> None:
    burn = [StateEvent("start"), *(BurnEvent(card, place) for place, card in enumerate(("2S", "3S", "4S"), 1))]
    assert followed(*burn, END, *NATURAL[:1])[1] == []
    locked = CardEvent("5S", outside="lock")
    assert followed(*burn, locked, *NATURAL[:1])[1] == ["burn-wrong"]
    assert followed(*burn, END, locked, *NATURAL[:1])[1] == []


def test_any_card_of_a_coup_is_corrected_or_inserted_and_the_coup_judged_again() -> None:
    table, _ = followed(*coup("2S", "2D", "2H", "2C"))
    for place, card in enumerate(parse_cards("9S 9D 9H 9C")):
        step = FOLLOWER.corrected(table, place, card)
        assert step.table.slots[place].card == card and step.table.cards == 4 and step.finding is None
    step = FOLLOWER.corrected(table, 1, Card.parse("KS"), inserts=True)
    assert [str(slot.card) for slot in step.table.slots] == ["2S", "KS", "2D", "2H", "2C"]
    assert [slot.to for slot in step.table.slots] == [PLAYER, BANKER, PLAYER, BANKER, PLAYER]
    wrong, found = followed(*NATURAL, CardEvent("5S", "player", 3))
    assert found == ["drew-wrongly"]
    step = FOLLOWER.corrected(wrong, 0, Card.parse("2S"))
    assert step.finding is None, "the card was misread: nobody drew wrongly"
    assert FOLLOWER.corrected(step.table, 0, Card.parse("9S")).finding is not None


@pytest.mark.parametrize(
    "instead",
    [
        ErrorEvent("unknown", True), ErrorEvent("time-out", False), ErrorEvent("button", True),
        CardEvent("5S", outside="lock"), CardEvent("5S", outside="error"), CardEvent("5S", outside="setting"),
    ],
    ids=str,
)  # fmt: skip
def test_an_error_or_a_card_outside_the_coup_may_hide_a_card_of_it(instead: Event) -> None:
    """The shoe does not say that the card was dealt, so nobody is blamed; the next coup is judged again."""
    for place in range(len(SIX)):
        events = [*SIX[:place], instead, *SIX[place + 1 :]]
        table, found = said(*events, ResultEvent("banker", False, False))
        assert all(each.doubt for each in found), (place, found)
        assert [each.id for each in said(*NATURAL, CardEvent("5S", "player", 3), table=table)[1]] == ["drew-wrongly"]


def test_a_card_that_only_a_retransmission_tells_blames_nobody() -> None:
    again = CardEvent("9S", "player", 1, again=True)
    assert all(each.doubt for each in said(again, *NATURAL[1:])[1])


def test_a_coup_is_over_for_certain_only_with_its_result_where_the_shoe_tells_it() -> None:
    table = table_with(AT_A_SHOE, pair(2), pair(3))
    left = AT_A_SHOE.hear(table, END).finding
    result = AT_A_SHOE.hear(table, ResultEvent("banker", False, False)).finding
    assert left is not None and left.doubt and result is not None and not result.doubt


def test_a_burn_is_blamed_only_if_it_was_told_without_a_doubt() -> None:
    start, first = StateEvent("start"), CardEvent("3H", "first", 1)
    assert said(start, *NATURAL)[1][0].doubt, "a shoe that was switched on again is not burned again"
    twice = [first, BurnEvent("3H", 1), *[BurnEvent(True)] * 3]
    assert said(start, *twice, *NATURAL)[1] == [], "the first card may be told as burned as well"
    assert said(start, first, BurnEvent(True), CardEvent("2S", outside="setting"), *NATURAL)[1] == []
    assert said(start, first, BurnEvent(True), *NATURAL)[1][0].doubt, "nine reports may be lost without a gap"
    assert not said(start, first, *[BurnEvent(True)] * 4, *NATURAL)[1][0].doubt, "a burn too long cannot be a loss"


def test_a_shoe_that_was_switched_on_without_a_burn_is_joined_again() -> None:
    """It was off while the dealer drew the first cards of the coup, so it counts another coup than he deals."""
    result = ResultEvent("player", False, False)
    whole = [*NATURAL, result, END]
    table, found = said(*whole, StateEvent("start"), *NATURAL, ErrorEvent("overdraw", True), follower=AT_A_SHOE)
    assert found and all(each.doubt for each in found) and table.is_joining
    burned = [StateEvent("start"), CardEvent("3H", "first", 1), *(BurnEvent(True, place) for place in (1, 2, 3))]
    table, found = said(*burned, *NATURAL, ErrorEvent("overdraw", True), follower=AT_A_SHOE)
    assert [(each.id, each.doubt) for each in found] == [("overdrawn", False)], "a new shoe is judged at once"


def test_the_second_shoe_is_judged_from_its_burn_on_as_the_first() -> None:
    over = ResultEvent("player", False, False)
    burned = [StateEvent("start"), BurnEvent("AH", 1), BurnEvent(True, 2), *NATURAL, over]
    long = [StateEvent("start"), BurnEvent("AH", 1), BurnEvent(True, 2), BurnEvent(True, 3), *NATURAL]
    table = said(*burned, follower=AT_A_SHOE)[0]
    for _ in range(2):
        found = said(*long, ErrorEvent("overdraw", True), table=table, follower=AT_A_SHOE)[1]
        assert [(each.id, each.doubt) for each in found] == [("burn-wrong", False), ("overdrawn", False)]
        table = said(*burned, table=table, follower=AT_A_SHOE)[0]


def test_the_burns_of_two_shoes_are_not_one() -> None:
    """The first was heard up to its turned card, and the second from its third burned card on, after a silence."""
    turned = said(StateEvent("start"), BurnEvent("AH", 1), follower=AT_A_SHOE)[0]
    rest = [BurnEvent("2C", place) for place in range(2, 9)]
    assert [each.doubt for each in said(*rest, *NATURAL, table=turned, follower=AT_A_SHOE)[1]] == [False]
    assert said(*rest, *NATURAL, table=AT_A_SHOE.paused(turned), follower=AT_A_SHOE)[1] == []
    waiting = AT_A_SHOE.paused(said(StateEvent("start"), follower=AT_A_SHOE)[0])
    assert said(*rest, *NATURAL, table=waiting, follower=AT_A_SHOE)[1] == []
    first = [BurnEvent("AH", 1), *rest, *NATURAL]
    assert [each.doubt for each in said(*first, table=waiting, follower=AT_A_SHOE)[1]] == [False], "it was awaited"


def test_a_coup_too_many_after_the_cut_card_is_a_doubt() -> None:
    """A shoe that counts other coups than the dealer deals tells whole ones as well."""
    result = ResultEvent("player", False, False)
    after = [*NATURAL[:2], CutEvent(True), *NATURAL[2:], result]
    after += [*NATURAL, result] * AT_A_SHOE.figures.cut_card.after_current
    assert said(*after, follower=AT_A_SHOE)[1] == []
    found = said(*after, NATURAL[0], follower=AT_A_SHOE)[1]
    assert [(each.id, each.doubt) for each in found] == [("cut-missed", True)]


def test_a_card_too_many_is_certain_only_where_the_shoe_counted_no_third_card() -> None:
    """The dealer ended his coup too early, so that the shoe took the next coup's first two cards for third ones."""
    overdraw = ErrorEvent("overdraw", True)
    assert [each.doubt for each in said(*NATURAL, overdraw, follower=AT_A_SHOE)[1]] == [False]
    found = said(*SIX, overdraw, follower=AT_A_SHOE)[1]
    assert [(each.id, each.doubt) for each in found] == [("overdrawn", True)]


def test_a_cut_card_is_doubtful_after_a_pause_and_told_once() -> None:
    """A new shoe may have begun while the line was silent."""
    result = ResultEvent("player", False, False)
    table, found = said(*NATURAL[:2], CutEvent(True), *NATURAL[2:], result)
    assert not found
    table, found = said(END, *NATURAL, result, *NATURAL, result, table=FOLLOWER.paused(table))
    assert [(each.id, each.doubt) for each in found] == [("cut-missed", True)]


SIX = [*coup("2S", "3D", "KS", "2H"), CardEvent("4C", "player", 3), CardEvent("9S", "banker", 3)]


def said(*events: Event, table: Table | None = None, follower: Follower = FOLLOWER) -> tuple[Table, list[Finding]]:
    """The table after some events, and everything that was found."""
    table, found = table or Table(), []
    for event in events:
        step = follower.hear(table, event)
        table = step.table
        found += [step.finding] if step.finding is not None else []
    return table, found
