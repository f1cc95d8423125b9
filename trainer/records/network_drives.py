"""Detects network drives: on many of them SQLite's locks and writes are not reliable."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

_MOUNTS = Path("/proc/self/mounts")
_NETWORK = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "afs", "9p", "ceph", "glusterfs", "davfs"}
_THROUGH_FUSE = ("fuse.sshfs", "fuse.rclone", "fuse.davfs", "fuse.gvfsd", "fuse.s3fs", "fuse.glusterfs")
_REMOTE_DRIVE = 4  # GetDriveTypeW's value for a network drive


def is_on_network(path: Path) -> bool:
    """Whether a file lies on a network drive, as far as the system says; False if it does not."""
    if sys.platform == "win32":
        return _is_remote(path)
    try:
        return is_mounted_from_network(path.parent.resolve(), _MOUNTS.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return False


def is_mounted_from_network(folder: Path, mounts: str) -> bool:
    r"""Whether the innermost mount that contains a folder is a network file system.

    >>> is_mounted_from_network(Path("/home/ana/data"), "/dev/sda1 / ext4 rw 0 0\nnas:/home /home nfs4 rw 0 0\n")
    True
    """
    innermost, kind = "", ""
    for line in mounts.splitlines():
        _, place, sort, *_ = [*line.split(" "), "", "", ""]
        place = place.replace("\\040", " ")
        if place and len(place) >= len(innermost) and (folder == Path(place) or Path(place) in folder.parents):
            innermost, kind = place, sort
    return kind in _NETWORK or kind.startswith(_THROUGH_FUSE)


def _is_remote(path: Path) -> bool:
    drive = os.path.splitdrive(path.absolute())[0]
    if drive.startswith("\\\\"):
        return True
    kernel = getattr(ctypes, "windll", None)
    return kernel is not None and kernel.kernel32.GetDriveTypeW(f"{drive}\\") == _REMOTE_DRIVE
