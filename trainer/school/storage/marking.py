"""Marks stored answers again, because a laptop's own mark can be changed on the laptop.

It happens after storing, a few answers at a time, because making a question again takes up to a quarter of a second.
Where the service's mark differs it counts in all totals; the entry itself stays as it was sent.
"""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from trainer.drills import family
from trainer.drills.core import Item, make
from trainer.drills.forms.base import AnswerError
from trainer.games.rules import load_rules
from trainer.rulebooks import Library, shipped_library
from trainer.school.entries import AttemptBody, Sort, body_of
from trainer.school.storage.school_storage import Storage
from trainer.school.storage.totals import Received, add_to_totals

MarkAgain = Callable[[AttemptBody], bool | None]
_MOST_PEOPLE = 20  # in one call


def shipped_mark(body: AttemptBody, library: Library | None = None) -> bool | None:
    """Whether an answer is right according to the shipped rules; None if they cannot say, for example for the rules of
    a house, for an earlier version of a drill, and for a question that was left unanswered."""
    if not body.answer:
        return None
    try:
        item = Item.parse(body.item)
        rules = load_rules(library or shipped_library(), item.rulebook, item.game, item.variant, dict(item.options))
        drill = family(item.game, item.family)
        question = make(drill, item, rules)
        if question.item != item:
            return None
        return drill.mark(question, body.answer).right
    except AnswerError:
        return False
    except Exception:  # an item is text from a laptop; whatever it breaks, the answer stays as it was sent
        return None


def mark_some(storage: Storage, most: int = 20, mark: MarkAgain = shipped_mark) -> int:
    """Mark up to ``most`` entries of each of some people again; returns the number of entries looked at."""
    rows = storage.engine.rows(
        "SELECT people.id, coalesce(marking.up_to, 0) FROM people LEFT JOIN marking ON marking.person = people.id "
        "WHERE people.stored > coalesce(marking.up_to, 0) ORDER BY people.id LIMIT ?",
        (_MOST_PEOPLE,),
    )
    return sum(_mark_person(storage, bytes(person), up_to, most, mark) for person, up_to in rows)


def _mark_person(storage: Storage, person: bytes, up_to: int, most: int, mark: MarkAgain) -> int:
    """Mark a person's next entries. Nothing is written if somebody else has marked them meanwhile."""
    page = storage.entries(UUID(bytes=person), up_to, most)
    differs: dict[bytes, bool] = {}
    for _, entry in page:
        body = body_of(entry) if entry.sort is Sort.ATTEMPT else None
        is_right = mark(body) if isinstance(body, AttemptBody) else None
        if isinstance(body, AttemptBody) and is_right is not None and is_right != body.right:
            differs[entry.id] = is_right
    last = page[-1].number if page else up_to
    with storage.engine.writing() as writer:
        if storage.is_erased(writer, UUID(bytes=person)):  # this also waits for who is storing their answers
            return len(page)
        taken = writer.change(
            "INSERT INTO marking (person, up_to) VALUES (?, ?) "
            "ON CONFLICT (person) DO UPDATE SET up_to = excluded.up_to WHERE marking.up_to = ?",
            (person, last, up_to),
        )
        if not taken or not differs:
            return len(page)
        places = ", ".join("?" * len(differs))
        came = {
            bytes(number): (at, counted)
            for number, at, counted in writer.rows(
                "SELECT entries.id, received, counted FROM entries LEFT JOIN corrections ON "
                "corrections.person = entries.person AND corrections.id = entries.id "
                f"WHERE entries.person = ? AND entries.id IN ({places})",
                [person, *differs],
            )
        }
        before = [
            Received(person, entry, came[entry.id][0], counted=came[entry.id][1])
            for _, entry in page
            if entry.id in differs and entry.id in came
        ]
        add_to_totals(writer, before, -1)
        add_to_totals(writer, [one._replace(is_right=differs[one.entry.id]) for one in before])
        writer.change_many(
            "INSERT INTO corrections (person, id, is_right, counted) VALUES (?, ?, ?, NULL) "
            "ON CONFLICT (person, id) DO UPDATE SET is_right = excluded.is_right",
            [(person, number, int(is_right)) for number, is_right in differs.items()],
        )
        storage.write_audit(writer, None, "mark-again", str(UUID(bytes=person)), str(len(differs)))
    return len(page)
