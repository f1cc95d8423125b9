"""Read profile files and find them by name, among the shipped ones and a school's own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from trainer.rulebooks.problems import Fault, Finding, RulebookError, not_one_of, wrong
from trainer.rulebooks.validation import convert, read_toml
from trainer.sensors.decoder import Decoder
from trainer.sensors.events import DIRECTIONS, ERRORS, STATES
from trainer.sensors.frames import FramedDecoder
from trainer.sensors.lines import LineDecoder
from trainer.sensors.message_events import NEEDS
from trainer.sensors.profile import MessageForm, Profile, Style
from trainer.texts import Message

SHIPPED = Path(__file__).parent / "profiles"
_LONGEST_CHAIN = 4  # files that extend one another


class NoProfileError(ValueError):
    """No profile has this name; ``message`` lists those that exist."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


class ProfileShelf:
    """All profiles: the shipped ones and those of a school's folders."""

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        self.folders = (SHIPPED, *folders)

    def files(self) -> dict[str, Path]:
        """File by name; a school's file replaces a shipped one of the same name."""
        return {path.stem: path for folder in self.folders for path in sorted(folder.glob("*.toml"))}

    def find(self, name: str) -> str:
        """The profile for a name, an alternative name, or some words of it; raises `NoProfileError`.

        >>> ProfileShelf().find("mercury-basic")
        'cammegh-mercury-360-basic'
        """
        files = self.files()
        wanted = name.strip().lower().removesuffix(".toml").replace("_", "-").replace(" ", "-")
        if wanted in files:
            return wanted
        named = [known for known, path in files.items() if wanted in _other_names(path)]
        words = set(wanted.split("-"))
        alike = named or [known for known in files if words <= set(known.split("-"))]
        if len(alike) != 1:
            raise NoProfileError(Message("sensors.no-profile", {"name": name, "known": sorted(alike or files)}))
        return alike[0]

    def profile(self, name: str) -> Profile:
        """Profile by name; raises `NoProfileError`, or `RulebookError` with the problems of its file."""
        return load(self.files()[self.find(name)], self.folders)

    def profiles(self) -> Iterator[tuple[str, Profile]]:
        """All usable profiles by name."""
        for name, path in self.files().items():
            try:
                yield name, load(path, self.folders)
            except RulebookError:
                continue


@cache
def _shipped_names(path: Path) -> tuple[str, ...]:
    return tuple(read_toml(path).get("also", ()))


def _other_names(path: Path) -> tuple[str, ...]:
    try:
        if path.parent == SHIPPED:
            return _shipped_names(path)
        also = read_toml(path).get("also", ())
        return tuple(name for name in also if isinstance(name, str)) if isinstance(also, list) else ()
    except RulebookError:
        return ()


def load(path: Path, folders: Sequence[Path] = (SHIPPED,)) -> Profile:
    """Read a profile file and those it extends; raises `RulebookError` with all problems."""
    data = _whole(path, folders, _LONGEST_CHAIN)
    profile: Profile = convert(data, Profile, str(path))
    if faults := [Fault(str(path), key, problem) for key, problem in _findings(profile)]:
        raise RulebookError(faults)
    return profile


def faults_of(path: Path, folders: Sequence[Path] = (SHIPPED,)) -> list[Fault]:
    """All problems of a file."""
    try:
        load(path, folders)
    except RulebookError as error:
        return error.faults
    return []


def decoder_of(profile: Profile) -> Decoder:
    """Decoder for a profile."""
    return FramedDecoder(profile) if profile.framing.style is Style.FRAMED else LineDecoder(profile)


def _whole(path: Path, folders: Sequence[Path], depth: int) -> dict[str, Any]:
    """Data of a file merged with that of the file it extends."""
    data = dict(read_toml(path))
    base = data.pop("extends", None)
    if base is None:
        return data
    below = next(
        (folder / f"{base}.toml" for folder in (*folders, SHIPPED) if (folder / f"{base}.toml").is_file()), None
    )
    if below is None or below.resolve() == path.resolve() or not depth:
        known = sorted(each.stem for each in SHIPPED.glob("*.toml"))
        raise RulebookError([Fault(str(path), "extends", not_one_of(base, known))])
    return _merged(_whole(below, folders, depth - 1), data)


