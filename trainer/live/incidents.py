"""Irregularities of the rulebook that a live table stages, and the right reaction of a dealer to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trainer.games.round import Act, Incident, State, Step
from trainer.games.round_incidents import TRADE
from trainer.live.affairs import LOTTERY, MOVES

if TYPE_CHECKING:
    from trainer.live.table import LiveTable

_INSPECTOR = 1_500  # milliseconds until he has decided
GONE = frozenset({"plays", "used", "continues", "keeps-value", "completed", "valid"})


class Incidents:
    """Stages the irregularities of a shift and says how the dealer should react."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self.events = table.company.stageable()  # event of the table → irregularity
        self.waiting = ""  # the event that is staged in this round
        self.seat: int | None = None
        self.staged: set[int] = set()  # rounds
        self.asked_floor = False
        self.explained = True

    def begin(self) -> None:
        """A round begins: is something staged in it?"""
        table, number = self.table, self.table.round_number
        self.waiting, self.seat, self.asked_floor = "", None, False
        for each in table.shift.incidents:
            if each.round == number and each.id not in LOTTERY and each.id not in MOVES:
                found = [event for event, name in self.events.items() if each.id in (event, name)]
                self.waiting, self.seat = (found[0] if found else ""), each.seat or None
        share = table.crowd.often("irregularity", table.shift.level) / table.pace
        if not self.waiting and self.events and table.draws.happens(share, 0, number, "irregularity"):
            possible = sorted(event for event in self.events if table.company.may_happen(event))
            self.waiting = table.draws.pick(possible, 0, number, "event")

    def reply(self, act: Act, before: State) -> None:
        """Stage what waits for this moment; let the inspector answer."""
        table = self.table
        if self.waiting:
            staged = table.company.stage(self.waiting, act, self.seat)
            if staged is not None:
                table.record.staged.append((table.now, self.events[self.waiting], staged.seat))
                self.waiting = ""
                table.company.plan_staged(staged)
        if table.state.void and not before.void:
            for tag in ("ball", "holder", "incident"):
                table.drop_plans(tag)
        if act.by == "dealer" and act.do == "floor":
            self._inspector(act)

    def _inspector(self, act: Act) -> None:
        table = self.table
        # Who is called about a large win or a fill does not learn of an irregularity by it.
        opened = [each for each in table.state.incidents if each.reported and not each.closed]
        if opened:
            word = "go-on"
            if any(each.ruling == "void" for each in opened):
                word = "no-spin" if table.company.family == "roulette" else "void"
            self.asked_floor = word != "go-on"
            table.plan(table.now + _INSPECTOR, Act(word, "inspector"), "inspector")

    def due(self) -> tuple[tuple[Step, ...], bool]:
        """What must be done about what has happened, and whether all else waits for it."""
        state = self.table.state
        if not state.incidents and self.table.company.family != "craps":
            return (), False
        for incident in state.incidents:
            if not incident.closed and not self._is_settled(incident):
                act = self._reaction(incident)
                if act is None:
                    return (), True
                return (Step(incident.id, (act,), "croupier", "", incident.cite),), True
        explain = getattr(state, "explain", "")
        if explain:
            return (Step("explain", (Act("say", topic="rule", seat=state.shooter),)),), True
        return (), False

    def _is_settled(self, incident: Incident) -> bool:
        """Whether nothing more is to be done, though the incident was not closed."""
        round_ = self.table.round
        if round_.needs_nothing(incident):
            return True
        if incident.ruling == "void":
            return False
        if incident.ruling in ("burn", "removed", "reshake", "reorder", "put-back", "void-hand"):
            return False
        return incident.reported or (
            not incident.by and incident.ruling in GONE and incident.ruling != "player-decides"
        )

    def _reaction(self, incident: Incident) -> Act | None:
        """The next act about an incident; `None` while the inspector decides."""
        table = self.table
        if table.is_planned("inspector"):
            return None
        others = set(incident.by) - {"croupier"}
        if (others or incident.id in TRADE) and not incident.reported:
            return Act("floor", seat=incident.seat, topic=incident.id)
        return table.company.rule(incident)


def burn_one() -> Act:
    """Burn a card that may not be used."""
    return Act("burn", facts={"cards": 1})


def usual_ruling(incident: Incident, call: str) -> Act:
    """What a dealer does about an incident that no family treats in its own way."""
    if incident.ruling == "void":
        facts: dict[str, Any] = {"call": call} if call else {}
        return Act("void", topic="round", facts=facts)
    if incident.ruling in ("burn", "removed", ""):
        return burn_one()
    return Act("floor", seat=incident.seat, topic=incident.id)
