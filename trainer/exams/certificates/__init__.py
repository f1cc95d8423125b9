"""Certificates: a signed card for paper, an Open Badges credential, a PDF, a picture, and how they are checked."""
