"""What a parser says of a document that is not as it should be, in words: where it stands and what belongs there.

Parsers speak English and to programmers. What they find comes in few enough ways to be said in the reader's language.
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
    (re.compile(rf"Expected `(?P<kind>{'|'.join(_KINDS)})\b"), "another-kind"),
    (re.compile(r"Invalid (?:enum )?value"), "value"),
    (re.compile(r"JSON is malformed.*\(byte (?P<byte>\d+)\)"), "malformed"),
    (re.compile(r"Input data was truncated"), "cut"),
)


def parser_problem(error: Exception) -> Message:
    """What is wrong with a document, as a parser of JSON or what reads its fields found it; whatever else it says of a
    field, the field is named."""
    if isinstance(error, json.JSONDecodeError):
        return Message("system.parser.column", {"line": str(error.lineno), "column": str(error.colno)})
    said = getattr(error.__cause__, "message", None)  # of a value that is looked over as it is read
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
