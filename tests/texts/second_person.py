"""The forms in which Spanish says tú, made from the infinitives of the very texts that are looked at.

“Pagas”, “págala”, “pagaste”, “no pagues”, “tu mesa” are unmistakable wherever they stand. The bare imperative (“paga”)
is also what a third person does: it is seen only where a sentence begins with a verb that is the reader's alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

INFINITIVE = re.compile(r"(\w{3,}[aei]r)(?:se|l[aeo]s?)?")
WORD = re.compile(r"[a-záéíóúüñ]+")
PRONOUNS = set("tú tu tus te ti contigo tuyo tuya tuyos tuyas vosotros vosotras os vuestro vuestra".split())
IRREGULAR = set(
    """eres sois vas das ves has estás oyes tienes vienes dices haces sabes quieres puedes pones sales
    seas vayas veas hayas estés oigas tengas vengas digas hagas sepas quieras puedas pongas salgas traigas caigas
    fuiste viste diste hiciste dijiste pusiste tuviste viniste supiste quisiste pudiste estuviste trajiste
    harás dirás tendrás pondrás vendrás saldrás podrás sabrás querrás habrás verás irás
    harías dirías tendrías pondrías podrías sabrías querrías habrías""".split()
)
SHORT = ("haz", "pon", "ten", "di")
CLITICS = ("lo", "la", "los", "las", "le", "les", "te", "me")
ACCENTED = str.maketrans("aeiou", "áéíóú")

# Nouns and adjectives that a verb says, too: only what stands before them tells.
HOMOGRAPHS = set(
    """activas apuestas bajas barajas calles comas comes completas compras copias cortas cuentas descartes dieces
    dobles dudas empates entregas estas faltas fijas firmas firmes funciones guardas iguales juntas libres limpias
    marcas mejores moves muestras nombres notas ocultas pares partes pases preguntas pujas puntas ruedas salas sobres
    sueltas sumas tapes topes toques vales varias""".split()
)
TELLING = re.compile(r"\b(?:si|no|lo|le|cuando|mientras|tú) (" + "|".join(sorted(HOMOGRAPHS)) + r")\b")

# What a lesson tells only its reader to do, at the head of a sentence.
FOR_THE_READER = set(
    """aprende apunta busca calcula compara comprueba divide fíjate imagina lee mira multiplica nombra ordena piensa
    practica pregunta recorre recuerda repasa repite resta señala suma""".split()
)
HEAD = re.compile(r"(?m)(?:^(?:- |\d+\. )?(?:\*\*)?|[.:;?!»] (?:\*\*)?)([A-ZÁÉÍÓÚÑ]?[a-záéíóúüñ]+)")


def infinitives(words: Iterable[str]) -> set[str]:
    """What ends as an infinitive does, *pagarle* too; a noun among them (*lugar*) makes forms that nobody writes."""
    return {found[1] for word in words if (found := INFINITIVE.fullmatch(word))}


def forms(infinitive: str) -> Iterator[str]:
    """*pagas*, *no pagues*, *pagaste*, *pagarás*, *pagabas*, *págala*, *pagarte*."""
    stem, first = infinitive[:-2], infinitive.endswith("ar")
    for each in _stems(stem):
        yield each + ("as" if first else "es")
        yield (_before_e(each) + "es") if first else each + "as"
        yield from (_stressed(each) + ("a" if first else "e") + clitic for clitic in CLITICS)
    past = ("aste", "abas", "aras", "ándote") if first else ("iste", "ías", "ieras", "iéndote")
    yield from (stem + ending for ending in past)
    yield from (infinitive + ending for ending in ("ás", "ías", "te"))


def _stems(stem: str) -> Iterator[str]:
    """A stem as it is, and with the vowel that changes under the accent: *cont-*, *cuent-*; *ped-*, *pid-*."""
    yield stem
    if change := re.fullmatch(r"(.*)([eou])([^aeiou]+)", stem):
        before, vowel, after = change.groups()
        yield from (before + other + after for other in {"e": ("ie", "i"), "o": ("ue",), "u": ("ue",)}[vowel])


def _before_e(stem: str) -> str:
    """*toc-* as it is written in *toques*."""
    for ending, written in (("c", "qu"), ("g", "gu"), ("z", "c")):
        if stem.endswith(ending):
            return stem.removesuffix(ending) + written
    return stem


def _stressed(stem: str) -> str:
    """*pag-* with the accent that it has in *págala*, *anunci-* with that of *anúnciala*."""
    core = re.sub(r"(?<=[^aeiou])[iu]$", "", stem)
    found = [each.start() for each in re.finditer(r"[aeo]|(?<![aeo])[iu](?![aeo])", core)]
    if not found:
        return stem
    at = found[-1]
    return stem[:at] + stem[at].translate(ACCENTED) + stem[at + 1 :]


class SecondPerson:
    """Finds what is said to a tú in texts whose words are known."""

    def __init__(self, words: Iterable[str]) -> None:
        made = {form for infinitive in infinitives(words) for form in forms(infinitive)}
        short = {word + clitic for word in SHORT for clitic in ("", *CLITICS)}
        self._unmistakable = (made | short | IRREGULAR | PRONOUNS) - HOMOGRAPHS

    def said_in(self, text: str) -> list[str]:
        low = text.lower()
        found = [word for word in WORD.findall(low) if word in self._unmistakable]
        return found + TELLING.findall(low)

    @staticmethod
    def told_in(lesson: str) -> list[str]:
        """Bare imperatives at the head of a lesson's sentences."""
        return [word for word in map(str.lower, HEAD.findall(lesson)) if word in FOR_THE_READER]
