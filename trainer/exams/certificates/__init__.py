"""Certificates: a signed card (QR code), an Open Badges credential, a PDF and a badge picture; issuing and checking
them."""
