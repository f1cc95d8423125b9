"""Irregularities of a round: what happened, who must decide, and whether the dealer reacted as the rulebook says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from trainer.games.round import Act, Fault, Finding, Incident, finding
from trainer.games.round_money import Ledger, put, replace

OF_BETS = frozenset({"late-bet", "over-maximum", "under-minimum", "bet-touched-late", "two-colours"})
# What the floor hears about something else: it does not learn of an irregularity by it.
BESIDE = frozenset(
    {"colour-value", "tip-in-colour", "large-win", "tip", "fill", "relief", "shuffle", "change", "buy-in", "cut-card",
     "cut-card-out", "closing"}
)  # fmt: skip
TRADE = frozenset({"bet-touched-late", "card-bent"})  # what no house overlooks, whether its regulation names it or not


class IncidentBook(Ledger):
    """The incidents of a round and the dealer's reactions to them."""

    incidents: ClassVar[Mapping[str, str]] = {}  # event of the table or a player → irregularity of the rulebook
    routine: ClassVar[frozenset[str]] = BESIDE | {  # reports to the floor that are no irregularity
        "faulty-material", "conflict", "any-error", "claim", "dispute", "limit", "disagreement",
    }  # fmt: skip

    harmless: ClassVar[frozenset[str]] = frozenset()  # rulings by which play goes on as if nothing had happened

    def needs_nothing(self, incident: Incident) -> bool:
        """Whether play simply goes on after an incident: nobody has to be called and nothing to be ruled."""
        if incident.id in TRADE:
            return False
        return incident.ruling in self.harmless and set(incident.by) <= {"croupier"}

    def annul(self, s: Any) -> None:
        """Start again after the spin, throw or round was annulled; the bets stay."""

    def open_incident(
        self, s: Any, incident_id: str, at: int, *, seat: int | None = None, card: str = "", **changes: Any
    ) -> None:
        """An irregularity of the rulebook happened; one that the rulebook does not know needs no reaction."""
        entry = self.rules.irregularities.get(incident_id)
        if entry is None:
            if incident_id in TRADE:
                put(s, "incidents", (*s.incidents, Incident(incident_id, at, seat=seat)))
            return
        by = entry.data.get("by", ())
        by = tuple(by) if isinstance(by, list | tuple) else (by,) if by else ()
        incident = Incident(incident_id, at, self.ruling_of(incident_id), by, seat, card, entry.cite)
        put(s, "incidents", (*s.incidents, replace(incident, **changes)))

    def ruling_of(self, incident_id: str) -> str:
        """What an irregularity asks for, from its data: ``void``, ``burn``, ``plays`` …"""
        data = self.rules.irregularities[incident_id].data
        for key in ("spin", "throw", "round", "hand", "card"):
            if isinstance(data.get(key), str):
                return str(data[key])
        return ""

    def close_incident(self, s: Any, incident: Incident, **changes: Any) -> None:
        changed = replace(incident, closed=True, **changes)
        put(s, "incidents", tuple(changed if each is incident else each for each in s.incidents))

    def _floor(self, s: Any, act: Act, at: int) -> None:
        about = str(act.topic)
        opened = about not in BESIDE and any(not incident.closed for incident in s.incidents)
        if opened:
            put(s, "incidents", tuple(replace(each, reported=True) for each in s.incidents))
            return
        if about in self.routine or s.incidents:
            return
        named = self.incidents.get(about, about)
        known = named in self.rules.irregularities or named in self.incidents.values()
        seen = any(bet.late or bet.wrong is not None for bet in s.bets)
        if known and not (about in OF_BETS and seen):
            self.add(s, finding(Fault.FALSE_ALARM, at, None))

    def _void(self, s: Any, act: Act, at: int) -> None:
        opened = [incident for incident in s.incidents if not incident.closed]
        voiding = [incident for incident in opened if incident.ruling == "void"]
        if voiding:
            incident = voiding[0]
            if incident.by and not incident.reported:
                self.add(s, finding(Fault.RULED_ALONE, at, incident.cite, incident=incident.id))
            for each in voiding:
                self.close_incident(s, each)
        elif opened:
            self.add(s, finding(Fault.WRONG_RULING, at, opened[0].cite, incident=opened[0].id))
            self.close_incident(s, opened[0])
        elif not s.void:
            self.add(s, finding(Fault.WRONG_RULING, at, None))
        put(s, "void", True)
        self.annul(s)

    def is_missed(self, incident: Incident) -> bool:
        """Whether nobody has done anything about an incident that asks for it."""
        return not (incident.closed or incident.reported or self.needs_nothing(incident))

    def _missed_incidents(self, s: Any) -> list[Finding]:
        missed = [each for each in s.incidents if self.is_missed(each)]
        first = {each.id: each for each in reversed(missed)}  # the same thing twice is one fault
        return [
            finding(
                Fault.INCIDENT_MISSED,
                incident.at,
                incident.cite,
                incident=incident.id,
                seat=incident.seat,
                severity="critical" if incident.ruling == "void" else "serious",
            )
            for incident in missed
            if first[incident.id] is incident
        ]
