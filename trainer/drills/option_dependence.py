"""Which house options an answer hangs on: those under which another choice would make it wrong.

That is found out, not declared: the same question is made again under every other choice. Where it comes out the same
with another solution, it hangs on the option. Where another choice makes another question of the seed (it deals from
other decks, it knows other bets), the reasons decide: an answer that rests on the very lines an option is about hangs
on it.
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

_KEPT = 200  # questions


class OptionDependence:
    """What answers hang on under the rules of a library; what was found out is kept for a while."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._found: dict[str, tuple[str, ...]] = {}

    def options(self, question: Question) -> tuple[str, ...]:
        """The options a question's answer hangs on, in the order of the rulebook."""
        return ((), *self.steps(question))[-1]

    def steps(self, question: Question) -> Iterator[tuple[str, ...]]:
        """The same, a step for each choice that is tried: what is known after it. A step takes as long as making the
        question, so that a screen can take them one by one."""
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
        except (RulebookError, ValueError, LookupError):  # what nobody can play together
            return False
        return _rests_on(draft, rules.options[key])


def option_words(question: Question, keys: tuple[str, ...]) -> list[Message]:
    """The options of a question, each with what this house plays."""
    rules = question.rules
    if rules is None:
        return []
    return [
        Message("house.plays", {"option": rules.options[key].names, "choice": option_value(rules.options[key], value)})
        for key in keys
        if (value := rules.chosen[key])
    ]


def other_choices(option: Option, chosen: str, rules: GameRules) -> list[str]:
    """What else could be chosen: every other choice; of a rounding or an amount some that differ."""
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
    """The lines a citation points at.

    >>> sorted(_lines(Citation.parse("II.1.4 L291, L427-430")))
    [291, 427, 428, 429, 430]
    """
    found: set[int] = set()
    for first, last in re.findall(r"(\d+)(?:\s*-\s*L?(\d+))?", citation.lines):
        found |= set(range(int(first), int(last or first) + 1))
    return frozenset(found)
