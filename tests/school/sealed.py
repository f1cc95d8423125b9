"""A certificate in two of its formats."""

from __future__ import annotations

from tests.exams.certificate_kit import CERTIFIER, certificate, school_keys
from trainer.exams.certificates.card import write_card
from trainer.exams.certificates.credential import issue_token, status_list_addresses, to_envelope

CARD = write_card(certificate(), CERTIFIER).encode()
TOKEN = to_envelope(issue_token(certificate(), CERTIFIER, status_list_addresses(str(school_keys().root)), "ab" * 32))
