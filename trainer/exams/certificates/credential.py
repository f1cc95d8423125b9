"""The Open Badges 3.0 credential: written and signed with `openbadgeslib`, read step by step.

The standard's fields hold what every wallet understands. The complete facts in both languages are one piece of
evidence. The digest of the badge picture is a related resource, so no picture can be swapped for another.
"""

from __future__ import annotations

import base64
from datetime import UTC, datetime
from typing import Any

import msgspec
from openbadgeslib import OB3Signer, OB3VerificationError, OB3Verifier
from openbadgeslib.ob3 import Achievement, Issuer, OpenBadgeCredential, status_entry
from openbadgeslib.ob3.credential import Evidence, IdentityObject, Result, ResultDescription

from trainer.exams.canonical import canonical, read_canonical
from trainer.exams.certificates.certificate import Certificate
from trainer.exams.certificates.token import AlteredError, Token
from trainer.exams.errors import RefusedError
from trainer.exams.keys import PrivateKey
from trainer.texts import Message, say, text

ALGORITHM = "EdDSA"
FACTS = "croupier-trainer certificate 1"
PURPOSES = REVOCATION, SUSPENSION = ("revocation", "suspension")
ENVELOPE = "data:application/vc+jwt,"


def status_list_addresses(root: str, url: str = "") -> dict[str, str]:
    """Address of the school's status list for each purpose; a URN of its root key if the school has no web site."""
    base = url.rstrip("/") + "/" if url else f"urn:croupier-trainer:status:{root}:"
    return {purpose: f"{base}{purpose}" for purpose in PURPOSES}


def issue_token(certificate: Certificate, key: PrivateKey, lists: dict[str, str], picture: str) -> str:
    """Signed credential. ``picture`` is the hexadecimal SHA-256 of the badge before the credential is embedded."""
    language = certificate.language
    achievement_id = f"urn:croupier-trainer:scheme:{certificate.scheme}:{certificate.revision}"
    name = say(certificate.scheme_names, language)
    games = ", ".join(say(game, language) for game in certificate.games)
    credential = OpenBadgeCredential(
        id=certificate.id,
        issuer=Issuer(id=key.public.did, name=certificate.school),
        recipient_id=certificate.id + ":holder",
        achievement=Achievement(
            id=achievement_id,
            name=name,
            description=f"{games}. {say(certificate.regulation, language)}",
            criteria_narrative=text(
                "certificates.credential.criteria",
                language,
                reached=_percent(certificate.needed),
                rules=certificate.rules,
            ),
            achievement_type="Certificate",
            tags=[certificate.level, certificate.scheme],
            result_descriptions=[
                ResultDescription(
                    id=f"{achievement_id}#mark", name="%", result_type="Percent", value_min="0", value_max="100"
                )
            ],
        ),
        issuance_date=certificate.issued_at,
        expiration_date=certificate.expires_at,
        identifiers=[IdentityObject(identity_hash=certificate.holder, identity_type="name", hashed=False)],
        evidence=[
            Evidence(
                id=f"urn:croupier-trainer:result:{certificate.result}",
                genre=FACTS,
                narrative=certificate.to_bytes().decode("utf-8"),
            )
        ],
        results=[
            Result(value=_percent(certificate.reached), status="Completed", result_description=f"{achievement_id}#mark")
        ],
    )
    payload = credential.to_jwt_payload()
    payload["credentialSubject"]["licenseNumber"] = certificate.number
    # The standard has one entry at most; the list of suspensions lies beside that of revocations.
    payload["credentialStatus"] = status_entry(lists[REVOCATION], REVOCATION, certificate.status)
    payload["relatedResource"] = [
        {"id": certificate.id + ":picture", "mediaType": "image/png", "digestSRI": _digest_sri(picture)}
    ]
    return OB3Signer(privkey_pem=key.native, algorithm=ALGORITHM).sign_payload(payload)


def to_envelope(token: str) -> bytes:
    """Credential as JSON: an EnvelopedVerifiableCredential of the W3C data model."""
    return canonical(
        {
            "@context": "https://www.w3.org/ns/credentials/v2",
            "id": ENVELOPE + token,
            "type": "EnvelopedVerifiableCredential",
        }
    )


