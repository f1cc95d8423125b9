"""What every list of a lesson is made of: tables as Markdown has them, and the words above their columns."""

from __future__ import annotations

from collections.abc import Iterable

from trainer.texts import Language, text


def markdown_table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Rows under the titles of their columns."""
    titles = list(head)
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def heading(key: str, language: Language) -> str:
    """The title of a column, or a sentence beside a table."""
    return text(f"lesson.{key}", language)
