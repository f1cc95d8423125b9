"""What a regulation allows people at the tables: somebody wants to do something, and the trainee says yes or no."""

from __future__ import annotations

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import Choice, ChoiceForm
from trainer.drills.general_skills import AREA, at_work
from trainer.games.core import Reason
from trainer.rulebooks import GameRules
from trainer.texts import Message

_FEWEST = 6  # fewer cases do not make a drill
_YES, _NO = "yes", "no"
# For each situation (its sentence is in the texts): the rule of conduct that decides it, and whether it is allowed.
CASES: dict[str, tuple[str, str]] = {
    "of-age-next-week": ("age", _NO),
    "shows-a-passport": ("no-identity", _YES),
    "has-no-document": ("no-identity", _NO),
    "has-drunk": ("unfit-players", _NO),
    "carries-a-weapon": ("weapons", _NO),
    "bets-by-word": ("spoken-bets", _NO),
    "bets-a-note": ("instruments", _NO),
    "bets-in-the-box": ("bet-clearly", _YES),
    "will-not-say-where": ("bet-clearly", _NO),
    "two-join": ("partner-to-raise", _NO),
    "asks-the-neighbour": ("ask-player-for-chips", _NO),
    "criticises": ("influence-player", _NO),
    "hat-on-the-cloth": ("foreign-objects", _NO),
    "signs-between-two": ("collude", _NO),
    "covers-something": ("act-against-transparency", _NO),
    "against-chance": ("act-against-chance", _NO),
    "points-at-an-error": ("watch-own-bet", _YES),
    "leaves-his-bet": ("be-present", _NO),
    "plays-on-meanwhile": ("cctv-check", _YES),
    "table-to-be-stopped": ("cctv-check", _NO),
    "excluded-for-repeating": ("breaches", _YES),
    "cannot-reach": ("place-for-player", _YES),
    "asks-for-the-rules": ("tell-rules", _YES),
    "wants-to-complain": ("player-rights", _YES),
    "pays-afterwards": ("pay-first", _NO),
    "changes-what-is-left": ("return-chips", _YES),
}


def _asked(rules: GameRules) -> list[str]:
    return [case for case, (rule, _) in CASES.items() if rule in rules.conduct]


def _allowed(rules: GameRules, level: int, number: int) -> Draft:
    case = _asked(rules)[number]
    rule, answer = CASES[case]
    fact = rules.conduct[rule]
    return Draft(
        prompt=Message(f"{AREA}.case.{case}"),
        scene=at_work(rules),
        form=ChoiceForm(tuple(Choice(each, Message(f"{AREA}.allowed.{each}")) for each in (_YES, _NO))),
        solution=answer,
        reasons=(Reason(f"{AREA}.reason.allowed", {"says": fact.says}, fact.cite),),
        mistakes=(("allowed-it", _YES),) if answer == _NO else (("forbade-it", _NO),),
    )


FAMILIES: tuple[Family, ...] = (
    Family(
        id="is-it-allowed",
        area=AREA,
        asked_in_words=True,
        levels=(Level(7),),
        facts=lambda rules, level: len(_asked(rules)),
        build_fact=_allowed,
        fits=lambda rules: len(_asked(rules)) >= _FEWEST,
    ),
)
