"""Facts of a rulebook to know by heart: calls, who does what, and what only this rulebook says.

They are made from the rules alone, so every game has them.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

import msgspec

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import Choice, ChoiceForm
from trainer.drills.kit import felt_of
from trainer.drills.old_figures import outdated
from trainer.drills.round_scenes import bets_down
from trainer.games.core import Reason
from trainer.games.rules import load_rules, shipped_rules
from trainer.rulebooks import Citation, GameRules, shipped_library
from trainer.rulebooks.agreement import cases, rule_alike
from trainer.rulebooks.schema import Call, Fact, Irregularity
from trainer.texts import Message, Names

AREA = "by-heart"
_CHOICES = 4
_ACCIDENTS_ASKED = "card-room"  # area with its own drills on how other regulations rule in the same case
_FEWEST = 2  # with a single fact the answer would always be the same
_COMPARED = ("irregularities", "conduct", "equipment", "calls")
_DIFFERENT_WORDS = 0.5  # share of common words up to which two sentences count as different rules
# Points that are not asked: the rulebooks agree on them, or the rules of one also hold under another.
_HOLDS_ELSEWHERE = {
    "irregularities": "change-during-point disputed-card machine-jams misdeal repeated-breach wrong-card-count",
    "conduct": "at-once auction called-bets cards-in-sight chips-in-sight deal-once first-bank hands-off idle-seat "
    "keeping-the-bank limits new-cards one-game own-hand pot protect seats spoken-bets",
    "equipment": "acceptor colour-chips layout marker-board puck rake shoe stick wheel wrong-bet-marker",
}
_HOLDS_ELSEWHERE_AT = {
    "blackjack": ("conduct.players", "equipment.decks", "equipment.table"),
    "caribbean-stud": ("equipment.deck", "equipment.table", "irregularities.information-shared"),
    "chemin-de-fer": ("equipment.table",),
    "craps": ("conduct.players", "equipment.table"),
    "let-it-ride": ("equipment.table",),
    "roulette-american": ("calls.last-three", "calls.no-more-bets", "conduct.players-needed"),
    "texas-holdem": ("equipment.table",),  # it would be the only question
    "three-card-poker": ("equipment.deck",),
    "trente-et-quarante": ("conduct.players",),
}


class _Sentence(msgspec.Struct, frozen=True):
    """What a regulation says on a point."""

    says: Names
    cite: Citation


def _draft(rules: GameRules, prompt: Message, right: str, labels: dict[str, Names], number: int, why: Reason) -> Draft:
    """One question with the right answer among others, in an order of its own at each table."""
    rng = random.Random(f"{rules.rulebook} {rules.game} {number}")
    # Two roles may have the same name, and two moments the same call: show each label once.
    alike = {label.es: key for key, label in reversed(labels.items())} | {labels[right].es: right}
    others = [key for key in labels if key in alike.values() and key != right]
    shown = rng.sample([right, *rng.sample(others, min(_CHOICES - 1, len(others)))], min(_CHOICES, len(others) + 1))
    return Draft(
        prompt=prompt,
        scene=bets_down(rules, felt_of(rules), number),  # the question may be about any moment of the round
        form=ChoiceForm(tuple(Choice(key, labels[key]) for key in shown)),
        solution=right,
        reasons=(why,),
    )


def _has_felt(rules: GameRules) -> bool:
    return "felt" in rules.rules


# ── words and roles ──────────────────────────────────────────────────────────────────────────────────────────────────


def _fixed_calls(rules: GameRules) -> dict[str, Call]:
    """Calls whose words are always the same; those that name the number or the winner have drills of their own."""
    old = outdated(rules)
    return {
        key: call
        for key, call in rules.calls.items()
        if "{" not in call.says.es + call.says.en and f"calls.{key}" not in old
    }


def _said(rules: GameRules, level: int, number: int) -> Draft:
    calls = _fixed_calls(rules)
    key = list(calls)[number]
    call = calls[key]
    # Of two calls for the same moment either is right: the other is not offered as a wrong answer.
    labels = {other: each.says for other, each in calls.items() if other == key or each.when != call.when}
    prompt = Message(f"{AREA}.prompt.said", {"when": call.when})
    why = Reason(f"{AREA}.reason.said", {"says": call.says, "when": call.when}, call.cite)
    return _draft(rules, prompt, key, labels, number, why)


WHAT_IS_SAID = Family(
    id="what-is-said",
    area=AREA,
    asked_in_words=True,
    levels=(Level(8),),
    facts=lambda rules, level: len(_fixed_calls(rules)),
    build_fact=_said,
    revision=5,  # 5: the right answer stands at another place at each table
    fits=lambda rules: _has_felt(rules) and len({call.says.es for call in _fixed_calls(rules).values()}) >= _CHOICES,
)


def _roles(rules: GameRules, number: int) -> dict[str, Names]:
    """Who works at this table and, if they are too few for a question, some of other tables of the regulation; they
    differ from question to question, because a name that is always wrong would betray itself."""
    names = {key: role.names for key, role in rules.staff.items()}
    called = {each.es for each in names.values()}
    others: dict[str, Names] = {}
    for other in _other_games(rules):
        for key, role in other.staff.items():
            # The same role may have another name there, which would also be right.
            if key not in names and role.names.es not in called | {each.es for each in others.values()}:
                others.setdefault(key, role.names)
    missing = min(max(0, _CHOICES - len(called)), len(others))
    some = random.Random(f"{rules.rulebook} {rules.game} {number}").sample(list(others), missing)
    return names | {key: others[key] for key in some}


def _other_games(rules: GameRules) -> Iterator[GameRules]:
    """Games of the same regulation that pay in the same way."""
    library = shipped_library()
    book = rules.rulebook if rules.rulebook in _shipped_books() else ""
    found = (load_rules(library, book, game) for game in library.games(book) if game != rules.game)
    return (other for other in found if other.table.pays_in == rules.table.pays_in)


def _known_duties(rules: GameRules) -> list[str]:
    """Roles whose duties are asked, in the order of the rulebook."""
    return [key for key in rules.staff if f"staff.{key}" not in outdated(rules)]


def _who(rules: GameRules, level: int, number: int) -> Draft:
    key = _known_duties(rules)[number]
    role = rules.staff[key]
    labels = _roles(rules, number)
    prompt = Message(f"{AREA}.prompt.who", {"duties": role.duties})
    why = Reason(f"{AREA}.reason.who", {"role": role.names, "duties": role.duties}, role.cite)
    return _draft(rules, prompt, key, labels, number, why)


WHO_DOES_IT = Family(
    id="who-does-it",
    area=AREA,
    asked_in_words=True,
    levels=(Level(10),),
    facts=lambda rules, level: len(_known_duties(rules)),
    build_fact=_who,
    revision=4,  # 4: roles of other tables differ from question to question
    fits=lambda rules: _has_felt(rules) and len({role.names.es for role in rules.staff.values()}) >= _FEWEST,
)


# ── differences between regulations ──────────────────────────────────────────────────────────────────────────────────


@cache
def _shipped_books() -> frozenset[str]:
    return frozenset(shipped_library().rulebooks())


Entry = Irregularity | Fact | Call


_Points = dict[str, tuple[Names | None, dict[str, _Sentence]]]
_kept: dict[tuple[str, str, str], _Points] = {}


def _points(rules: GameRules) -> _Points:
    """Points on which this regulation differs from another: the title, and what each says. Cached: it is read often."""
    key = (rules.rulebook, rules.game, rules.digest)
    if key not in _kept:
        _kept[key] = _find_points(rules)
    return _kept[key]


def _find_points(rules: GameRules) -> _Points:
    found: _Points = {}
    others = [other for book, other in shipped_rules(rules.game).items() if book != rules.rulebook]
    for part in _COMPARED:
        for key, entry in _ruled(rules, part).items():
            told = {rules.rulebook: entry}
            for other in others:
                theirs = _ruled(other, part).get(key)
                if theirs is not None and all(_differ(each, theirs) for each in told.values()):
                    told[other.rulebook] = theirs
            if len(told) > 1:
                found[f"{part}.{key}"] = (_title(entry), {book: _sentence(each) for book, each in told.items()})
    return found


def _ruled(rules: GameRules, part: str) -> dict[str, Entry]:
    """What a regulation itself rules in a part of its file, and differently from others."""
    same = {*_HOLDS_ELSEWHERE.get(part, "").split()}
    same |= {point.partition(".")[2] for point in _HOLDS_ELSEWHERE_AT.get(rules.game, ()) if point.startswith(part)}
    entries: Mapping[str, Entry] = getattr(rules, part)
    if part == "calls":
        entries = _fixed_calls(rules)
    elif part == "irregularities" and rules.family != _ACCIDENTS_ASKED:
        entries = {case: rulings[0] for case, rulings in cases(rules).items() if len(rulings) == 1}
    return {key: entry for key, entry in entries.items() if key not in same and not entry.cite.is_house_standard}


def _sentence(entry: Entry) -> _Sentence:
    return _Sentence(entry.action if isinstance(entry, Irregularity) else entry.says, entry.cite)


def _title(entry: Entry) -> Names | None:
    """What a sentence is about; `None` for a plain fact, which has no title."""
    if isinstance(entry, Irregularity):
        return entry.situation
    return entry.when if isinstance(entry, Call) else None


def _differ(one: Entry, other: Entry) -> bool:
    """Whether two sentences are different rules, and not the same rule in other words."""
    if isinstance(one, Irregularity) and isinstance(other, Irregularity) and rule_alike([one], [other]):
        return False
    if isinstance(one, Fact) and isinstance(other, Fact) and one.data and one.data == other.data:
        return False
    ours, theirs = _sentence(one).says, _sentence(other).says
    if (one.cite.and_house or other.cite.and_house) and _is_part(ours.es, theirs.es):
        return False  # the house decides the rest
    return not _alike(ours.es, theirs.es) and not _alike(ours.en, theirs.en)


def _is_part(one: str, other: str) -> bool:
    """Whether one of two sentences contains the other."""
    shorter, longer = sorted((one.rstrip(".").lower(), other.rstrip(".").lower()), key=len)
    return shorter in longer


def _alike(one: str, other: str) -> bool:
    words, others = set(one.lower().split()), set(other.lower().split())
    return len(words & others) / len(words | others) > _DIFFERENT_WORDS


def _places(answers: Iterable[int]) -> list[int]:
    """The place of the right answer among the choices, for each question, so that no place is more common."""
    used: Counter[int] = Counter()
    places = []
    for count in answers:
        places.append(min(range(count), key=lambda place: used[place]))
        used[places[-1]] += 1
    return places


def _in_this_book(rules: GameRules, level: int, number: int) -> Draft:
    points = _points(rules)
    title, said = points[list(points)[number]]
    own = said[rules.rulebook]
    others = sorted((each for each in said.values() if each is not own), key=lambda one: one.says.en)
    place = _places(len(sentences) for _, sentences in points.values())[number]
    named = {f"rule-{index}": each for index, each in enumerate([*others[:place], own, *others[place:]], 1)}
    right = f"rule-{place + 1}"
    labels = {key: sentence.says for key, sentence in named.items()}
    book = rules.info.names
    on_a_point = Message(f"{AREA}.prompt.this-book-on", {"book": book, "point": title}) if title else None
    prompt = on_a_point or Message(f"{AREA}.prompt.this-book", {"book": book})
    why = Reason(f"{AREA}.reason.this-book", {"says": own.says, "book": book}, own.cite)
    return _draft(rules, prompt, right, labels, number, why)


IN_THIS_BOOK = Family(
    id="in-this-book",
    area=AREA,
    asked_in_words=True,
    levels=(Level(12),),
    facts=lambda rules, level: len(_points(rules)),
    build_fact=_in_this_book,
    revision=8,  # 8: the right answer stands at another place at each table
    fits=lambda rules: _has_felt(rules) and rules.rulebook in _shipped_books() and len(_points(rules)) >= _FEWEST,
)

FAMILIES = (WHAT_IS_SAID, WHO_DOES_IT, IN_THIS_BOOK)
