"""Cheap password hashes for tests: the passwords of tests are no secret, and a slow hash is most of what they cost.

The cheap parameters are stored with each hash and key file, as the usual ones are. `tests/test_password_costs.py`
checks the usual ones.
"""

from __future__ import annotations

import pytest

from trainer.exams import key_files, key_ring, locked_paper, office
from trainer.exams import staff as exam_staff
from trainer.exams.key_files import Cost
from trainer.records import profiles
from trainer.school import passwords

CHEAP = Cost(8, 1, 1)
# Before any test changes them: memory in KiB and passes of every Argon2id hash that the program makes.
USUAL_COSTS = {
    "a trainee's PIN": (profiles._MEMORY_KIB, profiles._ROUNDS),
    "a password of the school": (passwords._MEMORY_KIB, passwords._ROUNDS),
    "the personal key of an examiner": (exam_staff._KEY_MEMORY_KIB, exam_staff._KEY_PASSES),
    "a key file": (key_files.USUAL_COST.memory_kib, key_files.USUAL_COST.passes),
    "a locked paper": (locked_paper.USUAL_COST.memory_kib, locked_paper.USUAL_COST.passes),
}
USUAL_HASH_OF_NOBODY = passwords._HASH_OF_NOBODY


def make_cheap(patch: pytest.MonkeyPatch) -> None:
    """Use the least memory and one pass wherever the program hashes a password."""
    for module in (profiles, passwords):
        patch.setattr(module, "_MEMORY_KIB", CHEAP.memory_kib)
        patch.setattr(module, "_ROUNDS", CHEAP.passes)
    patch.setattr(passwords, "_HASH_OF_NOBODY", passwords.hash_password("nobody").decode())
    patch.setattr(exam_staff, "_KEY_MEMORY_KIB", CHEAP.memory_kib)
    patch.setattr(exam_staff, "_KEY_PASSES", CHEAP.passes)
    for function in (
        *(locked_paper.lock_paper, key_files.lock_key, key_files.with_lock),
        *(key_ring.KeyRing.__init__, office.Office.__init__),
    ):
        defaults = tuple(CHEAP if isinstance(each, Cost) else each for each in function.__defaults__ or ())
        patch.setattr(function, "__defaults__", defaults)
