"""``python -m tests.packaging linux windows``: build the packages from this checkout and the package registries."""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import sys
import tempfile
import time
from pathlib import Path

from tests.packaging import linux_package as linux
from tests.packaging import windows_package as windows
from tests.packaging.release_files import pin_release_key, write_bill_of_materials, write_sums
from tests.packaging.site_folder import ROOT, BuildError, build_wheel, run
from trainer import __version__
from trainer.school.installers.release import Package

_NAME = f"croupier-trainer-{__version__}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.packaging", description=__doc__)
    parser.add_argument("systems", nargs="+", choices=["linux", "windows"])
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="folder of the packages (default: dist)")
    key_help = (
        "private release key (Ed25519, PEM, without a password); signs the sums, its public half goes into packages"
    )
    parser.add_argument("--key", type=Path, help=key_help)
    parser.add_argument("--folder-only", action="store_true", help="keep the program's folder and make no packages")
    arguments = parser.parse_args()
    try:
        os.umask(0o022)
        when = int(run("git", "-C", ROOT, "log", "-1", "--format=%ct"))
        os.environ["SOURCE_DATE_EPOCH"] = str(when)
        out: Path = arguments.out.resolve()
        out.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="packaging-") as name:
            work = Path(name)
            wheel = build_wheel(work / "wheel")
            if "linux" in arguments.systems:
                _build_linux(wheel, work, out, when, arguments)
            if "windows" in arguments.systems:
                _build_windows(wheel, work, out, arguments)
            if not arguments.folder_only:
                shutil.copy(wheel, out)
        if not arguments.folder_only:
            write_sums(out, arguments.key)
    except BuildError as error:
        print(f"packaging: {error}", file=sys.stderr)
        return 1
    return 0


def _build_linux(wheel: Path, work: Path, out: Path, when: int, arguments: argparse.Namespace) -> None:
    folder = (out if arguments.folder_only else work) / f"{_NAME}-linux"
    started = _begin(folder)
    linux.build_folder(wheel, folder)
    (site,) = folder.glob("python/lib/python*/site-packages")
    pin_release_key(site, arguments.key)
    write_bill_of_materials(site, platform.python_version(), work, folder / "sbom.json")
    _report(folder, started)
    if not arguments.folder_only:
        shutil.copy(folder / "sbom.json", out / f"{_NAME}-linux.cdx.json")
        deb, single = (out / kind.file_name(__version__) for kind in (Package.DEB, Package.RUN))
        linux.build_deb(folder, __version__, work, deb)
        _report(deb, started)
        linux.build_self_extracting(folder, __version__, work, single, when)
        _report(single, started)


def _build_windows(wheel: Path, work: Path, out: Path, arguments: argparse.Namespace) -> None:
    folder = (out if arguments.folder_only else work) / f"{_NAME}-windows"
    started = _begin(folder)
    version = windows.build_folder(wheel, folder, work)
    pin_release_key(folder / "site", arguments.key)
    write_bill_of_materials(folder / "site", version, work, folder / "sbom.json")
    linux.normalise(folder)
    _report(folder, started)
    if not arguments.folder_only:
        shutil.copy(folder / "sbom.json", out / f"{_NAME}-windows.cdx.json")
        setup, portable = (out / kind.file_name(__version__) for kind in (Package.SETUP, Package.PORTABLE))
        windows.build_installer(folder, __version__, work, setup)
        _report(setup, started)
        windows.build_portable(folder, portable)
        _report(portable, started)


def _begin(folder: Path) -> float:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return time.monotonic()


def _report(path: Path, started: float) -> None:
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    size = sum(file.stat().st_size for file in files) / 1_000_000
    print(f"{path.name}: {size:.1f} MB, after {time.monotonic() - started:.0f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main())
