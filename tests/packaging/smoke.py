"""``python -m tests.packaging.smoke``: build the Linux folder of the program and run it as if there were no Python.

It answers every worked case and renders the front page; the answers are compared with this checkout's, byte by byte.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from tests.packaging.site_folder import ROOT

_CASES = ROOT / "tests" / "data" / "worked-cases"


def main() -> int:
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="smoke-") as name:
        out = Path(name)
        build = [sys.executable, "-m", "tests.packaging", "linux", "--folder-only", "--out", name]
        subprocess.run(build, cwd=ROOT, check=True)
        (program,) = out.glob("*/croupier-trainer")
        alone = {"PATH": "/usr/bin:/bin", "HOME": name, "QT_QPA_PLATFORM": "offscreen", "LANG": "C.UTF-8"}
        print(_run([str(program), "--version"], alone).decode().splitlines()[0])
        asked = b"".join(_requests())
        packaged = _run([str(program), "solve"], alone, asked)
        if packaged != _run([sys.executable, "-m", "trainer", "solve"], os.environ, asked):
            print("packaging: the packaged program answers the worked cases differently", file=sys.stderr)
            return 1
        _run([str(program), "shots", "--only", "home*", str(out / "shots")], alone)
        pictures = [*(out / "shots").rglob("*.png")]
        if not pictures:
            print("packaging: the packaged program rendered no picture", file=sys.stderr)
            return 1
    lines = packaged.count(b"\n")
    print(f"{lines} answers as from the checkout, {len(pictures)} pictures, {time.monotonic() - started:.0f} s")
    return 0


def _requests() -> list[bytes]:
    lines = [line for path in sorted(_CASES.glob("*.jsonl")) for line in path.read_bytes().splitlines()]
    return [msgspec.json.encode(msgspec.json.decode(line)["request"]) + b"\n" for line in lines]


def _run(command: Sequence[str], environment: Mapping[str, str], given: bytes = b"") -> bytes:
    return subprocess.run(command, env=environment, input=given, stdout=subprocess.PIPE, check=True).stdout


if __name__ == "__main__":
    sys.exit(main())
