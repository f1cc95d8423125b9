"""Finds the house options on which an answer depends: those of which another choice would make the answer wrong.

The question is made again under every other choice. If the same question has another solution there, the answer depends
on the option. If the choice leads to another question (other decks, other bets), the citations decide: an answer that
cites the lines an option is about depends on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from trainer.drills.core import Draft, Question
from trainer.drills.wording import option_value
from trainer.equipment.money import parse_amount, print_amount
from trainer.games.rules import load_rules
from trainer.rulebooks import Citation, GameRules, Library, Option, RulebookError
from trainer.texts import Message

_KEPT = 200  # cached questions


class OptionDependence:
    """Finds and caches the options on which answers depend, under the rules of one library."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._found: dict[str, tuple[str, ...]] = {}

    def options(self, question: Question) -> tuple[str, ...]:
        """The options on which a question's answer depends, in the order of the rulebook."""
        return ((), *self.steps(question))[-1]

    def steps(self, question: Question) -> Iterator[tuple[str, ...]]:
        """The same in steps, one for each choice that is tried, each with the options found so far.

        A step takes as long as making the question, so a screen can spread the work over several frames.
        """
        name, rules = str(question.item), question.rules
        if name in self._found or rules is None:
            yield self._found.get(name, ())
            return
        found: tuple[str, ...] = ()
        for key, option in rules.options.items():
            for choice in other_choices(option, rules.chosen[key], rules):
                if self._differs(question, rules, key, choice):
                    found += (key,)
                    yield found
                    break
                yield found
        if len(self._found) >= _KEPT:
            self._found.clear()
        self._found[name] = found

    def _differs(self, question: Question, rules: GameRules, key: str, choice: str) -> bool:
        family, draft = question.family, question.draft
        changed = {**rules.changed, key: choice}
        try:
            other = load_rules(self._library, rules.rulebook, rules.game, rules.variant, changed)
            if family.fits(other):
                most = 4 * (family.levels[question.item.level - 1].drafts + 1)
                for again in islice(family.drafts(question.item, other), most):
                    if (again.prompt, again.scene) == (draft.prompt, draft.scene):
                        return again.solution != draft.solution
        except (RulebookError, ValueError, LookupError):  # options that exclude each other
            return False
        return _rests_on(draft, rules.options[key])


def option_words(question: Question, keys: tuple[str, ...]) -> list[Message]:
    """The options of a question, each with this house's choice."""
    rules = question.rules
    if rules is None:
        return []
    return [
        Message("house.plays", {"option": rules.options[key].names, "choice": option_value(rules.options[key], value)})
        for key in keys
        if (value := rules.chosen[key])
    ]


def other_choices(option: Option, chosen: str, rules: GameRules) -> list[str]:
    """Other values of an option: every other choice; for a rounding or an amount, a few different ones."""
    if option.kind == "choice":
        others = list(option.choices)
    elif option.kind == "rounding":
        smallest = print_amount(min(rules.info.chips.values))
        others = ["exact", f"down to {smallest}", f"up to {smallest}", "down to 1", "up to 1"]
    else:
        amount = parse_amount(chosen)
        others = [print_amount(amount + 1), print_amount(amount / 2)]
    return [other for other in others if other != chosen]


def _rests_on(draft: Draft, option: Option) -> bool:
    """Whether the reasons of an answer cite the lines that an option is about."""
    about = _lines(option.cite)
    return any(reason.cite is not None and _lines(reason.cite) & about for reason in draft.reasons)


def _lines(citation: Citation) -> frozenset[int]:
    """The line numbers of a citation.

    >>> sorted(_lines(Citation.parse("II.1.4 L291, L427-430")))
    [291, 427, 428, 429, 430]
    """
    found: set[int] = set()
    for first, last in re.findall(r"(\d+)(?:\s*-\s*L?(\d+))?", citation.lines):
        found |= set(range(int(first), int(last or first) + 1))
    return frozenset(found)
