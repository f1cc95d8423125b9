"""The packages contain what the program loads and nothing else, and their list of sums is signed."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import PySide6
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from tests.packaging.linked_libraries import missing_libraries
from tests.packaging.linux_package import KNOWN_LIBRARIES, check_libraries
from tests.packaging.release_files import SIGNATURE, SUMS, add_licences, pin_release_key, write_sums
from tests.packaging.site_folder import HERE, QT_LIBRARIES, QT_MODULES, REQUIREMENTS, ROOT, BuildError, prune
from tests.packaging.windows_package import check_python, paint_side
from trainer import __version__
from trainer.school.errors import UnsignedReleaseError
from trainer.school.installers.release import Package, read_release_key
from trainer.school.installers.release_folder import ReleaseFolder
from trainer.system.resources import release_key
from trainer.system.toml_cache import read_toml


def write_key(path: Path, key: Ed25519PrivateKey | X25519PrivateKey) -> Path:
    path.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return path


def test_the_kept_modules_of_qt_are_those_the_program_imports() -> None:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "trainer").rglob("*.py"))
    imported = re.findall(r"(?:from PySide6\.Qt|from PySide6 import Qt)(\w+)", sources)
    assert {*imported} == {*QT_MODULES}


def test_every_dependency_of_the_program_is_pinned() -> None:
    pinned = {name.lower() for name in re.findall(r"^([\w.-]+)==", REQUIREMENTS.read_text(encoding="utf-8"), re.M)}
    wanted = read_toml(ROOT / "pyproject.toml")["project"]["dependencies"]
    assert {re.split(r"[^\w.-]", line)[0].lower() for line in wanted} <= pinned


@pytest.mark.parametrize(
    ("library", "plugins"), [("Qt/lib/libQt6{}.so.6", "Qt/plugins"), ("Qt6{}.dll", "plugins")], ids=["linux", "windows"]
)
def test_pruning_keeps_the_parts_of_qt_that_are_loaded(library: str, plugins: str, tmp_path: Path) -> None:
    pyside = tmp_path / "PySide6"
    gone = [
        library.format("WebEngineCore"),
        library.format("Qml"),
        f"{plugins}/qmltooling/a.so",
        "QtQml.abi3.so",
        "libpyside6qml.abi3.so.6.11",
        "qmlls",
    ]
    kept = [library.format("Core"), library.format("Widgets"), f"{plugins}/platforms/libqxcb.so", "QtCore.abi3.so"]
    kept.append(f"{plugins}/../translations/qtbase_es.qm")
    gone.append(f"{plugins}/../translations/qtbase_de.qm")
    for name in (*gone, *kept):
        (pyside / name).parent.mkdir(parents=True, exist_ok=True)
        (pyside / name).touch()
    (tmp_path / "pip").mkdir()
    prune(tmp_path)
    assert [name for name in (*gone, *kept) if (pyside / name).exists()] == kept
    assert not (tmp_path / "pip").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="ELF files")
def test_every_library_that_qt_loads_is_in_a_package_that_the_deb_depends_on() -> None:
    pyside = Path(PySide6.__file__).parent
    bindings = [pyside / f"Qt{name}.abi3.so" for name in QT_MODULES]
    libraries = [pyside / "Qt" / "lib" / f"libQt6{name}.so.6" for name in QT_LIBRARIES]
    missing = missing_libraries([*bindings, *libraries])
    assert "libgssapi_krb5.so.2" in missing  # Qt6Network's; an empty result would prove nothing
    own = re.compile(r"lib(Qt6|icu|pyside6|shiboken6)")
    assert {name for name in missing if not own.match(name)} <= KNOWN_LIBRARIES


@pytest.mark.skipif(sys.platform != "linux", reason="ELF files")
def test_a_folder_that_needs_an_unknown_library_is_refused(tmp_path: Path) -> None:
    library = Path(PySide6.__file__).parent / "Qt" / "lib" / "libQt6Network.so.6"
    shutil.copy(library, tmp_path)
    with pytest.raises(BuildError, match=r"libQt6Core\.so\.6 \(for libQt6Network"):
        check_libraries(tmp_path)


def test_another_python_than_the_pinned_one_is_refused(tmp_path: Path) -> None:
    (tmp_path / "python.exe").write_bytes(b"somebody else's")
    with pytest.raises(BuildError, match=r"python\.exe"):
        check_python(tmp_path)


def test_the_picture_in_the_installer_has_the_date_of_the_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    paint_side(tmp_path / "side.bmp")
    assert (tmp_path / "side.bmp").stat().st_mtime == 1_000_000_000


def test_the_built_program_accepts_what_was_signed_with_the_key_of_its_build(tmp_path: Path) -> None:
    private = write_key(tmp_path / "key.pem", Ed25519PrivateKey.generate())
    (tmp_path / "site" / "trainer" / "_bundled").mkdir(parents=True)
    pin_release_key(tmp_path / "site", private)
    pinned = read_release_key(tmp_path / "site" / release_key().relative_to(ROOT))
    folder = tmp_path / "dist"
    folder.mkdir()
    for kind in Package:
        (folder / kind.file_name(__version__)).write_bytes(kind.name.encode())
    (folder / "bill.cdx.json").write_bytes(b"{}")
    write_sums(folder, private)
    checked = subprocess.run(["sha256sum", "--check", SUMS], cwd=folder, capture_output=True, check=False)
    assert checked.returncode == 0
    assert {*ReleaseFolder(tmp_path / "school").add(folder, pinned).release.sums} == {*Package}
    write_sums(folder, write_key(tmp_path / "other.pem", Ed25519PrivateKey.generate()))
    with pytest.raises(UnsignedReleaseError):
        ReleaseFolder(tmp_path / "school").add(folder, pinned)


def test_a_key_of_another_kind_signs_nothing(tmp_path: Path) -> None:
    key = write_key(tmp_path / "key.pem", X25519PrivateKey.generate())
    folder = tmp_path / "dist"
    folder.mkdir()
    with pytest.raises(BuildError, match="Ed25519"):
        write_sums(folder, key)
    assert not (folder / SIGNATURE).exists()


def test_every_component_of_the_bill_of_materials_has_a_licence(tmp_path: Path) -> None:
    (tmp_path / "old-1.dist-info").mkdir()
    metadata = "Metadata-Version: 2.1\nName: old\nVersion: 1\nLicense: Apache License, Version 2.0\n"
    (tmp_path / "old-1.dist-info" / "METADATA").write_text(metadata)
    components: list[dict[str, object]] = [{"name": "old"}, {"name": "new", "licenses": [{"license": {"id": "MIT"}}]}]
    add_licences(components, tmp_path)
    texts = [component["licenses"] for component in components]
    assert texts == [[{"license": {"name": "Apache License, Version 2.0"}}], [{"license": {"id": "MIT"}}]]
    with pytest.raises(BuildError, match="lost"):
        add_licences([{"name": "lost"}], tmp_path)


def test_the_licence_of_qt_is_in_the_packages() -> None:
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in (HERE / "licences" / "LGPL-3.0.txt").read_text(encoding="utf-8")
