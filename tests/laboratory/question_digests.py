"""Digest of the first questions of every drill, to prove that a change of the code moved none of them.

One line for each question: its item without the version of the rules, then ``name:digest`` pairs, so that a difference
says what changed::

    prompt   the question in Spanish and English
    scene    what lies on the felt, before and after the answer
    form     how the question is answered, with every label
    answer   the solution, its words and the target time
    why      the reasons in both languages with their citations, hints, and how a payment is worked out
    marks    the judgement of the solution, of every named mistake and of some other wrong answers
    typed    the same answers as a person types them, in both languages
    paper    the question as an exam paper stores it
    marked   the judgement of the same answers by the question that is read back from the paper

Write the lines of two checkouts and compare them::

    uv run python -m tests.laboratory.question_digests > before.txt
    uv run python -m tests.laboratory.question_digests > after.txt
    diff before.txt after.txt

``--only TEXT`` limits the run to tables and drills whose line contains the text (``arica/craps``, ``pay-the-roll/2``),
``--seeds N`` changes the number of questions, and ``--full`` prints what is digested instead of the digests.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from fractions import Fraction
from hashlib import sha256
from typing import Any

import msgspec

from trainer import catalogue
from trainer.drills import families
from trainer.drills.core import Family, Question
from trainer.drills.forms import AnswerForm
from trainer.drills.hints import first_hints
from trainer.drills.mental_arithmetic import in_chips, workings
from trainer.drills.wording import spot_words
from trainer.exams.paper_items import question_of, to_paper_item
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, shipped_library
from trainer.rulebooks.library import GENERAL
from trainer.texts import Language, Message, Names, say

SEEDS = 20
MOST_WRONG = 6  # wrong answers of one kind that are tried


def tables() -> Iterator[GameRules]:
    """The rules of every game that has drills, in every rulebook and variant."""
    library = shipped_library()
    for rulebook in library.rulebooks():
        general = [GENERAL] if library.has(rulebook, GENERAL) else []
        for game in [*library.games(rulebook), *general]:
            if game in catalogue.DRILLED:
                for variant in load_rules(library, rulebook, game).variants or [""]:
                    yield load_rules(library, rulebook, game, variant)


def lines(only: str, seeds: int, *, full: bool) -> Iterator[str]:
    """The line of every question whose table and drill contain ``only``."""
    for rules in tables():
        for family in families(rules.game):
            for level in range(1, len(family.levels) + 1 if family.fits(rules) else 1):
                name = f"{family.id}~{family.revision}/{level} {rules.rulebook}/{rules.game}:{rules.variant}"
                if only in name:
                    for seed in range(seeds):
                        yield _line(f"{name} #{seed}", family.make(rules, level, seed), full=full)


def _line(name: str, question: Question, *, full: bool) -> str:
    found = {key: msgspec.json.encode(value) for key, value in _parts(question).items()}
    if full:
        return "\n".join([name, *(f"    {key}: {value.decode()}" for key, value in found.items())])
    return " ".join([name, *(f"{key}:{sha256(value).hexdigest()[:10]}" for key, value in found.items())])


def _parts(question: Question) -> dict[str, Any]:
    draft, family, rules = question.draft, question.family, question.rules
    answers = _answers(question)
    item = to_paper_item(question, part="", limit_ms=0, difficulty=0, rules_digest="")
    read = question_of(item, rules)
    paper = msgspec.to_builtins(item)
    del paper["item"]  # it contains the digest of the rules
    return {
        "prompt": _plain(draft.prompt),
        "scene": [_plain(draft.scene), _plain(draft.after)],
        "form": _plain(draft.form),
        "answer": [
            draft.solution,
            *(draft.form.words(draft.solution, language, rules) for language in Language),
            question.target_seconds,
        ],
        "why": [_explanation(question, language) for language in Language],
        "marks": [_mark(family, question, answer) for answer in answers],
        "typed": [
            _typed(draft.form, typed, language, rules)
            for language in Language
            for answer in answers
            for typed in (answer, _in_words(draft.form, answer, rules, language))
        ],
        "paper": paper,
        "marked": [_mark(read.family, read, answer) for answer in answers],
    }


def _plain(value: Any) -> Any:
    """A value as JSON: messages in both languages, structs as their class and fields."""
    match value:
        case Message() | Names():
            return [say(value, language) for language in Language]
        case Fraction():
            return str(value)
        case msgspec.Struct():
            fields = {name: _plain(getattr(value, name)) for name in value.__struct_fields__}
            return {"type": type(value).__name__, **fields}
        case tuple() | list():
            return [_plain(each) for each in value]
        case dict():
            return {key: _plain(each) for key, each in value.items()}
    return value


def _explanation(question: Question, language: Language) -> Any:
    rules = question.rules
    reasons = question.family.explain_all(question.draft.reasons, language)
    hints = first_hints(question, language, lambda spot: spot_words(rules, spot, language))
    return [
        [[words, str(cite)] for words, cite in reasons],
        [[hint.says, hint.spots] for hint in hints],
        workings(question, language),
        in_chips(question, language),
    ]


def _answers(question: Question) -> list[str]:
    """The solution, the answer of every named mistake, some that are wrong in other ways, and one that is no answer."""
    draft = question.draft
    form, solution = draft.form, draft.solution
    words = solution.replace("|", " ").split()
    others: list[str] = [" ".join(reversed(words)), "-", "0", "no-such-answer"]
    plain = msgspec.to_builtins(form, enc_hook=str)
    for key in ("choices", "steps"):
        others += [each["id"] for each in plain.get(key, ())][:MOST_WRONG]
    for spot in plain.get("spots", ())[:MOST_WRONG]:
        others += [spot, f"{spot}=2", f"{solution} {spot}"]
    for place, part in enumerate(plain.get("parts", ())):
        for choice in part[:MOST_WRONG]:
            others.append(" ".join([*words[:place], choice["id"], *words[place + 1 :]]))
    for place, word in enumerate(words):
        if word.lstrip("-").replace(".", "").isdigit():
            for change in (str(Fraction(word) + 1), str(Fraction(word) * 2), f"-{word}"):
                others.append(" ".join([*words[:place], change, *words[place + 1 :]]))
        others.append(" ".join([*words[:place], *words[place + 1 :]]))
        others.append(" ".join([*words[: place + 1], *reversed(words[place + 1 :])]))
    return list(dict.fromkeys([solution, *(answer for _, answer in draft.mistakes), *others]))


def _mark(family: Family, question: Question, answer: str) -> Any:
    try:
        mark = family.mark(question, answer)
    except ValueError as error:
        return [answer, str(error)]
    return [answer, mark.right, mark.given, mark.solution, mark.mistake]


def _in_words(form: AnswerForm, answer: str, rules: GameRules | None, language: Language) -> str:
    try:
        return form.words(answer, language, rules)
    except (ValueError, LookupError):
        return answer


def _typed(form: AnswerForm, typed: str, language: Language, rules: GameRules | None) -> str:
    try:
        return form.parse_typed(typed, language, rules)
    except ValueError as error:
        return str(error)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="")
    parser.add_argument("--seeds", type=int, default=SEEDS)
    parser.add_argument("--full", action="store_true")
    chosen = parser.parse_args()
    for line in lines(chosen.only, chosen.seeds, full=chosen.full):
        sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
