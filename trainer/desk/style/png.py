"""PNG encoding in memory. `private_files` then writes the file, because Qt does not report errors of the disk."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage, QPixmap


def png_bytes(picture: QPixmap | QImage) -> bytes:
    """Encode a picture as PNG."""
    written = QBuffer()
    written.open(QIODevice.OpenModeFlag.WriteOnly)
    image = picture.toImage() if isinstance(picture, QPixmap) else picture
    image.save(written, "PNG")  # type: ignore[call-overload]  # the stubs want bytes, which Qt does not take
    return bytes(written.data().data())
