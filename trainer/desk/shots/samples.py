"""One question of each answer form, for the pictures of the documentation and for tests of the desk.

The drafts are written by hand, so that a form that no game uses yet can be shown and tested too.
"""

from __future__ import annotations

from trainer.drills.core import Draft, Family, Item, Level, Question
from trainer.drills.forms import (
    AmountForm,
    AnswerForm,
    CallForm,
    ChipsForm,
    Choice,
    ChoiceForm,
    HandsForm,
    OrderForm,
    PlaceForm,
    Slot,
    SpotsForm,
)
from trainer.drills.scene import Chips, Marker, Scene
from trainer.equipment.chips import ChipSet
from trainer.equipment.wheel import SINGLE_ZERO
from trainer.games.core import Reason
from trainer.rulebooks import Citation
from trainer.texts import Message

RACK = ChipSet.parse("500 purple, 100 black, 25 green, 5 red, 1 white").colours
_FELT = "roulette-french"
_STAKES = (
    Chips(spot="split:14-17", counts={"5": 1}),
    Chips(spot="straight-up:17", counts={"blue": 2}, owner="blue"),
    Chips(spot="corner:16-17-19-20", counts={"yellow": 3}, owner="yellow"),
    Chips(spot="red", counts={"25": 2}),
    Chips(spot="dozen:2", counts={"5": 4}),
)
_DOLLY = Marker(spot="straight-up:17", kind="dolly")
_LAYOUT = Scene(felt=_FELT, pieces=_STAKES)
_SPUN = Scene(felt=_FELT, pieces=(*_STAKES, _DOLLY))
_PAID = Scene(
    felt=_FELT,
    pieces=(*_STAKES, _DOLLY, Chips(spot="rack", counts={"25": 3, "5": 2})),
    glow=("straight-up:17", "split:14-17"),
)
_TERCIO = ("split:5-8", "split:10-11", "split:13-16", "split:23-24", "split:27-30", "split:33-36")
_TAPPED = ("split:14-17", "straight-up:17", "corner:16-17-19-20", "red", "dozen:2")

FAMILY = Family("sums", "samples", (Level(8.0),), build=lambda rules, level, rng: sample_questions()["amount"].draft)


def _label(name: str) -> Message:
    return Message(f"samples.label.{name}")


def _choices(*names: str) -> tuple[Choice, ...]:
    return tuple(Choice(name, _label(name)) for name in names)


def _question(number: int, name: str, form: AnswerForm, solution: str, scene: Scene, wrong: str) -> Question:
    reasons = {
        "choice": (Reason("zero", cite=Citation.parse("Art. 12.3 L412-415")),),
        "order": (Reason("table", cite=Citation.parse("Art. 15 L470")),),
    }.get(name, (Reason("first", cite=Citation.parse("Art. 8 L291, L427-430")), Reason("second")))
    draft = Draft(
        prompt=Message(f"samples.prompt.{name}"),
        scene=scene,
        form=form,
        solution=solution,
        reasons=reasons,
        mistakes=(("paid-as-corner", wrong),) if name in ("amount", "amounts", "chips") else (),
        after=_PAID if scene is _SPUN else None,
    )
    return Question(Item(FAMILY.id, 1, "baleares", _FELT, "1", number), FAMILY, draft, 8.0)


def sample_questions() -> dict[str, Question]:
    """Questions by name; ``amounts`` and ``choices`` expect several values."""
    numbers = tuple(Choice(number, number) for number in SINGLE_ZERO.order)
    numbers = tuple(sorted(numbers, key=lambda choice: int(choice.id)))
    call = CallForm((numbers, _choices("red", "black"), _choices("odd", "even"), _choices("low", "high")))
    hands = HandsForm(
        tuple("AS KD 9H 9C 7S 4D 4H".split()),
        (Slot("low", _label("low-hand"), 2), Slot("high", _label("high-hand"), 5)),
    )
    forms: dict[str, tuple[AnswerForm, str, Scene]] = {
        "amount": (AmountForm(unit="EUR"), "85", _SPUN),
        "amounts": (
            AmountForm((_label("blue"), _label("yellow"), _label("pink")), unit="EUR"),
            "350 120 85",
            _SPUN,
        ),
        "chips": (ChipsForm(RACK, unit="EUR"), "1x100 3x25", _SPUN),
        "choice": (ChoiceForm(_choices("loses-half", "to-prison", "loses-all")), "to-prison", _LAYOUT),
        "choices": (
            ChoiceForm(_choices("red", "black", "even", "odd", "low", "high"), several=True),
            "black odd low",
            _SPUN,
        ),
        "order": (
            OrderForm(_choices("straight-ups", "splits", "dozens", "columns", "even-chances")),
            "columns dozens | even-chances | splits | straight-ups",
            _LAYOUT,
        ),
        "spots": (SpotsForm(_TAPPED), "split:14-17 straight-up:17 corner:16-17-19-20 dozen:2", _SPUN),
        "place": (
            PlaceForm((*_TERCIO, "split:14-17", "split:17-20"), chip="blue"),
            " ".join(f"{spot}=1" for spot in _TERCIO),
            Scene(felt=_FELT),
        ),
        "hands": (hands, "low=9H,9C high=AS,KD,7S,4D,4H", Scene(felt=_FELT)),
        "call": (call, "17 black odd low", _SPUN),
    }
    return {
        name: _question(number, name, form, solution, scene, WRONG_ANSWERS[name])
        for number, (name, (form, solution, scene)) in enumerate(forms.items())
    }


# An answer to each question that is wrong, for pictures of the verdict.
WRONG_ANSWERS = {
    "amount": "40",
    "amounts": "350 120 40",
    "chips": "1x25 3x5",
    "choice": "loses-half",
    "choices": "black even low",
    "order": "columns dozens splits even-chances straight-ups",
    "spots": "split:14-17 straight-up:17 red",
    "place": "split:5-8=1 split:10-11=1 split:13-16=1 split:23-24=1 split:27-30=1 split:17-20=1",
    "hands": "low=AS,KD high=9H,9C,7S,4D,4H",
    "call": "17 red odd low",
}
