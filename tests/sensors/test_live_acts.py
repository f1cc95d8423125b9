"""A real shoe, wheel or pair of dice at the live table: events in, acts of the round out."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.live.shifts import shift
from trainer.games.round import Act
from trainer.live.perfect import Dealer
from trainer.live.table import LiveTable
from trainer.rulebooks.library import shipped_library
from trainer.sensors.events import (
    BurnEvent,
    CardEvent,
    DiceEvent,
    DirectionEvent,
    Event,
    NumberEvent,
    StateEvent,
)
from trainer.sensors.live_acts import LiveActs, real_kind

CARDS = ("8S", "KH", "5D", "9C", "TS", "3H", "AD", "6C", "QS", "2H", "7D", "4C", "JS")
_DEALS = ("deal", "shoe-holder-deals")


class WithDevice(Dealer):
    """A perfect dealer whose cards, balls and dice come from a device."""

    def __init__(self, table: LiveTable) -> None:
        super().__init__(table)
        self.device, self.spins = LiveActs(), 0
        self.told: list[str] = []  # cards of hands

    def step(self) -> Act | None:
        table = self.table
        due = [act for step in table.due() for act in step.acts]
        if table.bets_to_come or not (events := self.events(due)):
            act = self.next_act()
            for earlier in self.device.before(act) if act is not None and not table.bets_to_come else ():
                table.perform(earlier)
            return super().step()
        for event in events:
            for act in self.device.hear(event, due):
                table.perform(act)
        table.advance(table.now + self.pause)
        return None

    def events(self, due: list[Act]) -> Iterable[Event]:
        """What the device reports in place of the next act, if that is not the dealer's."""
        first = next((act for act in due if act.by in ("dealer", "table")), None)
        if first is not None and first.do in _DEALS:
            card = CARDS[len(self.told) * 5 % len(CARDS)]
            if first.topic == "burn":
                return (CardEvent(card, to="first"),)
            self.told.append(card)
            return (CardEvent(card, to=str(first.topic) if first.topic in ("player", "banker") else ""),)
        if first is not None and first.do == "burn":
            return [BurnEvent(burn=True)] * int(str(first.facts["cards"]))
        if first is not None and first.do == "spin":
            self.spins += 1
            return (DirectionEvent(str(first.facts["wheel"])), StateEvent("ball-in-rim"))
        if first is None and self.spins and not self.table.state.number:
            return (NumberEvent(str(self.spins * 7 % 37)),)
        return (DiceEvent("3-4"),) if first is not None and first.do == "throw" else ()

    def next_act(self) -> Act | None:
        """Burned cards are told; the dealer closes the bets when he sees the ball slow down."""
        acts = [act for step in self.table.due() for act in step.acts]
        if acts and acts[0].do == "ball-slows":
            return Act("close", facts={"say": True})
        return next((act for act in acts if act.by == "dealer" and act.do != "burn"), None)


@pytest.mark.parametrize(
    "name",
    ["arica/roulette-american", "arica/blackjack", "puerto-rico/mini-baccarat", "baleares/punto-banco", "arica/craps"],
)
def test_a_shift_is_dealt_with_what_the_device_reports(name: str) -> None:
    wanted = shift(name, rounds=6, level=3, seed=3)
    rules = LiveTable(wanted, shipped_library()).rules
    real = real_kind(rules)
    table = LiveTable(shift(name, rounds=6, level=3, seed=3, real=(real,)), shipped_library())
    dealer = WithDevice(table)
    while not table.over:
        dealer.play_round()
    assert table.findings == ()
    acts = [act for played in table.log for _, act in played.acts]
    if real == "wheel":
        assert {act.facts["number"] for act in acts if act.do == "ball-falls"} == {"7", "14", "21", "28", "35", "5"}
    elif real == "dice":
        assert {tuple(act.facts["dice"]) for act in acts if act.do == "throw"} == {(3, 4)}
    else:
        cards = [str(act.facts["card"]) for act in acts if act.do in _DEALS and act.topic != "burn"]
        assert cards == dealer.told


def test_what_is_sent_again_or_nobodys_is_no_act() -> None:
    device = LiveActs()
    assert device.hear(CardEvent("8S", again=True), [Act("deal", topic=1)]) == ()
    assert device.hear(CardEvent("8S"), []) == ()
    assert device.hear(BurnEvent(burn=True), []) == ()
    assert device.hear(BurnEvent(burn=True, again=True), []) == ()
    burned, dealt = device.hear(CardEvent("8S", to="banker"), [Act("deal", topic="player", facts={"face": "down"})])
    assert (burned.do, burned.facts) == ("burn", {"cards": 1})
    assert (dealt.topic, dealt.facts) == ("banker", {"face": "down", "card": "8S"}), "it lies where the shoe says"
    [spin, falls] = device.hear(NumberEvent("17"), [])
    assert (spin.do, falls.facts) == ("spin", {"number": "17"}), "a wheel that tells the number alone was spun"
