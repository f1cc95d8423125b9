"""Judges scripted rounds: from the bets, cards and acts of a script to the faults that the dealer made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from trainer.games import game as engine_of
from trainer.games.core import RequestError, plain
from trainer.games.round import Act, Fault, Finding, Money, Round, finding, read_amount
from trainer.games.rules import load_rules
from trainer.live.affairs import ADVICE
from trainer.rulebooks.library import Library
from trainer.rulebooks.problems import RulebookError
from trainer.rulebooks.schema import GameRules

# What a value of the wrong kind leads to somewhere in the engines: a word for a number, a number for a list.
_UNREADABLE = (TypeError, ValueError, KeyError, AttributeError, ArithmeticError)

QUESTIONS = frozenset({"advice", "rule", "rules", "question"})


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
        except _UNREADABLE:
            return {
                "id": name,
                "error": "the header has a value of the wrong kind: see bets, before, dealt and options",
            }
        return {"id": name, "findings": [as_json(each) for each in found]}

    def findings(self, script: Mapping[str, Any]) -> tuple[Finding, ...]:
        """Every fault of a scripted round, in the order in which they were found."""
        if not isinstance(script, Mapping):
            raise RequestError("", "a round must be an object")
        for name in ("before", "dealt", "options"):
            if not isinstance(script.get(name) or {}, Mapping):
                raise RequestError(name, "must be an object")
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
            except _UNREADABLE:
                wrong = ", ".join(str(key) for key in event)
                raise RequestError(f"script[{index}]", f"has a value of the wrong kind: see {wrong}") from None
        found: tuple[Finding, ...] = table.finish(state).findings
        return (*found, *_answers(events))

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


def _answers(events: list[Mapping[str, Any]]) -> Iterator[Finding]:
    """How the players' questions were answered: rules are explained, advice is not given, and nobody is ignored."""
    for index, event in enumerate(events):
        if (event.get("by"), event.get("does")) != ("player", "asks") or str(event.get("what")) not in QUESTIONS:
            continue
        later = [(at, each) for at, each in enumerate(events) if at > index and each.get("by") == "dealer"]
        answers = [(at, each) for at, each in later if each.get("do") in ("say", "floor", "show")]
        if event["what"] == "advice":
            advice = (at for at, each in answers if str(each.get("line")) in ADVICE)
            yield from (finding(Fault.GAVE_ADVICE, at, None, seat=event.get("seat")) for at in advice)
        if not answers and any(each.get("do") == "end" for _, each in later):
            yield finding(Fault.NO_ANSWER, None, None, seat=event.get("seat"), step="question")


def open_table(rules: GameRules) -> Any:
    """The round of a game, bound to the rules of one table; raises `RequestError` if the game has none yet."""
    make = engine_of(rules.game).round
    if make is None:
        raise RequestError("game", f"{rules.game} cannot be played act by act yet")
    return make(rules)


def _bets_before(script: Mapping[str, Any], events: list[Any]) -> list[Mapping[str, Any]]:
    """The bets of the header that no player places in the script: they lay before it began.

    A bet that lies with another stake than it was placed with, because some of it went back, is the same bet.
    """
    placed = [
        event
        for event in events
        if isinstance(event, Mapping) and event.get("by") == "player" and event.get("does") in ("bets", "adds")
    ]
    lying: list[Mapping[str, Any]] = []
    given = script.get("bets") or ()
    if not isinstance(given, list | tuple) or not all(isinstance(bet, Mapping) for bet in given):
        raise RequestError("bets", "must be a list of objects")
    unmatched = []
    for bet in given:
        exact = next((event for event in placed if _spot(event) == _spot(bet) and _stake(event) == _stake(bet)), None)
        if exact is None:
            unmatched.append(bet)
        else:
            placed.remove(exact)
    for bet in unmatched:
        same = next((event for event in placed if event.get("does") == "bets" and _spot(event) == _spot(bet)), None)
        if same is None:  # chips beside a bet: whether they double or split it is seen later
            seat = str(bet.get("seat"))
            added = (e for e in placed if e.get("does") == "adds" and str(e.get("seat")) == seat)
            same = next((event for event in added if _stake(event) == _stake(bet)), None)
        if same is None:
            lying.append(bet)
        else:
            placed.remove(same)
    return lying


def _spot(bet: Mapping[str, Any]) -> tuple[str, ...]:
    """Whose bet it is and where it lies, however a script writes it."""
    on = bet.get("on")
    numbers = sorted(map(str, on)) if isinstance(on, list) else [] if on is None else [str(on)]
    return (str(bet.get("seat")), str(bet.get("bet")), *numbers)


def _stake(bet: Mapping[str, Any]) -> Money:
    return read_amount(bet.get("stake", bet.get("amount", 0)), "stake")


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