class Credential:
    """A credential signed by the key it names, whose fields all agree."""

    __slots__ = ("certificate", "picture", "status", "token")

    def __init__(self, token: str) -> None:
        """Raises `AlteredError`. Dates, trust and status are checked by the verifier."""
        self.token = Token(token)
        payload = self.token.payload
        subject = _object(payload.get("credentialSubject"))
        self.certificate = _facts(payload)
        self.status = _status(payload.get("credentialStatus"), self.certificate.status)
        self.picture = _picture(payload.get("relatedResource"))
        facts = self.certificate
        agree = (
            payload.get("id") == payload.get("jti") == facts.id,
            payload.get("sub") == subject.get("id") == facts.id + ":holder",
            payload.get("nbf") == int(facts.issued_at.timestamp()),
            payload.get("exp") == int(facts.expires_at.timestamp()),
            payload.get("validFrom") == facts.issued and payload.get("validUntil") == facts.expires,
            subject.get("licenseNumber") == facts.number,
            _object(payload.get("issuer")).get("name") == facts.school,
            [_object(one).get("identityHash") for one in _list(subject.get("identifier"))] == [facts.holder],
        )
        if not all(agree):
            raise AlteredError(Message("certificates.altered.disagrees"))

    def conforms(self) -> bool:
        """Whether openbadgeslib accepts it too, except for its dates, which are judged by our clock."""
        verifier = OB3Verifier(pubkey_pem=self.token.key.native, issuer_did=self.token.key.did)
        try:
            verifier.verify(self.token.text)
        except OB3VerificationError as error:
            real = datetime.now(UTC)
            outside = not self.certificate.issued_at <= real < self.certificate.expires_at
            return outside and ("expired" in str(error).lower() or "not yet valid" in str(error).lower())
        return True


def _facts(payload: dict[str, Any]) -> Certificate:
    """The certificate in the evidence; raises `AlteredError`."""
    evidence = [_object(one) for one in _list(payload.get("evidence"))]
    found = [one.get("narrative") for one in evidence if one.get("genre") == FACTS]
    if len(found) != 1 or not isinstance(found[0], str):
        raise AlteredError(Message("certificates.altered.no-facts"))
    try:
        certificate = msgspec.convert(read_canonical(found[0].encode("utf-8")), Certificate)
        if canonical(msgspec.to_builtins(certificate)).decode() != found[0]:
            raise ValueError("fields left out")
        if not certificate.issued_at < certificate.expires_at:
            raise ValueError("ends before it begins")
    except (msgspec.ValidationError, ValueError, RefusedError):
        raise AlteredError(Message("certificates.altered.no-facts")) from None
    return certificate


def _status(found: object, index: int) -> dict[str, str]:
    """Status list address for each purpose, at the certificate's index.

    Certificates before November 2026 have an entry for each purpose.
    """
    if isinstance(found, dict):
        beside = str(found.get("statusListCredential")).removesuffix(REVOCATION) + SUSPENSION
        found = [found, found | {"statusPurpose": SUSPENSION, "statusListCredential": beside}]
        if found[0].get("statusPurpose") != REVOCATION:
            raise AlteredError(Message("certificates.altered.disagrees"))
    entries = [_object(one) for one in _list(found)]
    lists = {
        str(one.get("statusPurpose")): one.get("statusListCredential")
        for one in entries
        if one.get("type") == "BitstringStatusListEntry" and one.get("statusListIndex") == str(index)
    }
    if len(entries) != len(PURPOSES) or set(lists) != set(PURPOSES):
        raise AlteredError(Message("certificates.altered.disagrees"))
    return {purpose: str(address) for purpose, address in lists.items()}


def _picture(found: object) -> str:
    """Hexadecimal digest of the badge picture; raises `AlteredError`."""
    match found:
        case [{"digestSRI": str(digest), "mediaType": "image/png"}] if digest.startswith("sha256-"):
            try:
                raw = base64.b64decode(digest.removeprefix("sha256-"), validate=True)
            except ValueError:
                raw = b""
            if _digest_sri(raw.hex()) == digest:
                return raw.hex()
    raise AlteredError(Message("certificates.altered.disagrees"))


def _digest_sri(hexadecimal: str) -> str:
    """Digest in the notation of Subresource Integrity."""
    return "sha256-" + base64.b64encode(bytes.fromhex(hexadecimal)).decode("ascii")


def _percent(hundredths: int) -> str:
    whole, rest = divmod(hundredths, 100)
    return f"{whole}.{rest:02d}".rstrip("0").rstrip(".")


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
