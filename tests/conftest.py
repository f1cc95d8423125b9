"""Settings every test shares: Qt draws into memory, and random examples are the same on every run and machine."""

import os

from hypothesis import settings

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# A busy machine is no failure of a test, and a failure must come again when it is looked into.
settings.register_profile("trainer", deadline=None, derandomize=True)
settings.load_profile("trainer")
