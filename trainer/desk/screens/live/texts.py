"""Sentences about acts, calls, findings and keys of the live table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from trainer.desk.style.style import Style
from trainer.equipment.cards import Card
from trainer.games.round import Act, Finding, Step
from trainer.live.affairs import SETTLE
from trainer.live.keys import BACK, ENTER, LEFT, RIGHT, SPACE, Keyboard
from trainer.live.letters import CLOSE, LOCK_OUT, OPEN, CallKey
from trainer.live.table import LiveTable
from trainer.texts import say
from trainer.texts.messages import has_message

# Names of figures inside the words of a call, in either language.
_FIGURES = {
    "número": "number", "number": "number", "color": "colour", "colour": "colour", "puntos": "points",
    "points": "points", "punto": "player", "player": "player", "banca": "banker", "banker": "banker", "total": "total",
    "par o impar": "parity", "even or odd": "parity", "falta o pasa": "half", "low or high": "half",
}  # fmt: skip
_TOPICS = frozenset({"turn", "colour", "parity", "half"})
_EITHER = ("blackjack", "no-blackjack")  # keys of a call that the rulebook writes as one
_TOTALS = frozenset({"player", "banker", "points"})  # figures of a hand that a call may have as its only one
SHIFT = "⇧"


def key_words(key: str, style: Style) -> str:
    """A key as it is written on a keyboard."""
    named = {ENTER: "enter", BACK: "back", SPACE: "space"}
    if key in named:
        return style.text(f"live.key.{named[key]}")
    if key in (LEFT, RIGHT):
        return "←" if key == LEFT else "→"
    return f"{SHIFT}{key}" if key.isalpha() and key.isupper() else key.upper()


class ActWords:
    """Puts acts and findings of one table into words."""

    def __init__(self, table: LiveTable, keyboard: Keyboard) -> None:
        self.table, self.keyboard = table, keyboard

    def who(self, seat: int | str | None, style: Style) -> str:
        """A player by name and number, or the name of a hand."""
        if isinstance(seat, str):
            return style.text(f"live.hand.{seat}") if has_message(f"live.hand.{seat}") else seat
        if seat is None:
            return style.text("live.hand.all")
        guest = self.table.guests.get(seat)
        return f"{guest.name} ({seat})" if guest else str(seat)

    def call(self, call_id: str, facts: Mapping[str, Any], style: Style) -> str:
        """The words of a call, with its figures."""
        calls = self.table.rules.calls
        if call_id == OPEN:
            call_id = next((name for name in ("place-bets", "call-to-play") if name in calls), OPEN)
        if call_id not in calls:
            name = f"live.call.{call_id}"
            return style.text(name, total=str(facts.get("total", "…"))) if has_message(name) else call_id
        words = say(calls[call_id].says, style.language)

        def figure(found: re.Match[str]) -> str:
            name = _FIGURES.get(found[1], "")
            value = facts.get(name, facts.get("total", "") if name in _TOTALS else "")
            return style.text(f"live.{name}.{value}") if name in _TOPICS and value else str(value)

        filled = re.sub(r"{([^}]*)}", figure, words)
        own = f"live.call.{call_id}"
        name = own if has_message(own) else "live.call.result"
        words = re.sub(r"(,\s*)+(?=,|$)", "", filled).strip(" ,") or style.text(name, total="").strip()
        return words[:1].upper() + words[1:]

    def call_button(self, key: CallKey, style: Style) -> str:
        """A call as its button names it: figures stand open."""
        if key.id in ("result", "total", "player-total", *_EITHER):
            return style.text(f"live.call.{key.id}", total="…")
        if key.call and key.call in self.table.rules.calls:
            words = say(self.table.rules.calls[key.call].says, style.language)
            is_named = re.search(r"\w", re.sub(r"{[^}]*}", "", words))
            return re.sub(r"{([^}]*)}", "…" if is_named else r"\1", words)
        return self.call(key.id, {}, style)

    def bet(self, bet: str, style: Style) -> str:
        rule = self.table.rules.bets.get(bet)
        return say(rule.names, style.language) if rule else bet

    def subject(self, about: str, style: Style) -> str:
        """What the floor is called about."""
        entry = self.table.rules.irregularities.get(about)
        if entry is not None:
            return _short(say(entry.situation, style.language))
        return style.text(f"live.subject.{about}") if has_message(f"live.subject.{about}") else about

    def act(self, act: Act, style: Style) -> str:
        """What the dealer does, did or should do: a verb and its object, without a capital."""
        return _contracted(self._act(act, style))

    def _act(self, act: Act, style: Style) -> str:
        do, facts = act.do, act.facts
        if do in ("open", "close"):
            call = OPEN if do == "open" else LOCK_OUT if facts.get("lock_out") else CLOSE
            return style.text(f"live.act.{do}", words=self.call(call, {}, style))
        if do == "call":
            key = next((key for key in self.keyboard.calls.values() if _is_call(key, act)), None)
            if key is None or key.id in _EITHER:
                words = self.call(key.id if key else str(act.topic), facts, style)
            else:
                words = self.call(key.call or key.id, facts, style)
            if key is not None and key.seat:
                return style.text("live.act.call-to", who=self.who(act.seat, style), words=words)
            return style.text("live.act.call", words=words)
        if do == "spin":
            turns = {name: style.text(f"live.turn.{facts[name]}") for name in ("wheel", "ball")}
            return style.text("live.act.spin", **turns)
        if do in ("take", "pay", "give-back", SETTLE):
            return self._money(act, style)
        if do == "floor":
            what = self.subject(str(act.topic), style)
            return style.text("live.act.floor", what=what) if act.topic else style.text("live.act.floor-plain")
        if do == "ask":
            what = style.text(f"live.question.{act.topic}")
            return style.text("live.act.ask", who=self.who(act.seat, style), what=what)
        if do == "mark":
            kind = {"number": "mark", "point": "mark-point", "value": "mark-value"}.get(str(act.topic), "mark-prison")
            number = facts.get("value", str(act.on))
            return style.text(f"live.act.{kind}", number=number, who=self.who(act.seat, style))
        return self._other(act, style)

    def _money(self, act: Act, style: Style) -> str:
        if act.do == "take" and act.seat is None:
            own = f"live.act.take-{act.topic}"
            return style.text(
                own if has_message(own) else "live.act.take-area", area=style.text(f"live.area.{act.topic}")
            )
        bet = style.text("live.act.bet", bet=self.bet(act.bet, style)) if act.bet else ""
        amount = act.amount if act.amount is not None else ""
        fee = act.facts.get("commission")
        if act.do == "pay" and fee:
            return style.text(
                "live.act.pay-commission", who=self.who(act.seat, style), amount=amount, bet=bet, commission=fee
            )
        name = "give-back-bet" if act.do == "give-back" and act.amount is None else act.do
        return style.text(f"live.act.{name}", who=self.who(act.seat, style), amount=amount, bet=bet)

    def _other(self, act: Act, style: Style) -> str:
        do, facts = act.do, act.facts
        if do == "deal" and act.topic == "all":
            return style.text("live.act.deal-all", who=self.who(facts.get("start"), style))
        hand = act.topic if act.topic != "" else act.seat
        name = "deal-down" if do == "deal" and facts.get("face") == "down" else do
        if name == "deal" and self.keyboard.kind == "house-poker":  # where most cards are dealt face down
            name = "deal-up"
        if has_message(f"live.act.{do}-{act.topic}") and (do != "cut" or "behind" in facts or act.topic != "house"):
            name = f"{do}-{act.topic}"
        if not has_message(f"live.act.{name}"):
            return style.text("live.act.other", what=f"{do} {act.topic}".strip())
        count = facts.get("cards", facts.get("behind", facts.get("times", 0)))
        return style.text(
            f"live.act.{name}",
            who=self.who(act.seat if do in ("move", "say", "change", "unmark") else hand, style),
            count=count,
            number=str(act.topic),
            takes=chips_words(facts.get("takes", ""), style),
            gives=chips_words(facts.get("gives", ""), style),
            low=[Card.parse(str(card)) for card in facts.get("low", ())],
        )

    def happened(self, act: Act, incidents: Mapping[str, str], style: Style) -> str:
        """What ball, dice or shoe did, in one line; empty if the felt says enough. ``incidents`` are the irregularities
        among it, by the name of the act."""
        if act.do == "throw":
            one, other = act.facts["dice"]
            event = str(act.facts.get("event") or "")
            name = "live.happens.throw-irregular" if event else "live.happens.throw"
            return style.text(name, one=one, other=other, what=self.subject(event, style))
        if has_message(f"live.happens.{act.do}"):
            return style.text(f"live.happens.{act.do}")
        if act.do in incidents:
            return style.text("live.happens.other", what=self.subject(incidents[act.do], style))
        return ""

    def finding(self, found: Finding, style: Style, is_told: bool = True) -> str:
        """A finding in one line; unless ``is_told``, without what would have been right."""
        words = style.text(f"live.fault.{found.fault.value}")
        if not is_told:
            who = self.who(found.seat, style) if found.seat is not None else ""
            return style.text("live.found.seat", fault=words, who=who) if who else words
        if found.step:
            step, needs = self.step(found.step, style), self.step(found.needs, style)
            name = "needs" if step and needs else "step"
            words = style.text(f"live.found.{name}", fault=words, step=step, needs=needs) if step else words
        if found.incident:
            words = style.text("live.found.step", fault=words, step=self.subject(found.incident, style))
        if found.due is not None and found.done is not None:
            words = style.text("live.found.money", fault=words, due=found.due, done=found.done)
        if found.seat is not None:
            words = style.text("live.found.seat", fault=words, who=self.who(found.seat, style))
        return style.text("live.found.corrected", fault=words) if found.corrected else words

    def step(self, step: str, style: Style) -> str:
        """The name of a step of the procedure, or the words of a call; empty for an unknown id."""
        rules = self.table.rules
        if step in rules.calls:
            return style.text("live.guide.call", words=self.call(step, {}, style))
        entry = rules.procedure.get(step)
        return _short(say(entry.does, style.language)) if entry is not None else ""


def _contracted(words: str) -> str:
    """Spanish words with *a* or *de* and the article in one: *al punto*. English has no such pairs of words."""
    return words.replace(" a el ", " al ").replace(" de el ", " del ")


def _short(words: str) -> str:
    return words[:1].lower() + words[1:].rstrip(".")


def chips_words(chips: Any, style: Style) -> str:
    """What is given for something else: money, or chips by what one is worth or by colour."""
    if not isinstance(chips, Mapping):
        return say(chips, style.language)
    words = []
    for name, count in chips.items():
        if name == "cash":
            words.append(style.text("live.chips.cash", amount=count))
        elif name.replace(".", "").isdigit():
            value = Fraction(name)
            words.append(style.text("live.chips.value", amount=value * count, value=value))
        else:
            words.append(style.text("live.chips.colour", count=count))
    return ", ".join(words)


def _is_call(key: CallKey, act: Act) -> bool:
    return key.topic == act.topic and all(act.facts.get(name) == value for name, value in key.facts.items())


def first_act(steps: Iterable[Step]) -> Act | None:
    """The first act of the dealer among steps that are due."""
    return next((act for step in steps for act in step.acts if act.by == "dealer"), None)
