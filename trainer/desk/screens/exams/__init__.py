"""The exam room: from the school's first keys to a certificate, all of it by keyboard too."""
