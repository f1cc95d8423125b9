"""``trainer drill``: the same questions in the terminal, for a machine without a display or a quick round over ssh."""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from typing import TextIO

from trainer.cli.places import user_places
from trainer.drills import families, family
from trainer.drills.core import Family, Question
from trainer.drills.forms import (
    AmountForm,
    AnswerError,
    AnswerForm,
    CallForm,
    ChipsForm,
    ChoiceForm,
    HandsForm,
    OrderForm,
    PlaceForm,
    SpotsForm,
)
from trainer.drills.wording import piece_in_words
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, RulebookError
from trainer.texts import Language, say, text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rulebook", default="arica")
    parser.add_argument("--game", default="roulette-american")
    parser.add_argument("--variant", default="")
    parser.add_argument("--drill", help="drill family (default: the game's first)")
    parser.add_argument("--level", type=int, default=1)
    parser.add_argument("--count", type=int, default=10, help="how many questions")
    parser.add_argument("--seed", type=int, help="first seed: the same seed asks the same questions")
    parser.add_argument("--language", choices=[language.value for language in Language], default="es")


def run(arguments: argparse.Namespace) -> int:
    language = Language(arguments.language)
    try:
        rules = load_rules(user_places().library(), arguments.rulebook, arguments.game, arguments.variant)
        chosen = family(arguments.game, arguments.drill) if arguments.drill else families(arguments.game)[0]
        if not chosen.fits(rules):
            print(f"trainer drill: {arguments.rulebook} has no {chosen.id} for {arguments.game}", file=sys.stderr)
            return 2
        chosen.make(rules, arguments.level, 0)
    except RulebookError as error:
        for fault in error.faults:
            print(f"trainer drill: {say(fault.message, language)}", file=sys.stderr)
        return 2
    except (KeyError, ValueError) as error:
        print(f"trainer drill: {error.args[0] if error.args else error}", file=sys.stderr)
        return 2
    seed = arguments.seed if arguments.seed is not None else random.SystemRandom().randrange(10**6)
    return drill(rules, chosen, arguments.level, seed, arguments.count, language, sys.stdin, sys.stdout, time.monotonic)


def drill(
    rules: GameRules,
    chosen: Family,
    level: int,
    seed: int,
    count: int,
    language: Language,
    lines: TextIO,
    out: TextIO,
    clock: Callable[[], float],
) -> int:
    """Ask so many questions; ends early when the input ends. Returns 0."""
    right = asked = 0
    print(f"{say(chosen.name, language)} · {say(rules.names, language)} · {say(rules.info.names, language)}", file=out)
    for number in range(count):
        question = chosen.make(rules, level, seed + number)
        _ask(question, number + 1, count, language, out)
        started = clock()
        answer = _read(question, language, lines, out)
        if answer is None:
            break
        asked += 1
        right += _judge(question, answer, clock() - started, language, out)
    if asked:
        print(text("drill.summary", language, right=right, asked=asked), file=out)
    return 0


def _ask(question: Question, number: int, count: int, language: Language, out: TextIO) -> None:
    print(f"\n{number}/{count}", file=out)
    for piece in question.draft.scene.pieces:
        print(f"   {piece_in_words(piece, language)}", file=out)
    print(say(question.draft.prompt, language), file=out)
    for line in _choices(question.draft.form, language):
        print(f"   {line}", file=out)


def _read(question: Question, language: Language, lines: TextIO, out: TextIO) -> str | None:
    """The next line that is an answer; what is none is explained and asked for again."""
    while True:
        print("> ", end="", file=out, flush=True)
        line = lines.readline()
        if not line:
            print(file=out)
            return None
        try:
            return question.draft.form.canonical(line.strip())
        except AnswerError as error:
            print(text("drill.not-an-answer", language, problem=error.message), file=out)


def _judge(question: Question, answer: str, seconds: float, language: Language, out: TextIO) -> bool:
    mark = question.family.mark(question, answer)
    verdict = text("drill.right" if mark.right else "drill.wrong", language, answer=question.draft.solution)
    print(f"{verdict}  ({seconds:.1f} s / {question.target_seconds:g} s)", file=out)
    if mark.mistake:
        print(f"   {text(mark.mistake, language)}", file=out)
    if not mark.right:
        for words, citation in question.family.explain_all(question.draft.reasons, language):
            cite = f"  [{citation}]" if citation else ""
            print(f"   · {words}{cite}", file=out)
    return mark.right


def _choices(form: AnswerForm, language: Language) -> list[str]:
    """What can be typed, where that is not plain."""
    match form:
        case ChoiceForm(choices=choices):
            return [f"{choice.id} = {say(choice.label, language)}" for choice in choices]
        case OrderForm(steps=steps):
            return [f"{step.id} = {say(step.label, language)}" for step in steps]
        case CallForm(parts=parts, labels=labels):
            written = [" / ".join(choice.id for choice in part) for part in parts]
            said = [say(label, language) for label in labels]
            return [f"{label}: {words}" for label, words in zip(said, written, strict=True)] if said else written
        case HandsForm(slots=slots):
            return [f"{slot.id}=… ({slot.size}) {say(slot.label, language)}" for slot in slots]
        case ChipsForm():
            return [text("drill.type-chips", language)]
        case SpotsForm():
            return [text("drill.type-spots", language)]
        case PlaceForm():
            return [text("drill.type-places", language)]
        case AmountForm(labels=labels):
            return [", ".join(say(label, language) for label in labels)] if labels else []
