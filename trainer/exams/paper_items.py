"""Convert a question into a self-contained paper item, and a paper item back into a question.

An item holds every text in both languages, every spot by name and every amount as text, so nothing has to be looked up
in the program. Converted back it is an ordinary `Question`, which felts, answer trays and the terminal can show.
"""

from __future__ import annotations

import base64
import random
from typing import Any

import msgspec

from trainer.drills.core import Draft, Family, Item, Level, Question
from trainer.drills.forms import form_from_plain
from trainer.drills.scene import CardPiece, Chips, DicePiece, Marker, Note, Scene, TilePiece
from trainer.drills.terms import mistake_message
from trainer.drills.wording import piece_in_words
from trainer.equipment.money import parse_amount, print_amount
from trainer.exams.errors import RefusedError
from trainer.exams.paper import Paper, PaperItem, PaperMistake, PaperReason
from trainer.games.core import Reason
from trainer.rulebooks import Citation, GameRules
from trainer.rulebooks.archive import archived, rules_from
from trainer.system.digests import sha256
from trainer.texts import Language, Message, Names, Param, say

Piece = Chips | CardPiece | TilePiece | DicePiece | Marker | Note


# ── into a paper ─────────────────────────────────────────────────────────────────────────────────────────────────────


def to_paper_item(question: Question, *, part: str, limit_ms: int, difficulty: int, rules_digest: str) -> PaperItem:
    """Paper item of a question, still without its number."""
    draft, rules, family = question.draft, question.rules, question.family
    es, en = (family.explain_all(draft.reasons, language) for language in (Language.ES, Language.EN))
    reasons = tuple(
        PaperReason(says=Names(words, english), cite=_cited(cite))
        for (words, cite), (english, _) in zip(es, en, strict=True)
    )
    mistakes = [
        (f"{family.area}.mistake.{mistake}", answer) for mistake, answer in draft.mistakes if answer != draft.solution
    ]
    return PaperItem(
        number=0,
        part=part,
        item=str(question.item),
        game=question.item.game,
        family=family.id,
        level=question.item.level,
        title=in_both_languages(family.name),
        prompt=in_both_languages(draft.prompt),
        scene=scene_to_plain(draft.scene, rules),
        form=draft.form.to_plain(rules),
        solution=draft.solution,
        solution_words=Names(*(draft.form.words(draft.solution, language, rules) for language in Language)),
        reasons=reasons,
        mistakes=tuple(
            PaperMistake(id=mistake, says=in_both_languages(mistake_message(mistake, rules)), answer=answer)
            for mistake, answer in mistakes
        ),
        after=scene_to_plain(draft.after, rules) if draft.after is not None else None,
        target_ms=round(question.target_seconds * 1000),
        limit_ms=limit_ms,
        difficulty=difficulty,
        rules=rules_digest,
        fact=family.facts is not None,
    )


def archived_rules(rules: GameRules) -> tuple[str, str]:
    """Rules for the paper's archive: their hash, and the archive as base64."""
    data = archived(rules)
    return archive_hash(data), base64.b64encode(data).decode("ascii")


def archive_hash(data: bytes) -> str:
    return sha256(b"ct-rules-v1\0" + data).hexdigest()


def in_both_languages(said: Param) -> Names:
    """Text in both languages."""
    return Names(say(said, Language.ES), say(said, Language.EN))


def _cited(citation: Citation | None) -> str:
    return str(citation) if citation else ""


def scene_to_plain(scene: Scene, rules: GameRules | None) -> dict[str, Any]:
    """Scene as plain data, each piece with its words."""
    return {
        "felt": scene.felt,
        "pieces": [piece_to_plain(piece, rules) for piece in scene.pieces],
        "glow": list(scene.glow),
    }


def piece_to_plain(piece: Piece, rules: GameRules | None, *, words: bool = True) -> dict[str, Any]:
    """Piece as plain data, with its words unless they are not wanted."""
    plain: dict[str, Any] = {"type": type(piece).__name__, "spot": piece.spot}
    for name in piece.__struct_fields__:
        value = getattr(piece, name)
        if name == "says":
            value = msgspec.to_builtins(in_both_languages(value))
        elif name == "value":
            value = None if value is None else print_amount(value)
        plain[name] = value
    if words:
        plain["words"] = {
            language.value: piece_in_words(piece, language, rules) for language in (Language.ES, Language.EN)
        }
    return plain


# ── out of a paper ───────────────────────────────────────────────────────────────────────────────────────────────────


class PaperFamily(Family, frozen=True):
    """Stands in for the drill of an item: it has the name of that drill, and its mistakes are message ids."""

    title: Names = Names("", "")

    @property
    def name(self) -> Message:
        return _as_drawn(self.title)

    @property
    def about(self) -> Message:
        return _as_drawn(self.title)

    def level_name(self, level: int) -> Message:
        return _as_drawn(self.title)


def question_of(item: PaperItem, rules: GameRules | None = None) -> Question:
    """Question of a paper item; ``rules`` are the archived rules, for felts that print them. Raises `RefusedError`."""
    try:
        draft = Draft(
            prompt=_as_drawn(item.prompt),
            scene=scene_from_plain(item.scene),
            form=form_from_plain(item.form),
            solution=item.solution,
            reasons=tuple(_reason(reason) for reason in item.reasons),
            mistakes=tuple((mistake.id, mistake.answer) for mistake in item.mistakes),
            after=scene_from_plain(item.after) if item.after is not None else None,
        )
        named = Item.parse(item.item)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        problem = f"{type(error).__name__}: {error}"[:200]
        raise RefusedError(Message("exams.refused.bad-item", {"item": item.number, "reason": problem})) from None
    seconds = item.target_ms / 1000
    family = PaperFamily(item.family, "exams", (Level(seconds),), build=_not_made, title=item.title)
    return Question(named, family, draft, seconds, rules)


def rules_in(paper: Paper, item: PaperItem) -> GameRules:
    """Archived rules of an item; raises `RulebookError` if they are damaged."""
    named = Item.parse(item.item)
    data = base64.b64decode(paper.rules[item.rules])
    return rules_from(data, named.rulebook, named.variant, named.options)


def _reason(reason: PaperReason) -> Reason:
    return Reason("exams.as-drawn", {"words": reason.says}, Citation.parse(reason.cite) if reason.cite else None)


def _as_drawn(words: Names) -> Message:
    """Message that shows texts stored in a paper."""
    return Message("exams.as-drawn", {"words": words})


def _not_made(rules: GameRules, level: int, source: random.Random) -> Draft:
    """`Family.build` of a paper's stand-in family, which makes no questions."""
    raise RuntimeError("a paper's questions are not made again")


_PIECES: dict[str, type[Any]] = {kind.__name__: kind for kind in (Chips, CardPiece, TilePiece, DicePiece, Marker, Note)}


def scene_from_plain(plain: dict[str, Any]) -> Scene:
    """Scene of a paper item."""
    return Scene(
        felt=plain["felt"],
        pieces=tuple(_piece_from_plain(piece) for piece in plain["pieces"]),
        glow=tuple(plain["glow"]),
    )


def _piece_from_plain(plain: dict[str, Any]) -> Piece:
    fields = {name: value for name, value in plain.items() if name not in ("type", "words")}
    if "says" in fields:
        fields["says"] = Names(**fields["says"])
    if fields.get("value") is not None:
        fields["value"] = parse_amount(fields["value"])
    piece: Piece = _PIECES[plain["type"]](**fields)
    return piece