def _merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for key, value in above.items():
        both = isinstance(value, Mapping) and isinstance(merged.get(key), Mapping)
        merged[key] = _merged(merged[key], value) if both else value
    return merged


def _findings(profile: Profile) -> Iterator[Finding]:
    """Problems that the types cannot find."""
    if not profile.messages:
        yield "messages", wrong("empty")
    if not profile.line.speeds:
        yield "line.speeds", wrong("empty")
    if profile.framing.begins:
        yield from _pattern_findings("framing.begins", profile.framing.begins)
    for code in profile.framing.refusals:
        if not re.fullmatch("[0-9A-Fa-f]{2}", code):
            yield f"framing.refusals.{code}", Message("sensors.faults.not-hexadecimal")
    for name, form in profile.messages.items():
        yield from _word_findings(profile, f"messages.{name}", form)
    is_framed = profile.framing.style is Style.FRAMED
    for name, form in profile.messages.items():
        yield from (_framed_findings if is_framed else _line_findings)(profile, f"messages.{name}", name, form)


def _framed_findings(profile: Profile, key: str, name: str, form: MessageForm) -> Iterator[Finding]:
    if len(name) != 1 or not " " < name < "\x7f":
        yield key, Message("sensors.faults.not-a-letter")
    for field_name, field in form.fields.items():
        if field.table and field.table not in profile.tables:
            yield f"{key}.fields.{field_name}.table", not_one_of(field.table, profile.tables)
        if field.low > field.high:
            yield f"{key}.fields.{field_name}.low", Message("sensors.faults.bits")
        if field.byte + max(field.characters, 1) + 3 > profile.framing.longest:
            yield f"{key}.fields.{field_name}.byte", Message("sensors.faults.beyond-longest")
    yield from _missing_fields(key, form, {*form.fields, *form.fixed})


def _line_findings(profile: Profile, key: str, name: str, form: MessageForm) -> Iterator[Finding]:
    if not form.match:
        yield f"{key}.match", wrong("empty")
        return
    wrong_patterns = list(_pattern_findings(f"{key}.match", form.match))
    yield from wrong_patterns
    if wrong_patterns:
        return
    groups = {group.replace("_", "-") for group in re.compile(form.match.encode()).groupindex}
    for field_name, table in form.tables.items():
        if table not in profile.tables:
            yield f"{key}.tables.{field_name}", not_one_of(table, profile.tables)
        if field_name not in groups:
            yield f"{key}.tables.{field_name}", not_one_of(field_name, sorted(groups))
    wanted = {"check", "checked"} if form.check else set()
    for missing in sorted(wanted - groups):
        yield f"{key}.match", Message("sensors.faults.no-group", {"group": missing})
    yield from _missing_fields(key, form, {*groups, *form.fixed})


def _word_findings(profile: Profile, key: str, form: MessageForm) -> Iterator[Finding]:
    """Unknown names of states and errors, which other code relies on."""
    for field, known in (("state", STATES), ("error", ERRORS), ("direction", DIRECTIONS)):
        place = form.fields.get(field)
        table = place.table if place else form.tables.get(field, "")
        words = [form.fixed.get(field), place.other if place else "", *profile.tables.get(table, {}).values()]
        for word in words:
            if word and word not in known:
                yield f"{key}.{field}", not_one_of(word, known)


def _missing_fields(key: str, form: MessageForm, given: set[str]) -> Iterator[Finding]:
    """Fields that the event needs and the message lacks."""
    ways = NEEDS.get(form.gives, ())
    if ways and not any(set(way) <= given for way in ways):
        for field in ways[0]:
            if field not in given:
                yield key, Message("sensors.faults.no-field", {"field": field, "gives": form.gives.value})


def _pattern_findings(key: str, pattern: str) -> Iterator[Finding]:
    try:
        re.compile(pattern.encode("latin-1"))
    except (re.error, UnicodeEncodeError) as error:
        yield key, Message("sensors.faults.pattern", {"reason": str(error)[:120]})
