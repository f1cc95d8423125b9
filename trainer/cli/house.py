"""``trainer house``: list and choose the house options of a game, where its regulation leaves a choice.

Prints the options with reasons and citations. ``OPTION=VALUE`` stores a choice with the profile, like the desk's page
does, and later drills use it.
"""

from __future__ import annotations

import argparse
from datetime import UTC, datetime

import msgspec

from trainer.cli.error_report import report_error
from trainer.cli.games import described_option
from trainer.cli.places import user_places
from trainer.cli.records_access import ask_pin
from trainer.cli.streams import print_json, print_stderr
from trainer.drills.wording import citation_words, option_value
from trainer.games.rules import load_rules
from trainer.records.errors import RecordsError
from trainer.rulebooks import GameRules, RulebookError
from trainer.runs.house_options import house_options, in_page_order, typed_options, with_house
from trainer.runs.plan import PlanError
from trainer.runs.records_file import RecordsFile
from trainer.study.settings import keep_settings, settings_of
from trainer.texts import Language, say, text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rulebook")
    parser.add_argument("game")
    parser.add_argument("choices", nargs="*", metavar="OPTION=VALUE", help="to be played from now on")
    parser.add_argument("--variant", default="", help="whose options are listed; they are kept for all variants")
    parser.add_argument("--reset", action="store_true", help="back to the defaults first")
    parser.add_argument("--profile", help="whose house it is (default: the first profile)")
    parser.add_argument("--json", action="store_true", help="one JSON document instead of a list")
    parser.add_argument("--language", choices=[language.value for language in Language], default="es")


def run(arguments: argparse.Namespace) -> int:
    """Run the command; returns 0, or 2 after a sentence that names an unknown option, value, game or profile."""
    language = Language(arguments.language)
    places = user_places()
    library = places.library()
    table = (arguments.rulebook, arguments.game, arguments.variant)
    recording = RecordsFile(places.progress, lambda: datetime.now(UTC), lambda: text("desk.profile.first", language))
    try:
        usual = load_rules(library, *table)
        typed = typed_options(usual, arguments.choices, language)
        store = recording.store()
        profile = store.profile(arguments.profile) if arguments.profile else recording.current()
        mine = settings_of(store, profile.id)
        options = ({} if arguments.reset else house_options(mine, library, *table)) | typed
        rules = load_rules(library, *table, options)
        if typed or arguments.reset:
            ask_pin(store, profile, language)
            keep_settings(store, profile.id, with_house(mine, rules.rulebook, rules.game, rules.changed))
            book = rules.info.names
            print_stderr(text("house.told-kept", language, name=profile.name, rulebook=book, game=rules.names))
    except (RulebookError, PlanError, RecordsError) as error:
        return report_error(error, "house", language)
    finally:
        recording.close()
    if arguments.json:
        described = {key: described_option(one) | {"plays": rules.chosen[key]} for key, one in rules.options.items()}
        print_json(msgspec.json.format(msgspec.json.encode(described)))
    else:
        print("\n".join(_listed(rules, language)))
    return 0


def _listed(rules: GameRules, language: Language) -> list[str]:
    """Options as lines, with the current choice marked and the default named."""
    lines = [text("house.title", language, game=rules.names), say(rules.info.regulation, language)]
    for key, option in in_page_order(rules):
        chosen = rules.chosen[key]
        value = option_value(option, chosen)
        lines += ["", text("house.told", language, option=option.names, key=key, choice=value)]
        lines.append(f"  {say(option.why, language)} [{citation_words(option.cite, language)}]")
        for choice, names in option.choices.items():
            mark = "*" if choice == chosen else "-"
            name = text("house.default", language, choice=names) if choice == option.default else names
            if option.is_reading:
                name = text("house.read-so", language, choice=names)
            lines.append(f"  {text('house.told-choice', language, mark=mark, choice=choice, name=name)}")
    return lines
