"""Judge scripted rounds: what lay, what came and what everybody did, with the faults that were made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trainer.games import game as engine_of
from trainer.games.core import RequestError, plain
from trainer.games.round import Act, Finding, Round
from trainer.games.rules import load_rules
from trainer.rulebooks.library import Library
from trainer.rulebooks.problems import RulebookError
from trainer.rulebooks.schema import GameRules


class Judge:
    """Judges rounds one after the other; tables with the same rules are compiled once."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._rounds: dict[tuple[Any, ...], Round[Any]] = {}

    def judge(self, script: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to one script: its findings, or why it cannot be judged."""
        name = script.get("id") if isinstance(script, Mapping) else None
        try:
            found = self.findings(script)
        except (RequestError, RulebookError) as error:
            return {"id": name, "error": str(error)}
        except (TypeError, ValueError, KeyError, AttributeError, ArithmeticError) as error:
            return {"id": name, "error": f"the script cannot be followed: {type(error).__name__}: {error}"}
        return {"id": name, "findings": [as_json(each) for each in found]}

    def findings(self, script: Mapping[str, Any]) -> tuple[Finding, ...]:
        """Every fault of a scripted round, in the order in which they were found."""
        if not isinstance(script, Mapping):
            raise RequestError("", "a round must be an object")
        table = self.table(script)
        events = script.get("script")
        if not isinstance(events, list):
            raise RequestError("script", "must be a list of events")
        told = {name: script[name] for name in ("table", "limits") if name in script}
        before = {
            **told,
            **(script.get("before") or {}),
            "role": script.get("role"),
            "dealt": script.get("dealt") or {},
        }
        state = table.start(before, _bets_before(script, events))
        for index, event in enumerate(events):
            try:
                state = table.perform(state, Act.from_event(event, f"script[{index}]"))
            except RequestError as error:
                raise RequestError(f"script[{index}]", str(error)) from None
        found: tuple[Finding, ...] = table.finish(state).findings
        return found

    def table(self, script: Mapping[str, Any]) -> Any:
        """The round of the script's game, bound to its rules."""
        names = [script.get(key) for key in ("rulebook", "game")]
        if not all(isinstance(name, str) for name in names):
            raise RequestError("rulebook", "rulebook and game must be named")
        options = script.get("options") or {}
        key = (*names, script.get("variant"), tuple(sorted(options.items())))
        if key not in self._rounds:
            rules = load_rules(self.library, str(names[0]), str(names[1]), script.get("variant") or "", options)
            self._rounds[key] = open_table(rules)
        return self._rounds[key]


def open_table(rules: GameRules) -> Any:
    """The round of a game, bound to the rules of one table; raises `RequestError` if the game has none yet."""
    make = engine_of(rules.game).round
    if make is None:
        raise RequestError("game", f"{rules.game} cannot be played act by act yet")
    return make(rules)


def _bets_before(script: Mapping[str, Any], events: list[Any]) -> list[Mapping[str, Any]]:
    """The bets of the header that no player places in the script: they lay before it began."""
    placed = [
        (event.get("seat"), event.get("bet"), str(event.get("on")), event.get("stake"))
        for event in events
        if isinstance(event, Mapping) and event.get("by") == "player" and event.get("does") in ("bets", "adds")
    ]
    lying = []
    for bet in script.get("bets") or ():
        key = (bet.get("seat"), bet.get("bet"), str(bet.get("on")), bet.get("stake"))
        if key in placed:
            placed.remove(key)
        else:
            lying.append(bet)
    return lying


def as_json(found: Finding) -> dict[str, Any]:
    """A finding as the judge prints it: keys that do not apply are left out."""
    data: dict[str, Any] = {"fault": found.fault.value, "at": found.at}
    for name in ("seat", "bet", "due", "done", "step", "needs", "incident"):
        value = getattr(found, name)
        if value not in (None, ""):
            data[name] = plain(value)
    data |= {"corrected": found.corrected, "basis": found.basis, "cite": found.cite}
    if found.money is not None:
        data["money"] = plain(found.money)
    data["severity"] = found.severity
    return data
