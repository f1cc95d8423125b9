"""Attacks made from the promise alone: the command line, the files and FORMATS.md.

Each attacker holds one means. An attack must be refused, or told to the certifier in the words given with it, or be out
of reach for the reason given with it. `benchmarks/test_exam_attacks.py` runs all of them; the suite runs one of each
kind of defect that they found.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.exams.attack_means import Row, Rows
from tests.exams.certificate_attacks import certificates
from tests.exams.colleague_attacks import staff
from tests.exams.cost_attacks import costs
from tests.exams.elsewhere_attacks import later
from tests.exams.exam_room_attacks import candidates
from tests.exams.file_attacks import files
from tests.exams.first_line_attacks import books, first_lines, looks, repeated_steps, replaced_keys
from tests.exams.former_attacks import former_staff, replaced_elsewhere
from tests.exams.half_home_attacks import halves
from tests.exams.keyboard_attacks import keyboard
from tests.exams.laptop_attacks import laptops
from tests.exams.lost_update_attacks import lost_updates, odd_words
from tests.exams.person_attacks import names
from tests.exams.race_attacks import races
from tests.exams.register_attacks import register_lines
from tests.exams.restored_attacks import backups, clocks, homes
from tests.exams.signature_attacks import renewals, signed_lines
from tests.exams.staff_attacks import one_passphrase, one_person
from tests.exams.unsigned_attacks import certificates_of_nobody, impossible_lines, transfers
from tests.exams.wrong_clock_attacks import far_clocks, file_names, statuses, whole_alphabets

GROUPS: dict[str, Callable[[], Rows]] = {
    "the disk and the register": register_lines,
    "one passphrase": one_passphrase,
    "one person": one_person,
    "a backup": backups,
    "two homes": homes,
    "the clock": clocks,
    "files": files,
    "keyboard": keyboard,
    "certificate": certificates,
    "candidate": candidates,
    "staff": staff,
    "laptop": laptops,
    "signed lines": signed_lines,
    "renewals": renewals,
    "names": names,
    "races": races,
    "half homes": halves,
    "costs": costs,
    "elsewhere": later,
    "certificates of nobody": certificates_of_nobody,
    "impossible lines": impossible_lines,
    "transfers": transfers,
    "first lines": first_lines,
    "books": books,
    "replaced keys": replaced_keys,
    "looks": looks,
    "repeated steps": repeated_steps,
    "former staff": former_staff,
    "keys replaced elsewhere": replaced_elsewhere,
    "statuses": statuses,
    "far clocks": far_clocks,
    "whole alphabets": whole_alphabets,
    "file names": file_names,
    "lost updates": lost_updates,
    "odd words": odd_words,
}


FOUND = (  # one of each kind of defect
    "certificate's holder changed together with the register",
    "a revocation ended by a line of the register",
    "a revocation cut out of register and book, seen by a verifier",
    "the invigilator's key exchanged in the register",
    "difficulties that the register was made to know",
    "examiner draws until it is easy, for seats in other digits",
    "examiner draws until it is easy, for many seats",
    "a result hidden from a correction by its name",
    "an erased person brought back with the list of erasures",
    "vera sits her own exam in Cyrillic letters",
    "the certifier hired as examiner in Cyrillic letters",
    "a made-up exam with the name of a shipped one",
    "the counter blanked and the log cut",
    "renews somebody else's certificate",
    "trained by nobody known",
    "trained by 'Сarlos', who decides",
    "the end of an earlier suspension repeated after the next",
    "the end of an earlier suspension moved behind the next",
    "a retired invigilator's first line repeated",
    "a person hired under a short name in full width",
    "renews a number of a megabyte",
    "trained by a name of a megabyte",
    "a school's first certificate made up and printed again",
    "a revocation that nobody signed, the first of the school",
    "a made-up certificate listed",
    "a line with a clock that is no number",
    "a wrong password with the clock before 1970",
    "a made-up certificate in front of the register, printed again",
    "the places of two certificates exchanged after a revocation",
    "a nameless certificate with a later end, renewed",
    "a replaced certifier's key makes up a certificate",
    "a replaced certifier's key ends a suspension",
    "a replaced certifier's key confirms a result",
    "another school called 'EscueIa' is trusted",
    "a candidate with a colleague's name in another order",
    "a colleague's short name given to somebody else",
    "two trainers named one after the other",
    "an examiner who left draws with an earlier date",
    "a certifier who left decides",
    "a certifier who left decides, with a line of the register",
    "somebody who never was on the staff decides",
    "a key replaced on another machine makes up a certificate",
    "the key list put back to before the import of a newer one",
    "a revocation taken out of the status book, listed",
    "the lists published a year ahead once",
    "revoked while another program signs the lists",
    "revoked for a reason with lines",
    "a certificate issued +200 years away",
    "a certifier sits as '\u0420\u0435\u0440\u0435' and decides",
    "a school founded as 'Escuela\\n'",
    "two people hired at once",
    "one key replaced by two programs at once",
    "a key replaced while a certificate is signed",
    "a replaced key, after an earlier line of the key list was repeated",
    "an examiner hired with the clock ahead draws and leaves",
    "the certifier decides, and leaves with the clock back",
    "revoked with the clock ten days back, the lists of before seen",
    "a school founded as 'Escuela\u2800'",
    "a school founded as 'Escuela\ufe0f'",
    "hired in Greek and Cyrillic",
    "a school '\u039f\u0406\u0430' after 'Ola'",
)


def every_attack() -> list[Row]:
    """All these attacks, with the attacker's means in their names."""
    return [(f"{group}: {what}", attack, words) for group, rows in GROUPS.items() for what, attack, words in rows()]


def attacks_that_found_something() -> list[Row]:
    """One attack of each kind of defect that was found."""
    return [row for row in every_attack() if row[0].partition(": ")[2] in FOUND]
