"""What is printed on roulette cloths and how their spots are spoken of, in the words of the regulations."""

from __future__ import annotations

from trainer.texts import Names

EVEN_CHANCES = {
    "low": Names("FALTA", "LOW"),
    "even": Names("PAR", "EVEN"),
    "red": Names("ROJO", "RED"),
    "black": Names("NEGRO", "BLACK"),
    "odd": Names("IMPAR", "ODD"),
    "high": Names("PASA", "HIGH"),
}
RANGES = {"low": "1 – 18", "high": "19 – 36"}
DOZENS = (Names("1ª DOCENA", "1st DOZEN"), Names("2ª DOCENA", "2nd DOZEN"), Names("3ª DOCENA", "3rd DOZEN"))
FRENCH_DOZENS = (Names("12 P", "1st 12"), Names("12 M", "2nd 12"), Names("12 D", "3rd 12"))
BETS = {
    "straight-up": Names("pleno", "straight up"),
    "split": Names("caballo", "split"),
    "street": Names("calle", "street"),
    "corner": Names("cuadro", "corner"),
    "six-line": Names("seisena", "six-line"),
    "five-number": Names("cinco números", "five numbers"),
    "column": Names("columna", "column"),
    "dozen": Names("docena", "dozen"),
    "double-column": Names("dos columnas", "two columns"),
    "double-dozen": Names("dos docenas", "two dozens"),
}
COLOURS = {
    "blue": Names("azul", "blue"),
    "yellow": Names("amarillo", "yellow"),
    "pink": Names("rosa", "pink"),
    "green": Names("verde", "green"),
    "orange": Names("naranja", "orange"),
    "sky": Names("celeste", "sky blue"),
    "brown": Names("marrón", "brown"),
}
