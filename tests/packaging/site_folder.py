"""Folder with the program and everything it imports, from pinned wheels, without the parts of Qt it does not use."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
REQUIREMENTS = HERE / "requirements.txt"

# Modules of Qt that the program imports. `test_packaging` compares them with the sources.
QT_MODULES = (
    "Core", "Gui", "Multimedia", "Network", "Pdf", "PrintSupport", "SerialPort", "TextToSpeech", "WebSockets",
    "Widgets",
)  # fmt: skip
# Libraries that those modules and the plugins below load.
QT_LIBRARIES = (*QT_MODULES, "Concurrent", "DBus", "OpenGL", "Svg", "WaylandClient", "WlShellIntegration", "XcbQpa")
_QT_PLUGINS = (
    "iconengines", "imageformats", "platforms", "platformthemes", "printsupport", "styles", "texttospeech", "tls",
    "wayland-decoration-client", "wayland-graphics-integration-client", "wayland-shell-integration",
    "xcbglintegrations",
)  # fmt: skip
_NO_PLUGINS = re.compile(
    r"(lib)?q?(pdf|eglfs|linuxfb|minimal|minimalegl|vkkhrdisplay|vnc|direct2d|texttospeech_mock|.*virtualkeyboard.*)\."
)
_PLUGIN_OF_INPUT = ("libcomposeplatforminputcontextplugin.so", "libibusplatforminputcontextplugin.so")
_TRANSLATIONS = ("qtbase_en.qm", "qtbase_es.qm")
_NOT_NEEDED = ("bin", "Scripts", "pip", "share")  # sqlite-utils asks for pip and uses it for its plugins alone
_TESTS = ("tests", "test", "testing")


class BuildError(Exception):
    """A package cannot be built; the message says why."""


def run(*command: str | Path, **options: object) -> str:
    """Run a program and return its output; raises `BuildError` with what it printed if it fails."""
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True, encoding="utf-8", check=False, **options)  # type: ignore[call-overload]
    if done.returncode:
        raise BuildError(f"{' '.join(words)}\n{done.stdout}{done.stderr}")
    return str(done.stdout)


def build_wheel(folder: Path) -> Path:
    """Build the program's own wheel from the checkout."""
    run("uv", "build", "--wheel", "--quiet", "--out-dir", folder, ROOT)
    (wheel,) = folder.glob("*.whl")
    return wheel


def install(wheel: Path, site: Path, platform: str, python: str) -> None:
    """Install the pinned wheels for a platform, and the program's own wheel, into a folder.

    ``platform`` is a name that ``uv pip --python-platform`` knows, ``python`` a version such as ``3.13``.
    """
    into = ("uv", "pip", "install", "--quiet", "--target", site, "--python-platform", platform)
    into = (*into, "--python-version", python, "--only-binary", ":all:", "--link-mode", "copy")
    run(*into, "--require-hashes", "--requirements", REQUIREMENTS)
    run(*into, "--no-deps", wheel)


def prune(site: Path) -> None:
    """Remove from an installed folder what the program never loads."""
    _prune_qt(site / "PySide6")
    for name in _NOT_NEEDED:
        _remove(site / name)
    for path in site.glob("*.dist-info"):
        if path.name.startswith("pip-"):
            _remove(path)
        for name in (
            "direct_url.json",
            "RECORD",
            "REQUESTED",
            "INSTALLER",
            "uv_cache.json",
        ):  # name the build's folders
            _remove(path / name)
    _remove(site / ".lock")
    for path in list(site.rglob("*")):
        is_test = path.is_dir() and path.name in _TESTS and path.parent != site and "trainer" not in path.parts
        if is_test or path.name == "__pycache__" or path.suffix in (".pyi", ".a", ".lib", ".pdb"):
            _remove(path)


def _prune_qt(pyside: Path) -> None:
    """Keep the modules, libraries, plugins and translations of Qt that the program loads, on Linux and Windows."""
    kept = {f"Qt{name}" for name in QT_MODULES}
    libraries = {f"Qt6{name}" for name in QT_LIBRARIES}
    qt = pyside / "Qt" if (pyside / "Qt").is_dir() else pyside  # a folder of its own on Linux
    for path in list(pyside.iterdir()):
        name = path.name.split(".")[0]
        if path.is_dir():
            if path.name not in ("Qt", "plugins", "translations", "support"):
                _remove(path)
        elif name == "libpyside6qml":
            _remove(path)
        elif path.suffix in (".so", ".pyd") and name.startswith("Qt"):
            _keep(path, name in kept)
        elif path.suffix == ".dll":
            _keep(path, _is_needed_library(name, libraries))
        elif path.suffix in ("", ".exe", ".json", ".pyproject", ".qmltypes"):  # tools and data for developers
            _remove(path)
    for path in list((qt / "lib").glob("*")) if (qt / "lib").is_dir() else []:
        _keep(path, _is_needed_library(path.name.split(".")[0].removeprefix("lib"), libraries))
    for name in ("qml", "libexec", "resources", "metatypes", "modules"):
        _remove(qt / name)
    for path in list((qt / "translations").rglob("*")):
        _keep(path, path.name in _TRANSLATIONS)
    for folder in list((qt / "plugins").iterdir()):
        for path in list(folder.iterdir()):
            is_input = path.name in _PLUGIN_OF_INPUT
            _keep(path, is_input or (folder.name in _QT_PLUGINS and not _NO_PLUGINS.match(path.name)))
        _keep(folder, any(folder.iterdir()))


def _is_needed_library(name: str, libraries: Iterable[str]) -> bool:
    """Whether a shared library is one of Qt that is kept, or a general one such as ICU or Microsoft's run time."""
    if name.startswith("Qt6"):
        return name in libraries
    return not re.match(r"av|sw(scale|resample)|Qt|opengl32sw|pyside6qml", name)


def _keep(path: Path, is_kept: bool) -> None:
    if not is_kept:
        _remove(path)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
