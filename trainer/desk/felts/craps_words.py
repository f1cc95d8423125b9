"""What is printed on craps layouts and how their spots are spoken of, in the words of each regulation."""

from __future__ import annotations

import msgspec

from trainer.texts import Names

# How the spots of any layout are spoken of.
BETS = {
    "pass-line": Names("línea de pase", "pass line"),
    "dont-pass": Names("línea de no pase", "don't pass"),
    "pass-odds": Names("gabela de la línea de pase", "pass odds"),
    "dont-pass-odds": Names("gabela de la línea de no pase", "don't pass odds"),
    "come": Names("come", "come"),
    "dont-come": Names("don't come", "don't come"),
    "come-point": Names("come en el", "come on"),
    "come-odds": Names("gabela del come en el", "come odds on"),
    "dont-come-point": Names("don't come en el", "don't come on"),
    "dont-come-odds": Names("gabela del don't come en el", "don't come odds on"),
    "place": Names("a favor del", "place"),
    "place-lose": Names("en contra del", "place to lose"),
    "buy": Names("compra del", "buy"),
    "lay": Names("lay contra el", "lay"),
    "field": Names("campo", "field"),
    "big-6": Names("gran 6", "big 6"),
    "big-8": Names("gran 8", "big 8"),
    "hardway": Names("duro", "hardway"),
    "any-seven": Names("siete", "any seven"),
    "any-craps": Names("any craps", "any craps"),
    "craps-2": Names("craps 2", "craps 2"),
    "craps-3": Names("craps 3", "craps 3"),
    "craps-12": Names("craps 12", "craps 12"),
    "eleven": Names("once", "eleven"),
    "craps-eleven": Names("crap u once", "craps eleven"),
    "horn": Names("cuernos", "horn"),
    "under-7": Names("bajo 7", "under 7"),
    "over-7": Names("sobre 7", "over 7"),
    "hop": Names("una tirada", "hop"),
    "all-small": Names("all small", "all small"),
    "all-tall": Names("all tall", "all tall"),
    "make-em-all": Names("make'em all", "make 'em all"),
}


class CrapsWords(msgspec.Struct, frozen=True):
    """The print of one regulation's layout, and what its centre offers, row by row."""

    pass_line: Names
    dont_pass: Names
    field: Names
    centre: dict[str, Names]
    rows: tuple[tuple[str, ...], ...]
    big: tuple[Names, Names] | None = None
    hops: bool = False
    bonus: bool = False
    barred: str = "6-6"


_ENGLISH = {
    "any-seven": "ANY SEVEN",
    "any-craps": "ANY CRAPS",
    "eleven": "ELEVEN",
    "horn": "HORN",
    "under-7": "UNDER 7",
    "over-7": "OVER 7",
    "craps-eleven": "C & E",
    "hardway": "HARDWAYS",
}


def _centre(**spanish: str) -> dict[str, Names]:
    return {bet.replace("_", "-"): Names(words, _ENGLISH[bet.replace("_", "-")]) for bet, words in spanish.items()}


_USUAL_ROWS = (
    ("any-seven",),
    ("hardway:6", "hardway:10"),
    ("hardway:8", "hardway:4"),
    ("craps-2", "craps-12"),
    ("craps-3", "eleven"),
    ("horn", "any-craps"),
    ("under-7", "over-7"),
)
_CHILEAN = CrapsWords(
    pass_line=Names("LÍNEA DE PASE", "PASS LINE"),
    dont_pass=Names("LÍNEA DE NO PASE", "DON'T PASS BAR"),
    field=Names("CAMPO", "FIELD"),
    centre=_centre(
        any_seven="JUEGO DE 7",
        eleven="JUEGO DE 11",
        any_craps="ANY CRAPS",
        horn="CUERNOS",
        under_7="BAJO 7",
        over_7="SOBRE 7",
        hardway="DUROS",
    ),
    rows=_USUAL_ROWS,
    big=(Names("GRAN 6", "BIG 6"), Names("GRAN 8", "BIG 8")),
)
_BALEARIC = CrapsWords(
    pass_line=Names("WIN", "WIN"),
    dont_pass=Names("DON'T WIN", "DON'T WIN"),
    field=Names("FIELD", "FIELD"),
    centre=_centre(
        any_seven="JUEGO DE 7",
        eleven="JUEGO DE 11",
        any_craps="ANY CRAPS",
        horn="HORN",
        under_7="UNDER 7",
        over_7="OVER 7",
        hardway="HARD WAYS",
    ),
    rows=_USUAL_ROWS,
    big=(Names("BIG 6", "BIG 6"), Names("BIG 8", "BIG 8")),
)
_PUERTO_RICAN = {
    "pass_line": Names("LÍNEA GANADORA", "PASS LINE"),
    "dont_pass": Names("LÍNEA PERDEDORA", "DON'T PASS BAR"),
    "field": Names("FIELD", "FIELD"),
    "centre": _centre(any_seven="SIETE", eleven="ONCE", any_craps="ANY CRAP", craps_eleven="C & E", hardway="HARDWAYS"),
    "rows": (
        ("any-seven",),
        ("hardway:6", "hardway:10"),
        ("hardway:8", "hardway:4"),
        ("craps-2", "craps-3", "craps-12", "eleven"),
        ("any-craps", "craps-eleven"),
    ),
    "hops": True,
    "bonus": True,
}
HOPS = "3-1 3-2 4-1 4-2 5-1 4-3 5-2 6-1 5-3 6-2 5-4 6-3 6-4 2-2 3-3 4-4 5-5".split()
LAYOUTS: dict[str, CrapsWords] = {
    "craps-arica": _CHILEAN,
    "craps-bolivia": _CHILEAN,
    "craps-baleares": _BALEARIC,
    "craps-puerto-rico": CrapsWords(**_PUERTO_RICAN),
    "craps-puerto-rico-aces": CrapsWords(**_PUERTO_RICAN, barred="1-1"),
}
PAYS_DOUBLE = Names("PAGA DOBLE", "PAYS DOUBLE")
