"""A seed always gives the same question, unless the family's revision was raised."""

import pytest

from tests.drills.revisions import Line, kept_lines, lines_of, tables

REFRESH = "uv run python -m tests.drills.revisions"


def forgotten(now: Line, kept: Line | None) -> str:
    """What is to be done about a line, empty if nothing is."""
    if kept is None:
        return f"{now.place} is new: keep its questions with `{REFRESH}`"
    if (now.questions, now.revision) == (kept.questions, kept.revision):
        return ""  # other rules that change none of these questions are no reason to write anything
    if now.revision > kept.revision:
        return f"{now.place} has revision {now.revision}: keep its questions with `{REFRESH}`"
    if now.rules != kept.rules:
        return f"{now.place} asks other questions since its rules changed: keep them with `{REFRESH}`"
    return (
        f"{now.place} makes other questions of the same seeds under the same rules, so answers that are kept would be "
        f"replayed with questions that were never asked. If that is meant, raise `revision` of the family to "
        f"{kept.revision + 1} and keep the new questions with `{REFRESH}`; if not, the change did more than it should."
    )


@pytest.mark.parametrize(("rulebook", "game"), tables())
def test_the_same_seed_gives_the_same_question_or_the_revision_is_raised(rulebook: str, game: str) -> None:
    kept = kept_lines()
    problems = [problem for line in lines_of(rulebook, game) if (problem := forgotten(line, kept.get(line.place)))]
    assert not problems, "\n".join(problems)


def test_only_a_raised_revision_excuses_other_questions_under_the_same_rules() -> None:
    kept = Line("arica", "craps", "pay-the-roll", 1, "aaaaaaaa", "11111111")
    changed = Line("arica", "craps", "pay-the-roll", 1, "bbbbbbbb", "11111111")
    assert forgotten(kept, kept) == ""
    assert "raise `revision` of the family to 2" in forgotten(changed, kept)
    assert REFRESH in forgotten(Line("arica", "craps", "pay-the-roll", 2, "bbbbbbbb", "11111111"), kept)
    assert "since its rules changed" in forgotten(
        Line("arica", "craps", "pay-the-roll", 1, "bbbbbbbb", "22222222"), kept
    )
    assert forgotten(Line("arica", "craps", "pay-the-roll", 1, "aaaaaaaa", "22222222"), kept) == ""
    assert "is new" in forgotten(kept, None)
