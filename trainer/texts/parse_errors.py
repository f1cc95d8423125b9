"""Errors of the JSON parser as messages: where the problem is and what is expected there.

Parsers write for programmers, in English. Their errors are few enough to translate.
"""

from __future__ import annotations

import json
import re

from trainer.texts.messages import Message

_PLACE = re.compile(r" - at `(?:key in )?\$?\.?(?P<place>[^`]*)`$")
_KINDS = ("int", "float", "bool", "str", "array", "object")
_WAYS = (
    (re.compile(r"Object missing required field `(?P<field>.*)`"), "missing"),
    (re.compile(r"Object contains unknown field `(?P<field>.*)`"), "unknown"),
    (re.compile(r"Expected `int` >= (?P<limit>-?\d+)"), "least"),
    (re.compile(r"Expected `int` <= (?P<limit>-?\d+)"), "most"),
    (re.compile(rf"Expected `(?P<kind>{'|'.join(_KINDS)})\b"), "another-kind"),
    (re.compile(r"Invalid (?:enum )?value"), "value"),
    (re.compile(r"JSON is malformed.*\(byte (?P<byte>\d+)\)"), "malformed"),
    (re.compile(r"Input data was truncated"), "cut"),
)


def parser_problem(error: Exception) -> Message:
    """The message for an error of the JSON parser or of msgspec's field validation; names the field if there is one."""
    if isinstance(error, json.JSONDecodeError):
        return Message("system.parser.column", {"line": str(error.lineno), "column": str(error.colno)})
    said = getattr(error.__cause__, "message", None)  # raised by a value's own validation
    if isinstance(said, Message):
        return said
    place = _PLACE.search(str(error))
    ways = ((way.match(str(error)), problem) for way, problem in _WAYS)
    found, problem = next(((found, problem) for found, problem in ways if found), (None, "other"))
    params: dict[str, object] = dict(found.groupdict()) if found else {}
    if kind := params.get("kind"):
        params["kind"] = Message(f"system.parser.kind.{kind}")
    told = Message(f"system.parser.{problem}", params)
    return Message("system.at", {"path": place["place"], "problem": told}) if place and place["place"] else told
