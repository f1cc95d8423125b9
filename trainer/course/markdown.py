"""Markdown tables and the titles of their columns."""

from __future__ import annotations

from collections.abc import Iterable

from trainer.texts import Language, text


def markdown_table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table."""
    titles = list(head)
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def heading(key: str, language: Language) -> str:
    """Title of a column, or a sentence beside a table."""
    return text(f"lesson.{key}", language)
