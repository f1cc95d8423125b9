"""What the operating system refuses, in words: a sentence for every reason somebody can do something about."""

from __future__ import annotations

import errno

from trainer.system.lazy_imports import lazily
from trainer.texts.messages import Message

with lazily():  # only what goes over a network needs it
    import socket

# By the name of the error, because not every system has every number.
_REASONS = {
    "ENOSPC": "full",
    "EDQUOT": "full",
    "EFBIG": "full",
    "EACCES": "not-allowed",
    "EPERM": "not-allowed",
    "EROFS": "read-only",
    "ENOENT": "not-there",
    "ENOTDIR": "not-a-folder",
    "EISDIR": "a-folder",
    "EEXIST": "there-already",
    "ENOTEMPTY": "there-already",
    "ELOOP": "circle",
    "ENAMETOOLONG": "long-name",
    "EOVERFLOW": "too-large",
    "EMFILE": "too-many-files",
    "ENFILE": "too-many-files",
    "EBUSY": "busy",
    "ETXTBSY": "busy",
    "EAGAIN": "busy",
    "EIO": "device",
    "ENXIO": "nobody-there",
    "ENODEV": "device",
    "ESTALE": "device",
    "ECONNREFUSED": "no-answer",
    "ECONNRESET": "no-answer",
    "ETIMEDOUT": "no-answer",
    "EHOSTUNREACH": "no-answer",
    "EHOSTDOWN": "no-answer",
    "ENETUNREACH": "no-answer",
    "EBADF": "closed",
    "EPIPE": "closed",
}


def system_problem(error: OSError) -> Message:
    """What is wrong and what to do, with the file where it is known."""
    is_network = isinstance(error, TimeoutError | socket.gaierror)  # whose numbers are not the system's
    reason = "no-answer" if is_network else _REASONS.get(errno.errorcode.get(error.errno or 0, ""))
    # What has no sentence of its own is named by its sign, which can be looked up; the system's own words are English.
    sign = errno.errorcode.get(error.errno or 0) or str(error) or type(error).__name__
    problem = Message(f"system.{reason}") if reason else Message("system.other", {"sign": sign})
    if isinstance(error.filename, str | bytes):
        path = error.filename if isinstance(error.filename, str) else error.filename.decode(errors="replace")
        return Message("system.at", {"path": path, "problem": problem})
    return problem
