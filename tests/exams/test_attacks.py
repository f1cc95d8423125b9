"""List of known attacks on an exam, and a check that every one has a test."""

from __future__ import annotations

import ast
from pathlib import Path

TESTS = Path(__file__).parent.parent
PAPERS, SITTINGS, RESULTS = "exams/test_papers.py", "exams/test_sittings.py", "exams/test_results.py"
CERTIFICATES, ROLES, STAFF = "exams/test_certificates.py", "exams/test_roles.py", "exams/test_staff_admin.py"
ROOM, KEYS = "desk/screens/exams/test_controller.py", "exams/test_keys.py"

# Number → description and tests; a test is given by its file and the beginning of its name after "test_".
ATTACKS: dict[int, tuple[str, ...]] = {
    1: ("an item replaced after the commitment", f"{PAPERS}:1_"),
    2: ("the answer key edited", f"{PAPERS}:2_", f"{RESULTS}:39_and_40"),
    3: ("an item dropped", f"{PAPERS}:3_"),
    4: ("an item twice", f"{PAPERS}:4_"),
    5: ("the scheme changed after the draw", f"{PAPERS}:5_"),
    6: ("the archived rules swapped", f"{PAPERS}:6_"),
    7: ("the seed guessed from its hash", f"{PAPERS}:7_"),
    8: ("drawn again until it is easy", f"{PAPERS}:8_"),
    9: ("the file opened by the candidate", f"{PAPERS}:9_"),
    10: ("a used paper", f"{PAPERS}:10_", f"{PAPERS}:a_name_spelt_otherwise"),
    11: ("started without the unlock", f"{SITTINGS}:11_"),
    12: ("an invigilator's own exam", f"{SITTINGS}:12_", f"{STAFF}:12_"),
    13: ("wrong codes, many", f"{SITTINGS}:13_wrong_codes_are", f"{SITTINGS}:13_wrong_codes_before"),
    14: ("the clock set back", f"{SITTINGS}:14_and_15"),
    15: ("the clock set forward", f"{SITTINGS}:14_and_15"),
    16: ("killed to gain time", f"{SITTINGS}:16_and_17", "exams/test_killed.py:nothing_given"),
    17: ("resumed without the code", f"{SITTINGS}:16_and_17"),
    18: ("the folder put back to earlier", f"{SITTINGS}:18_"),
    19: ("sat at two machines", f"{SITTINGS}:19_", f"{ROLES}:a_try_at_another_machine"),
    20: ("an answer after the end", f"{SITTINGS}:20_and_64", f"{SITTINGS}:20_time_out"),
    21: ("an item that is not open", f"{SITTINGS}:21_"),
    22: ("a candidate pauses", f"{SITTINGS}:22_"),
    23: ("the lid closed, a second screen", f"{SITTINGS}:23_", f"{ROOM}:what_happens_around"),
    24: ("a full disk", f"{SITTINGS}:24_"),
    25: ("hints by any key", f"{SITTINGS}:25_", f"{ROOM}:25_no_key"),
    26: ("an answer without measure", f"{SITTINGS}:26_"),
    27: ("a second process", f"{SITTINGS}:27_"),
    28: ("any bit of a result", f"{RESULTS}:28_every", f"{RESULTS}:28_a_changed"),
    29: ("the tail of the log cut", f"{RESULTS}:29_"),
    30: ("events swapped", f"{RESULTS}:30_and_31"),
    31: ("events doubled", f"{RESULTS}:30_and_31", "exams/test_results_elsewhere.py:what_was_forged"),
    32: ("another's answers", f"{RESULTS}:32_"),
    33: ("the chain rebuilt", f"{RESULTS}:33_"),
    34: ("a seal of another kind", f"{RESULTS}:34_"),
    35: ("a rehearsal passed off as real", f"{RESULTS}:35_", f"{KEYS}:attack_35"),
    36: ("written otherwise", f"{RESULTS}:36_", f"{KEYS}:attack_36"),
    37: ("a regrade without reason or parent", f"{RESULTS}:37_"),
    38: ("a circle of regrades", f"{RESULTS}:38_"),
    39: ("a voided item counted", f"{RESULTS}:39_and_40"),
    40: ("a fail shown as a pass", f"{RESULTS}:39_and_40"),
    41: ("a weak key, a second form of a signature", f"{RESULTS}:41_", f"{KEYS}:attack_41_keys"),
    42: ("a key past its end", f"{RESULTS}:42_", "exams/test_stolen_keys.py:a_result_of_an_earlier_date"),
    43: ("another key of the same short name", f"{RESULTS}:43_"),
    44: ("the picture edited", f"{CERTIFICATES}:attack_44"),
    45: ("the PDF edited", f"{CERTIFICATES}:attack_45"),
    46: ("a credential in another's picture", f"{CERTIFICATES}:attack_46"),
    47: ("two credentials, something after the end", f"{CERTIFICATES}:attack_47"),
    48: ("another algorithm, a stranger's key", f"{CERTIFICATES}:attack_48_another", f"{CERTIFICATES}:attack_48_a_key"),
    49: ("a stranger in our name", f"{CERTIFICATES}:attack_49"),
    50: ("expired, future, revoked, suspended", f"{CERTIFICATES}:attack_50"),
    51: ("status lists old, foreign, missing, bursting", f"{CERTIFICATES}:attack_51_stale"),
    52: ("a revocation taken back", f"{CERTIFICATES}:attack_52"),
    53: ("an index used again", f"{CERTIFICATES}:attack_53"),
    54: ("a certificate of what gives none", f"{CERTIFICATES}:attack_54_no_certificate"),
    55: ("the code of one on another's sheet", f"{CERTIFICATES}:attack_55"),
    56: ("a short renewal after the end", f"{CERTIFICATES}:attack_56"),
    57: ("the trainer certifies", f"{RESULTS}:57_58_and_61", f"{CERTIFICATES}:attack_57_58"),
    58: ("the examiner certifies", f"{RESULTS}:57_58_and_61", f"{STAFF}:58_"),
    59: ("a candidate reads a key", f"{ROLES}:59_"),
    60: ("a role edited in the file", f"{ROLES}:60_"),
    61: ("an appeal to the first examiner", f"{RESULTS}:57_58_and_61", f"{STAFF}:61_"),
    62: ("an erased person back from a backup", f"{ROLES}:62_"),
    63: ("a key without its password", f"{KEYS}:attack_63"),
    64: ("extra time after handing in", f"{SITTINGS}:20_and_64"),
}


def test_every_attack_has_a_test() -> None:
    assert list(ATTACKS) == list(range(1, 65))
    names: dict[str, list[str]] = {}
    for number, (_, *places) in ATTACKS.items():
        assert places, number
        for place in places:
            path, _, beginning = place.partition(":")
            if path not in names:
                parsed = ast.parse((TESTS / path).read_text(encoding="utf-8"))
                names[path] = [node.name for node in parsed.body if isinstance(node, ast.FunctionDef)]
            assert any(name.startswith(f"test_{beginning}") for name in names[path]), (number, place)
