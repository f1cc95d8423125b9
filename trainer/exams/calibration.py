"""Difficulties of rungs that an examiner had estimated from the school's results, to balance later papers by.

The register has the digest of the file in a line that the examiner signed. A file that somebody changed or put there
counts for nothing, because with wrong difficulties a paper could be made easy.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from trainer.exams.keys import PublicKey
from trainer.exams.pool import MOST_DIFFICULT
from trainer.exams.register import Entry, Register
from trainer.exams.result import SealedResult
from trainer.exams.roles import Role
from trainer.exams.signed_lines import SIGNER, is_signed, lines_in_order, signed_details
from trainer.exams.staff import SignedIn, Staff
from trainer.exams.statistics import countable_results, difficulties, item_figures, rung_of
from trainer.exams.trust import parse_time
from trainer.system.digests import sha256
from trainer.system.input_files import read_input_file
from trainer.system.private_files import write_private

FILE = "difficulties.json"
_REGISTERED = "calibrated"  # kind of the register's line


def stored_difficulties(folder: Path, register: Register, staff: Staff) -> dict[str, float]:
    """Difficulties in logits by rung, as the last calibration stored them; empty if there was none."""
    try:
        data = read_input_file(folder / FILE)
        lines = _in_order([line for line in register.of_kind(_REGISTERED) if _is_examiners(line, staff)])
        if not lines or lines[-1].about != sha256(data).hexdigest():
            return {}
        found = msgspec.json.decode(data, type=dict[str, float])
    except (FileNotFoundError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return {}
    return {rung: value for rung, value in found.items() if abs(value) <= MOST_DIFFICULT}


def calibrate(
    folder: Path, register: Register, results: Sequence[SealedResult], at: str, by: SignedIn
) -> dict[str, float]:
    """Estimate difficulties from results, register them with the examiner's signature and store them."""
    found = difficulties(item_figures(countable_results(results), rung_of))
    data = msgspec.json.format(msgspec.json.encode(found))
    about = sha256(data).hexdigest()
    with register.hold():
        last = next(reversed(_in_order(register.of_kind(_REGISTERED))), None)
        details = signed_details(_REGISTERED, about, {}, by.signer, last) if by.signer is not None else {}
        register.add(_REGISTERED, about, at, by.id, **details)
    write_private(folder / FILE, data)
    return found


def _in_order(lines: Sequence[Entry]) -> list[Entry]:
    """Lines about calibrations, each once and after the one it replaces."""
    keys = [PublicKey.from_text(line.details[SIGNER]) for line in lines if SIGNER in line.details]
    return lines_in_order(lines, _REGISTERED, keys)


def _is_examiners(line: Entry, staff: Staff) -> bool:
    """Whether an examiner of the time signed a calibration, or had no key yet."""
    stood = staff.stood(line.by, parse_time(line.at))
    if stood is None or stood.role is not Role.EXAMINER:
        return False
    return not stood.keys or is_signed(line, [PublicKey.from_text(key) for key in stood.keys])
