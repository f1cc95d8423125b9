"""Installers of the program that a school hands out to its laptops: signed, verified, and never run by the program."""
