"""The exam screens: from founding a school's keys to issuing a certificate."""
