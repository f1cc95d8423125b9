"""Attacks with other spellings of a name, a short name or a document."""

from __future__ import annotations

from tests.exams.attack_means import (
    HARMLESS,
    REFUSED,
    Rows,
    reviewed,
)
from tests.exams.terminal_attacks import Attack, hire, sits_once
from tests.exams.terminal_school import TerminalSchool


def names() -> Rows:
    trained = {
        "full width": "ｃａｒｌｏｓ",
        "an invisible sign": "car\u200blos",
        "a soft hyphen": "car\u00adlos",
        "mathematical letters": "𝐜𝐚𝐫𝐥𝐨𝐬",
        "Greek letters": "cαrlοs",
        "circled letters": "ⓒⓐⓡⓛⓞⓢ",
        "an accent": "cárlos",
        "a variation selector": "carlos\ufe0f",
    }
    for what, who in trained.items():
        yield f"trained by the certifier in {what}", lambda t, who=who: _trained_by(t, who), REFUSED
    for what, who in {
        "a digit for a letter": "car1os",
        "a capital i for an l": "carIos",
        "two names in one": "carlos, elena",
        "a surname": "Carlos Pérez",
        "reversed writing": "\u202esolrac",
        "Cherokee letters": "ᏟᎪᎡᏞᎾᏚ",
    }.items():
        yield f"trained by the certifier with {what}", lambda t, who=who: _trained_by(t, who), "trained by"
    yield "trained by an empty name", lambda t: _trained_by(t, ""), HARMLESS
    yield "trained by blanks", lambda t: _trained_by(t, " \u2003 "), HARMLESS
    yield "trained by a name of a megabyte", lambda t: _trained_by(t, "x" * 1_000_000), REFUSED
    yield "trained by ten thousand people", lambda t: sits_once(t, "--trained-by", *map(str, range(10_000))), REFUSED

    def second_id(t: TerminalSchool) -> str:
        """Carlos trained her; he is hired once more under another short name and decides with that."""
        sits_once(t, "--trained-by", "carlos")
        hire(t, "diego", "Carlos", "certifier")
        return t.review(t.newest_result(), by="diego")

    yield "the trainer decides under a second id", second_id, REFUSED

    def certifier_sits(name: str) -> Attack:
        def attack(t: TerminalSchool) -> str:
            one = t.candidate(name, "C1")
            t.sit(*t.draw("--candidate", one), one)
            return reviewed(t)

        return attack

    for name in ("Carlos", "Сarlos", "ＣＡＲＬＯＳ", "Car\u200blos", "Ϲarlos"):
        yield f"the certifier sits as {name!r} and decides", certifier_sits(name), REFUSED

    def again_as(document: str) -> Attack:
        """Ana sat this exam; she draws once more with her document written otherwise."""

        def attack(t: TerminalSchool) -> str:
            t.sit(*t.draw("--candidate", t.school.ana.reference, "--seat", "a1"), t.school.ana.reference)
            one = t.candidate("Ana Rojas", document)
            return t.sit(*t.draw("--candidate", one, "--seat", "a2"), one)

        return attack

    for document in ("Х1", "x1", "X 1", "X-1", "X¹", "Ｘ１", "X\u200b1", "X1."):
        yield f"a passed candidate sits again as {document!r}", again_as(document), REFUSED
    yield "a person hired under a short name in full width", lambda t: hire(t, "ｖｅｒａ", "Eva", "examiner"), REFUSED
    hidden = "ve\u200bra"
    yield "a person hired under an invisible sign", lambda t: hire(t, hidden, "Eva", "examiner"), REFUSED
    yield "a person hired under a path", lambda t: hire(t, "../vera", "Eva", "examiner"), REFUSED


def _trained_by(t: TerminalSchool, who: str) -> str:
    sits_once(t, "--trained-by", who)
    return reviewed(t)
