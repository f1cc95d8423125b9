"""``trainer stats``: progress of the trainees of this laptop, for people and for scripts (``--json``)."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import msgspec

from trainer.cli.error_report import report_error
from trainer.cli.places import user_places
from trainer.cli.records_access import open_read_only
from trainer.cli.streams import print_json
from trainer.drills import families
from trainer.records.attempts import to_milliseconds
from trainer.records.errors import RecordsError
from trainer.records.store import Profile, Store
from trainer.rulebooks import Library, RulebookError
from trainer.study import progress
from trainer.study.days import days_in
from trainer.study.ledger import Ledger
from trainer.study.ledger_storage import all_days, open_ledger
from trainer.study.settings import settings_of
from trainer.study.skills import Rung, path, rules_at
from trainer.study.standing import Standing
from trainer.study.trainee import asks_facts
from trainer.texts import Language, text

BAR_WIDTH = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--records", type=Path, help="the records file (default: this user's)")
    parser.add_argument("--profile", help="only this one")
    parser.add_argument("--json", action="store_true", help="one JSON document instead of a table")
    parser.add_argument("--language", choices=[language.value for language in Language], default="es")


def run(arguments: argparse.Namespace) -> int:
    """Print the progress, also while the desk is open; returns 0, or 1 or 2 after one sentence that says what is
    wrong."""
    language = Language(arguments.language)
    try:
        with open_read_only(arguments.records or user_places().progress, language) as store:
            chosen = [store.profile(arguments.profile)] if arguments.profile else store.profiles()
            found = [figures(store, profile, user_places().library()) for profile in chosen]
    except RecordsError as error:
        return report_error(error, "stats", language)
    if arguments.json:
        print_json(msgspec.json.format(msgspec.json.encode(found)))
    else:
        print("\n\n".join(_written(one, language) for one in found))
    return 0


def figures(store: Store, profile: Profile, library: Library) -> dict[str, Any]:
    """Progress of a trainee as plain data."""
    ledger = open_ledger(store, profile.id, days_in(None), asks_facts, looks_at_all=True)
    settings = settings_of(store, profile.id)
    standing = Standing(rungs_practised(ledger, library), ledger, settings)
    now = to_milliseconds(store.clock())
    days = all_days(store, profile.id, ledger)
    themes, bests = progress.themes(ledger), ledger.bests
    home = progress.home(standing, now, settings.new_facts_a_day)
    return {
        "name": profile.name,
        "answers": sum(day.answers for day in days),
        "right": sum(day.right for day in days),
        "days": len(days),
        "today": {"due": home.due, "new": home.new, "mistakes": home.mistakes, "run": home.day_run},
        "tables": {
            place: [
                {
                    "rung": one.rung.key.partition(" ")[0],
                    "stand": one.stand.value,
                    "mastery": round(one.mastery.value, 3),
                    "accuracy": round(one.mastery.accuracy, 3),
                    "range": [round(one.mastery.now.low, 3), round(one.mastery.now.high, 3)],
                    "within_target_time": one.mastery.is_quick,
                    "sessions_to_target": progress.forecast(ledger, one.rung),
                }
                for one in rungs
                if one.last
            ]
            for place, rungs in progress.skill_map(standing, now).items()
        },
        "weak": [{"skill": theme.skill, "accuracy": round(theme.accuracy, 3)} for theme in themes.weak],
        "strong": [{"skill": theme.skill, "accuracy": round(theme.accuracy, 3)} for theme in themes.strong],
        "mistakes": [
            {"mistake": one.mistake, "skill": one.skill, "count": one.count, "example": str(one.example)}
            for one in progress.frequent_mistakes(ledger, now)
        ],
        "records": {
            "streak": bests.longest_streak.value,
            "day": bests.most_right_in_a_day.value,
            "run": bests.longest_day_run.value,
            "challenge60": bests.challenges["challenge-60"].value if "challenge-60" in bests.challenges else 0,
            "challenge180": bests.challenges["challenge-180"].value if "challenge-180" in bests.challenges else 0,
        },
    }


def rungs_practised(ledger: Ledger, library: Library) -> list[Rung]:
    """Rungs of every table that was practised and whose rulebook still exists."""
    rungs: list[Rung] = []
    for place in sorted({key.partition(" ")[2] for key in ledger.rungs}):
        try:
            rules = rules_at(library, place)
        except RulebookError:
            continue
        rungs += path(rules, families(rules.game))
    return rungs


def _written(found: dict[str, Any], language: Language) -> str:
    if not found["answers"]:
        return f"{found['name']}: {text('records.stats.nothing', language)}"
    percent = round(100 * found["right"] / found["answers"])
    head = {key: found[key] for key in ("name", "answers", "days")}
    lines = [
        text("records.stats.head", language, percent=percent, **head),
        text("records.stats.today", language, **found["today"]),
    ]
    for place, rungs in found["tables"].items():
        lines += ["", place]
        for rung in rungs:
            filled = round(BAR_WIDTH * rung["mastery"])
            bar = "#" * filled + "." * (BAR_WIDTH - filled)
            low, high = (round(100 * end) for end in rung["range"])
            words = [text(f"study.stand.{rung['stand']}", language)]
            words.append(text("study.accuracy-range", language, low=low, high=high))
            words += [text("study.quick", language)] if rung["within_target_time"] else []
            lines.append(f"  {rung['rung']:24} [{bar}] {rung['mastery']:4.0%}  {', '.join(words)}")
    for key in ("weak", "strong"):
        if found[key]:
            lines += ["", text(f"records.stats.{key}", language)]
            lines += [f"  {theme['accuracy']:4.0%}  {theme['skill']}" for theme in found[key]]
    if found["mistakes"]:
        lines += ["", text("records.stats.mistakes", language)]
        lines += [f"  {one['count']:4} × {_named(one['mistake'], language)}" for one in found["mistakes"]]
    lines += ["", text("records.stats.records", language, **found["records"])]
    return "\n".join(lines)


def _named(mistake: str, language: Language) -> str:
    """Text of a mistake, or its id if its drill no longer exists."""
    try:
        return text(mistake, language)
    except KeyError:
        return mistake
