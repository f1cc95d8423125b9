"""Errors of the operating system as messages that say what to do."""

from __future__ import annotations

import errno

from trainer.system.lazy_imports import lazily
from trainer.texts.messages import Message

with lazily():  # only needed for network errors
    import socket

# By name, because not every system defines every error number.
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
    "EADDRINUSE": "port-in-use",
    "EADDRNOTAVAIL": "no-own-address",
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
    """What is wrong and what to do about it, with the file name if it is known."""
    said = getattr(error, "message", None)
    if isinstance(said, Message):  # an error of the program's own, such as of a lock or a database
        return said
    is_network = isinstance(error, TimeoutError | socket.gaierror)  # their error numbers are not the system's
    reason = "no-answer" if is_network else _REASONS.get(errno.errorcode.get(error.errno or 0, ""))
    # Errors without a sentence of their own are named by their symbol, which can be looked up.
    sign = errno.errorcode.get(error.errno or 0) or str(error) or type(error).__name__
    problem = Message(f"system.{reason}") if reason else Message("system.other", {"sign": sign})
    if isinstance(error.filename, str | bytes):
        path = error.filename if isinstance(error.filename, str) else error.filename.decode(errors="replace")
        return Message("system.at", {"path": path, "problem": problem})
    return problem
