"""Words for the console: verbs, the phrase being typed, and the choices of its next slot."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from trainer.desk.screens.live.console import Choice, Line
from trainer.desk.screens.live.texts import ActWords, key_words
from trainer.desk.style.style import Style
from trainer.equipment.money import print_amount
from trainer.games.round import State
from trainer.live.keys import (
    ASKS,
    BACK,
    DEALER,
    ENTER,
    LEFT,
    RIGHT,
    SPACE,
    THOUSAND,
    VERBS,
    Keyboard,
    Phrase,
    Typed,
)
from trainer.live.letters import AREA_LETTERS
from trainer.texts import say
from trainer.texts.messages import has_message
from trainer.texts.numbers import decimal_sign

# Verbs that have a button of their own, in the order in which a round needs them; the others are under "more".
_MAIN = {
    "roulette": ("c", SPACE, "m", "t", "u", "s", "p", "g", "f", "x", "."),
    "blackjack": ("c", "d", "a", "t", "p", "r", "g", "b", "f", "x", "."),
    "baccarat": ("c", "d", "D", "u", "t", "p", "r", "g", "f", "x", "."),
    "craps": ("c", SPACE, "m", "u", "t", "p", "o", "g", "f", "x", "."),
    "house-poker": ("c", "d", "D", "a", "u", "t", "p", "r", "f", "x", "."),
    "pai-gow": ("c", "d", "n", "u", "e", "t", "p", "r", "f", "x", "."),
}
MORE, VERBS_AGAIN, BY_DIGITS = "more", "verbs", "digits"  # keys of buttons that show other buttons
_CHANCE = {"roulette": "spin", "craps": "dice", "pai-gow": "shake"}
_NUMERIC = frozenset(
    {"amount", "commission", "number", "points", "total", "cards", "times", "takes", "takes-colour", "gives",
     "gives-colour", "value", "player", "banker", "front"}
)  # fmt: skip
WITH_CHIPS = frozenset({"amount", "takes", "gives"})
_AMOUNTS = WITH_CHIPS | {"commission", "takes-colour", "gives-colour", "value"}
_HANDS = {
    "baccarat": {"P": "player", "B": "banker", "U": "burn", "A": "both"},
    "pai-gow": {"0": DEALER, "A": "spots-without-bet"},
}
CHIP = "chip:"  # key of a choice that adds a chip to the amount


class Phrases:
    """Words for the keyboard of one table."""

    def __init__(self, keyboard: Keyboard, words: ActWords) -> None:
        self.keyboard, self.words = keyboard, words
        chips = words.table.rules.info.chips
        self.chips = tuple(value for value, _ in chips.colours)

    def verb(self, verb: str, style: Style) -> str:
        """The name of a verb at this table."""
        if verb == "chance":
            verb = _CHANCE[self.keyboard.kind]
        if verb == "turn" and self.keyboard.kind in ("roulette", "craps"):
            verb = "unmark"
        return style.text(f"live.verb.{verb}")

    def verbs(self, style: Style) -> list[Choice]:
        """The buttons of the verbs that every round needs."""
        keys = [key for key in _MAIN[self.keyboard.kind] if key in self.keyboard.verbs]
        return [*(self._verb_choice(key, style) for key in keys), Choice(MORE, style.text("live.more"))]

    def other_verbs(self, style: Style) -> list[Choice]:
        """The verbs that are seldom needed, and the way back to the others."""
        main = _MAIN[self.keyboard.kind]
        others = [self._verb_choice(key, style) for key in self.keyboard.verbs if key not in main]
        return [*others, Choice(VERBS_AGAIN, style.text("live.verbs-again"))]

    def _verb_choice(self, key: str, style: Style) -> Choice:
        cap = style.text("live.key.space-short") if key == SPACE else "⌫" if key == BACK else key_words(key, style)
        return Choice(key, self.verb(VERBS[key], style), cap)

    def armed_key(self, typed: Typed) -> str:
        """The key of the armed verb."""
        return next((key for key, verb in self.keyboard.verbs.items() if verb == typed.verb), "")

    def line(self, typed: Typed, state: State, last: int | None, style: Style) -> Line:
        """The phrase being typed, and what comes next."""
        if not typed.verb:
            return Line()
        phrase = self.keyboard.phrase(typed, state, last)
        parts = [self._what(phrase, style), self._who(phrase, style), _figures(phrase, style)]
        said = " · ".join(part for part in parts if part)
        names = [
            f"live.slot-of.{each}.{phrase.slot}" for each in (self.keyboard.kind, typed.verb)
        ]  # in their own words
        name = next(filter(has_message, names), f"live.slot.{phrase.slot}")
        asks = style.text(name, seats=self.keyboard.seats) if has_message(name) else ""
        return Line(self.verb(typed.verb, style), f"{said}  {asks}".strip() if said else asks)

    def _who(self, phrase: Phrase, style: Style) -> str:
        return self.words.who(phrase.seat, style) if phrase.seat is not None else ""

    def _what(self, phrase: Phrase, style: Style) -> str:
        what = phrase.what
        if not what:
            return ""
        if phrase.verb == "call":
            return next(self.words.call_button(key, style) for key in self.keyboard.calls.values() if key.id == what)
        if phrase.verb == "floor":
            return self.words.subject(what, style)
        for area in ("question", "hand", "turn"):
            if has_message(f"live.{area}.{what}"):
                return style.text(f"live.{area}.{what}")
        return self.words.bet(what, style)

    def takes_figures(self, typed: Typed, state: State) -> bool:
        """Whether figures are being typed: the number of a seat would be read as a digit."""
        return bool(typed.verb) and self.keyboard.phrase(typed, state).slot in _NUMERIC

    def takes_amount(self, typed: Typed, state: State) -> bool:
        """Whether an amount is being laid, of which nothing on the felt is a digit, as with a number."""
        return bool(typed.verb) and self.keyboard.phrase(typed, state).slot in _AMOUNTS

    def choices(
        self, typed: Typed, state: State, last: int | None, style: Style, by_hand: bool, digits: bool = False
    ) -> list[Choice]:
        """The choices of the next slot. Figures have buttons only if the last input came ``by_hand``; amounts are laid
        in chips unless ``digits`` are wanted. Hands and bets that lie on the felt are pointed at there."""
        if not typed.verb:
            return []
        slot = self.keyboard.phrase(typed, state, last).slot
        found = list(self._of_slot(slot, style, by_hand, digits))
        return [*found, Choice(VERBS_AGAIN, style.text("live.verbs-again"))] if found else []

    def _of_slot(self, slot: str, style: Style, by_hand: bool, digits: bool) -> Iterator[Choice]:
        board = self.keyboard
        if slot == "call":
            for letter, key in board.calls.items():
                yield Choice(letter, self.words.call_button(key, style), letter.upper())
        elif slot == "floor":
            yield Choice(ENTER, style.text("live.verb.floor"), key_words(ENTER, style))
            for letter, about in board.floor.items():
                yield Choice(letter, self.words.subject(about, style), letter.upper())
        elif slot == "seat-or-area":
            areas = AREA_LETTERS if board.kind == "roulette" else {"A": AREA_LETTERS["A"]}
            for letter, area in areas.items():
                yield Choice(letter, style.text(f"live.area.{area}"), key_words(letter, style))
            if board.kind != "roulette" and not by_hand:
                yield from self._bets(style)
        elif slot == "seat-or-question":
            for letter, question in ASKS[board.kind].items():
                if letter:
                    yield Choice(letter, style.text(f"live.question.{question}"), key_words(letter, style))
        elif slot == "seat-or-change":
            for letter, change in (("C", "change"), ("L", "cash-out")):
                yield Choice(letter, style.text(f"live.changing.{change}"), key_words(letter, style))
        elif slot in ("wheel", "ball"):
            yield Choice(LEFT, "←", "")
            yield Choice(RIGHT, "→", "")
        elif slot == "cut":
            for letter, name in (("0", "yourself"), ("P", "guest"), ("H", "cut-card")):
                yield Choice(letter, style.text(f"live.hand.{name}"), key_words(letter, style))
        elif slot == "hand" and by_hand:
            for letter, name in _HANDS.get(board.kind, {}).items():
                yield Choice(letter, style.text(f"live.hand.{name}"), key_words(letter, style))
        elif slot in ("bet", "seat-or-bet") and not by_hand:
            yield from self._bets(style)
        elif slot == "correct":
            yield Choice(ENTER, style.text("live.verb.correct"), key_words(ENTER, style))
        elif slot in _NUMERIC and by_hand:
            yield from self._figures(slot, style, digits)

    def _bets(self, style: Style) -> Iterator[Choice]:
        for letter, bet in self.keyboard.bets.items():
            yield Choice(letter, self.words.bet(bet, style), key_words(letter, style))

    def _figures(self, slot: str, style: Style, digits: bool) -> Iterator[Choice]:
        if slot in WITH_CHIPS and not digits:
            for value in self.chips:
                yield Choice(f"{CHIP}{value}", f"+ {style.text('live.chip-value', value=Fraction(value))}")
        else:
            for digit in "1234567890":
                yield Choice(digit, digit)
        if slot in WITH_CHIPS and not digits:
            yield Choice(BY_DIGITS, "123")
        if slot == "amount":
            yield Choice("=", style.text("live.as-much"), "=")
            if self.keyboard.kind in ("baccarat", "pai-gow", "craps"):
                yield Choice("%", "%")
        yield Choice(BACK, "⌫")
        yield Choice(ENTER, key_words(ENTER, style))

    def with_chip(self, typed: Typed, state: State, value: Fraction) -> Typed:
        """What is typed with a chip more in the amount."""
        phrase = self.keyboard.phrase(typed, state)
        lying = Fraction(phrase.figures or 0)
        keys = (*typed.keys[: phrase.figures_at], *print_amount(lying + value))
        return Typed(typed.verb, keys, typed.stays)


def key_caps(groups: tuple[tuple[str, ...], ...], style: Style, begun: str = "") -> tuple[str, ...]:
    """Keys in `grouped` form as they are shown to somebody who does not know them: a number is one cap, also one of
    which the figures ``begun`` are typed already."""
    numbers = ["".join("000" if key == THOUSAND else key for key in group) for group in groups]
    caps = [
        number if number.isdigit() else key_words(group[0], style)
        for number, group in zip(numbers, groups, strict=True)
    ]
    return (f"{begun}{caps[0]}", *caps[1:]) if begun and caps and caps[0].isdigit() else tuple(caps)


def _figures(phrase: Phrase, style: Style) -> str:
    """The figures typed so far, with the separators of the language; a decimal point that was just typed stays."""
    whole, point, rest = phrase.figures.partition(".")
    if not whole.isdigit():
        return phrase.figures
    return f"{say(int(whole), style.language)}{decimal_sign(style.language) if point else ''}{rest}"
