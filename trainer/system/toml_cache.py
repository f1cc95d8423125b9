"""Read TOML files, with a compiled cache for the program's own.

Parsing TOML is slow, so the files that come with the program are cached as JSON in the ``__pycache__`` beside them. A
cache file begins with a digest of the TOML source and of the cached content; if it does not match, the TOML is parsed
again. Files that a school writes are parsed every time. The cache saves about a tenth of an empty window's start time.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from trainer.system.digests import sha256
from trainer.system.input_files import read_input_file
from trainer.system.lazy_imports import lazily

with lazily():  # not needed while the cache is valid
    import tomli

_PACKAGE = Path(__file__).parent.parent


def read_toml(path: Path) -> dict[str, Any]:
    """Data of a TOML file; raises `OSError` if it cannot be read and `ValueError` if it is not TOML in UTF-8."""
    if not path.is_relative_to(_PACKAGE):
        return _parse(read_input_file(path))
    source = path.read_bytes()
    compiled = path.parent / "__pycache__" / f"{path.name}.json"
    with suppress(OSError, msgspec.DecodeError):
        found, _, content = compiled.read_bytes().partition(b"\n")
        if found == _digest(source, content):
            return msgspec.json.decode(content, type=dict[str, Any])
    data = _parse(source)
    if not sys.dont_write_bytecode:
        with suppress(OSError):  # an installed program may not be allowed to write here
            compiled.parent.mkdir(exist_ok=True)
            fresh = compiled.with_suffix(f".{os.getpid()}")
            content = msgspec.json.encode(data)
            fresh.write_bytes(_digest(source, content) + b"\n" + content)
            fresh.replace(compiled)
    return data


def _digest(source: bytes, content: bytes) -> bytes:
    return sha256(b"%d\n%b%b" % (len(source), source, content)).hexdigest().encode()


def _parse(source: bytes) -> dict[str, Any]:
    return tomli.loads(source.decode("utf-8").replace("\r\n", "\n"))
