"""A certificate in two of its forms, for the tests of the school."""

from __future__ import annotations

from tests.exams.certificate_kit import CERTIFIER, certificate, school_keys
from trainer.exams.certificates.card import write_card
from trainer.exams.certificates.credential import enveloped, issue_token, status_lists

CARD = write_card(certificate(), CERTIFIER).encode()
TOKEN = enveloped(issue_token(certificate(), CERTIFIER, status_lists(str(school_keys().root)), "ab" * 32))
