"""Drills on the very words of a rule: the figure that a sentence leaves out, and whether a sentence is the rule.

The sentences are those of the rulebook. The first drill leaves out a figure that both languages give once in the same
clause. The second shows a clause as it stands or with one word changed: a word of ``rule-words.toml`` for its opposite
(before and after, may and may not), a person of the staff for another one, or what the file exchanges in that entry of
the rules. As many sentences are changed as are left alone. House standards are not asked: another answer may be as
good.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm, Choice, ChoiceForm
from trainer.drills.kit import felt_of
from trainer.drills.number_words import figures_in
from trainer.drills.old_figures import outdated
from trainer.drills.round_scenes import bets_down
from trainer.games.core import Reason
from trainer.games.rules import load_rules
from trainer.rulebooks import Citation, GameRules, shipped_library
from trainer.rulebooks.library import GENERAL
from trainer.system.digests import sha256
from trainer.system.toml_cache import read_toml
from trainer.texts import Language, Message, Names

_AREA = "by-heart"
_FILE = Path(__file__).with_name("rule-words.toml")
_FEWEST = 3  # sentences that make a drill
_LONGEST = 200  # letters that a question may have in the smallest window
_GAP = "(…)"
_ENDS = re.compile(r"(?<=[.;:])\s+")  # between two clauses
_FULL_STOP = re.compile(r"(?<=\.)\s+")
_YES, _NO = "yes", "no"


class Changed(msgspec.Struct, frozen=True):
    """A sentence of the rules in which some words are left out or replaced."""

    entry: str  # “conduct.age”
    about: Names | None  # what the sentence is about: a bet, a situation, a role
    says: Names  # the whole rule
    asked: Names  # the rule or, if it is long, one of its sentences
    shown: Names  # the same with the change
    words: Names  # the words that were changed
    cite: Citation


class _Sentence(msgspec.Struct, frozen=True):
    """A sentence of the rules that can be asked."""

    entry: str
    about: Names | None
    says: Names
    cite: Citation


class _Opposites(msgspec.Struct, frozen=True, rename="kebab"):
    """Words of which only one is true in a clause; ``not_beside`` lists Spanish words that would spoil the exchange."""

    words: list[Names]
    not_beside: list[str] = []


class _Exchange(msgspec.Struct, frozen=True):
    """Words of one sentence and what is shown in their place."""

    words: Names
    instead: Names


class _File(msgspec.Struct, frozen=True):
    """``rule-words.toml``."""

    opposites: list[_Opposites]
    operators: list[str]  # entries that are not asked
    entries: dict[str, list[_Exchange]] = {}


@cache
def _file() -> _File:
    return msgspec.convert(read_toml(_FILE), _File)


def exchanges() -> Mapping[str, Sequence[_Exchange]]:
    """What the file exchanges in single entries; after an @ the regulation or game it holds for."""
    return _file().entries


def figures(rules: GameRules) -> list[Changed]:
    """Sentences that leave out a figure, in the order of the rulebook."""
    return _cached("figures", rules)


def altered(rules: GameRules) -> list[Changed]:
    """Sentences with other words in one place, in the order of the rulebook."""
    return _cached("altered", rules)


def _cached(kind: str, rules: GameRules) -> list[Changed]:
    """The sentences of a kind, cached: they are read for every question.

    The key is what the rules say, not their digest: a course shows parts of the rules under the digest of the whole.
    """
    sentences = tuple(_sentences(rules))
    key = (kind, rules.rulebook, rules.game, sentences, tuple(_roles(rules)))
    if key not in _cache:
        find = _without_figure if kind == "figures" else _with_other_words
        _cache[key] = [each for sentence in sentences for each in find(sentence, rules)]
    return _cache[key]


_Key = tuple[str, str, str, tuple[_Sentence, ...], tuple[Names, ...]]
_cache: dict[_Key, list[Changed]] = {}


def _sentences(rules: GameRules) -> Iterator[_Sentence]:
    """What the rules tell the dealer in sentences, but for what holds at every table: that is asked with the trade."""
    operators, old = {*_file().operators}, outdated(rules)
    for each in _all_sentences(rules):
        names = (each.entry, f"{each.entry}@{rules.rulebook}/{rules.game}")
        if not each.cite.is_house_standard and operators.isdisjoint(names) and each.entry not in old:
            yield each


def _all_sentences(rules: GameRules) -> Iterator[_Sentence]:
    everywhere = {} if rules.game == GENERAL else _of_every_table(rules.rulebook)
    for key, fact in rules.conduct.items():
        if everywhere.get(key) != fact.says:
            yield _Sentence(f"conduct.{key}", None, fact.says, fact.cite)
    for key, fact in rules.equipment.items():
        yield _Sentence(f"equipment.{key}", None, fact.says, fact.cite)
    for key, role in rules.staff.items():
        yield _Sentence(f"staff.{key}", role.names, role.duties, role.cite)
    for key, step in rules.procedure.items():
        yield _Sentence(f"procedure.{key}", None, step.does, step.cite)
    for key, case in rules.irregularities.items():
        yield _Sentence(f"irregularities.{key}", case.situation, case.action, case.cite)
    for key, bet in rules.bets.items():
        yield _Sentence(f"bets.{key}", bet.names, bet.wins, bet.cite)


@cache
def _of_every_table(rulebook: str) -> dict[str, Names]:
    library = shipped_library()
    if rulebook not in library.rulebooks() or not library.has(rulebook, GENERAL):
        return {}
    return {key: fact.says for key, fact in load_rules(library, rulebook, GENERAL).conduct.items()}


def _clauses(says: Names) -> list[tuple[str, str]]:
    """The clauses of a sentence in both languages; the whole if the languages divide it differently."""
    es, en = _ENDS.split(says.es), _ENDS.split(says.en)
    return [*zip(es, en, strict=True)] if len(es) == len(en) else [(says.es, says.en)]


def _changed(sentence: _Sentence, clause: tuple[str, str], words: Names, instead: Names) -> Iterator[Changed]:
    """The rule with other words in a clause; of a long rule the sentence of that clause, if it is short enough."""
    es, en = (_replaced(*each) for each in ((clause[0], words.es, instead.es), (clause[1], words.en, instead.en)))
    for asked in (sentence.says, _around(sentence.says, clause)):
        shown = Names(asked.es.replace(clause[0], es), asked.en.replace(clause[1], en))
        if not _is_long(sentence, asked, shown):
            yield Changed(sentence.entry, sentence.about, sentence.says, asked, shown, words, sentence.cite)
            return


def _around(says: Names, clause: tuple[str, str]) -> Names:
    """The sentence of a rule that a clause belongs to; the whole rule if the languages divide it differently."""
    es, en = _FULL_STOP.split(says.es), _FULL_STOP.split(says.en)
    found = (Names(*pair) for pair in zip(es, en, strict=False) if clause[0] in pair[0] and clause[1] in pair[1])
    return next(found, says) if len(es) == len(en) else says


def _is_long(sentence: _Sentence, *said: Names) -> bool:
    about = sentence.about
    title = 0 if about is None else max(len(about.es), len(about.en))
    return title + max(max(len(each.es), len(each.en)) for each in said) > _LONGEST


def _replaced(clause: str, words: str, instead: str) -> str:
    """The clause with other words; they begin with a capital where the first ones do."""
    match = re.search(_whole(words), clause, re.IGNORECASE)
    if match is None:
        raise ValueError(f"{clause!r} does not contain {words!r}")
    put = instead[:1].upper() + instead[1:] if match[0][:1].isupper() else instead
    return clause[: match.start()] + put + clause[match.end() :]


def _whole(words: str) -> str:
    return rf"(?<!\w){re.escape(words)}(?!\w)"


# ── figures ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _without_figure(sentence: _Sentence, rules: GameRules) -> Iterator[Changed]:
    """For each clause the first figure that both languages give once."""
    about = {} if sentence.about is None else figures_in(sentence.about.es, Language.ES)
    for es, en in _clauses(sentence.says):
        in_es, in_en = figures_in(es, Language.ES), figures_in(en, Language.EN)
        for value, written in in_es.items():
            if value > 1 and value not in about and len(written) == len(in_en.get(value, ())) == 1:
                yield from _changed(sentence, (es, en), Names(written[0], in_en[value][0]), Names(_GAP, _GAP))
                break


def _figure_draft(rules: GameRules, level: int, number: int) -> Draft:
    found = figures(rules)[number]
    return Draft(
        prompt=_prompt("figure", found, found.shown),
        scene=bets_down(rules, felt_of(rules), number),
        form=AmountForm(),
        solution=str(next(iter(figures_in(found.words.es, Language.ES)))),
        reasons=(_reason(found),),
    )


# ── other words ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _with_other_words(sentence: _Sentence, rules: GameRules) -> Iterator[Changed]:
    """What the file exchanges in this entry, and one exchange in each other clause that allows it."""
    places = (f"@{rules.rulebook}/{rules.game}", f"@{rules.rulebook}", "")
    given = next((found for place in places if (found := exchanges().get(sentence.entry + place))), [])
    # A house may have worded the sentence otherwise.
    fitting = [
        each for each in given if sentence.says.es.count(each.words.es) == sentence.says.en.count(each.words.en) == 1
    ]
    whole = (sentence.says.es, sentence.says.en)
    for each in fitting:
        there = (one for one in _clauses(sentence.says) if each.words.es in one[0] and each.words.en in one[1])
        yield from _changed(sentence, next(there, whole), each.words, each.instead)
    for clause in _clauses(sentence.says):
        if not any(each.words.es in clause[0] for each in fitting):
            yield from _opposite_of(sentence, clause, rules)


def _opposite_of(sentence: _Sentence, clause: tuple[str, str], rules: GameRules) -> Iterator[Changed]:
    for each in (*_file().opposites, _Opposites(_roles(rules))):
        here, there = _which(clause[0], [words.es for words in each.words]), None
        if here is not None:
            there = _which(clause[1], [words.en for words in each.words])
        beside = (re.search(_whole(word), clause[0].lower()) for word in each.not_beside)
        if here is None or here != there or any(beside):
            continue
        words = each.words[here]
        if sentence.about is not None and words.es in sentence.about.es.lower():
            continue  # the title would tell it
        others = [other for other in each.words if other != words]
        if others:
            yield from _changed(sentence, clause, words, _random(sentence.entry, *clause).choice(others))
            return


def _roles(rules: GameRules) -> list[Names]:
    """The staff by their names, each once."""
    named = {role.names.es: role.names for role in rules.staff.values() if "(" not in role.names.es}
    return [Names(each.es[:1].lower() + each.es[1:], each.en[:1].lower() + each.en[1:]) for each in named.values()]


def _which(clause: str, words: Sequence[str]) -> int | None:
    """Index of the only word that a clause contains; `None` if it contains none, or more than one."""
    found: list[int] = []
    left = clause.lower()
    for number in sorted(range(len(words)), key=lambda number: -len(words[number])):  # “may not” before “may”
        left, times = re.subn(_whole(words[number]), "", left)
        found += [number] * times
    return found[0] if len(found) == 1 else None


def _random(*names: str) -> random.Random:
    return random.Random(int.from_bytes(sha256(" ".join(names).encode()).digest()[:8], "big"))


def _altered_draft(rules: GameRules, level: int, number: int) -> Draft:
    found = altered(rules)[number]
    # Of two neighbours one is changed, which of them by chance.
    first = _random(rules.rulebook, rules.game, str(number // 2)).random() < 1 / 2
    is_rule = first == (number % 2 == 0)
    answer = _YES if is_rule else _NO
    return Draft(
        prompt=_prompt("is-rule", found, found.asked if is_rule else found.shown),
        scene=bets_down(rules, felt_of(rules), number),
        form=ChoiceForm(tuple(Choice(each, Message(f"{_AREA}.is-rule.{each}")) for each in (_YES, _NO))),
        solution=answer,
        reasons=(_reason(found),),
        mistakes=(("took-it-for-the-rule", _YES),) if answer == _NO else (("took-it-for-changed", _NO),),
    )


def _prompt(kind: str, found: Changed, shown: Names) -> Message:
    if found.about is None:
        return Message(f"{_AREA}.prompt.{kind}", {"says": shown})
    about = "when" if found.entry.startswith("irregularities.") else "about"  # a situation is a sentence of its own
    return Message(f"{_AREA}.prompt.{kind}-{about}", {"about": found.about, "says": shown})


def _reason(found: Changed) -> Reason:
    return Reason(f"{_AREA}.reason.words", {"says": found.says, "words": found.words}, found.cite)


MISSING_FIGURE = Family(
    id="missing-figure",
    area=_AREA,
    levels=(Level(10),),
    facts=lambda rules, level: len(figures(rules)),
    build_fact=_figure_draft,
    asked_in_words=True,
    fits=lambda rules: "felt" in rules.rules and len(figures(rules)) >= _FEWEST,
    revision=2,  # 2: only figures that count something
)
IS_THIS_THE_RULE = Family(
    id="is-this-the-rule",
    area=_AREA,
    levels=(Level(10),),
    facts=lambda rules, level: len(altered(rules)),
    build_fact=_altered_draft,
    asked_in_words=True,
    fits=lambda rules: "felt" in rules.rules and len(altered(rules)) >= _FEWEST,
)

FAMILIES = (MISSING_FIGURE, IS_THIS_THE_RULE)
