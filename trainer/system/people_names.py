"""Compare names of people and schools as a reader would, without regard to case, accents and punctuation."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence

_LATIN = str.maketrans(  # Cyrillic and Greek letters that look like Latin ones
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0455\u0456\u0458\u04bb\u04cf\u0501\u051b\u051d"
    "\u03b1\u03b2\u03b5\u03b6\u03b7\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u03f2\u03f3",
    "abekmhopctyxsijhldqwabezhikmnoptyxcj",
)
_LIKE_L = str.maketrans("I\u0399\u0406", "lll")  # the capital I, also of Greek and Cyrillic
_INVISIBLE = {  # although Unicode calls them printable; the ranges are variation selectors
    *"\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U00016fe4\U0001d159",
    *map(chr, range(0xFE00, 0xFE10)),
    *map(chr, range(0xE0100, 0xE01F0)),
}
_ALPHABETS = {"LATIN", "GREEK", "CYRILLIC"}  # which have letters of the same look
_LONGEST = 200  # characters of a name that is shown with an id


def same_name(one: str, other: str) -> bool:
    """Whether two names can be the same one: case, accents, spaces and punctuation are ignored, and Cyrillic and Greek
    letters that look like Latin ones count as those.

    >>> same_name("Ana Ríos", "ANA RIOS"), same_name("Pepe", "\u0420\u0435\u0440\u0435"), same_name("Ana", "Anna")
    (True, True, False)
    """
    return _letters(one) == _letters(other)


def may_be_one_person(one: str, other: str) -> bool:
    """Whether two names can be of one person: the same, in another order, or with more first or last names in one.

    >>> may_be_one_person("Carlos Vega", "Vega Ruiz, Carlos A."), may_be_one_person("Ana", "Ana Vega")
    (True, False)
    """
    shorter, longer = sorted(({_letters(word) for word in each.split()} - {""} for each in (one, other)), key=len)
    return same_name(one, other) or (len(shorter) > 1 and shorter <= longer)


def looks_alike(one: str, other: str) -> bool:
    """Whether a reader can mistake one name for the other: besides case, accents and signs, l for 1 or the capital I,
    o for 0, m for rn and w for vv.

    >>> looks_alike("EscueIa", "escuela"), looks_alike("Mario", "Marlo")
    (True, False)
    """
    return not _looks_of(one).isdisjoint(_looks_of(other))


def distinct_names(people: Sequence[tuple[str, str]]) -> list[str]:
    """The names of people, given with their ids, so that no two are equal: namesakes with their id, or with a number in
    their order if they have none.

    >>> distinct_names([("Ana", "1"), ("Eva", "1"), ("Eva", ""), ("Eva", "")])
    ['Ana', 'Eva (1)', 'Eva · 1', 'Eva · 2']
    >>> distinct_names([("Eva", ""), ("Eva", ""), ("Eva · 1", "")])
    ['Eva · 2', 'Eva · 3', 'Eva · 1']
    """
    times, numbers = Counter(name for name, _ in people), Counter[str]()
    taken = {name for name in times if times[name] == 1}
    found = []
    for name, login in people:
        shown = name
        if times[name] > 1:
            shown = f"{name[: max(0, _LONGEST - 3 - len(login))]} ({login})" if login else ""
            while not shown or shown in taken:  # somebody may be called as the label of somebody else
                numbers[name] += 1
                shown = f"{name} · {numbers[name]}"
            taken.add(shown)
        found.append(shown)
    return found


def mixes_scripts(name: str) -> bool:
    """Whether a word has Latin letters and letters of another script, or Greek and Cyrillic ones, which may look the
    same to a reader.

    >>> [mixes_scripts(name) for name in ("Vera", "V\u0435ra", "Вера Rojas", "\u039f\u0406\u0430")]
    [False, True, False, True]
    """
    for word in unicodedata.normalize("NFKC", name).split():
        scripts = {unicodedata.name(letter, "?").split()[0] for letter in word if letter.isalpha()}
        others = scripts - {"LATIN", "MODIFIER", "FEMININE", "MASCULINE"}
        if len(scripts & _ALPHABETS) > 1 or ("LATIN" in scripts and others):
            return True
    return False


def is_visible(name: str) -> bool:
    """Whether a text has one line and no character that cannot be seen.

    >>> is_visible("Escuela 1"), is_visible("Escuela\u2800"), is_visible("Escuela\u200b")
    (True, False, False)
    """
    return name.isprintable() and _INVISIBLE.isdisjoint(name)


def without_invisible(text: str) -> str:
    """A text without characters that cannot be seen; spaces and line breaks stay.

    >>> without_invisible("Ana\ufe0f \u3164María\u202e")
    'Ana María'
    """
    seen = (letter for letter in text if letter.isprintable() or letter.isspace())
    return "".join(letter for letter in seen if letter not in _INVISIBLE)


def _looks_of(name: str) -> set[str]:
    """What a name looks like, and what it looks like if a capital I stands for an l."""
    plain = unicodedata.normalize("NFKD", name).replace("1", "l").replace("0", "o")
    looks = {_letters(each) for each in (plain, plain.translate(_LIKE_L))}
    return {each.replace("rn", "m").replace("vv", "w") for each in looks}


def _letters(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).casefold().translate(_LATIN)
    return "".join(letter for letter in plain if letter.isalnum())
