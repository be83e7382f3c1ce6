import socket
from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.core import user_dirs
from latticeville.core.server_address import AddressError, parse_server_address
from latticeville.models.allowed_hosts import allowed_addresses
from latticeville.models.model import ModelError
from latticeville.models.spec import UnknownModelError, make_model


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's settings file, and no way to look a name up."""
    monkeypatch.setattr(user_dirs, "config_dir", lambda: tmp_path)

    def refuse(*_args: object, **_kwargs: object) -> None:
        raise AssertionError("a name was looked up")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    return tmp_path / "settings.toml"


@pytest.mark.parametrize(
    "url",
    [
        "http://example.com/v1",
        "http://localhost.example.com/v1",
        "http://127.0.0.1.nip.io/v1",
        "http://127.0.0.1.example.com:8080/v1",
        "http://127-0-0-1.local/v1",
        "http://localhost.:8080/v1",
        "http://10.0.0.1/v1",
        "http://192.168.0.9/v1",
        "http://0.0.0.0:8080/v1",
        "http://169.254.169.254/v1",
        "http://[::]/v1",
        "http://[fe80::1%25lo]/v1",
        "http://[::1%25eth0]/v1",
        "http://[::ffff:127.0.0.1]/v1",
        "http://[::ffff:10.0.0.1]/v1",
        "http://2130706433/v1",
        "http://0x7f.0.0.1/v1",
        "http://0177.0.0.1/v1",
        "http://127.1/v1",
        "http://127.0.0.1@example.com/v1",
        "http://user:secret@127.0.0.1/v1",
        "http://example.com#@127.0.0.1/v1",
        "http://127.0.0.1\\@example.com/v1",
        "http://１２７.0.0.1/v1",
        "http://127.0.0.1:99999/v1",
        "http://127.0.0.1:0/v1",
        "http://127.0.0.1:٣/v1",
        "http://127.0.0.1:8080/é",
        "http://é:8080/v1",
        "http://é.localhost/v1",
        "http://127.0.0.1:8080/\udcff",
        "http://127.0.0.1:8080/v1\x85",
        "http://127.0.0.1:x/v1",
        "http:///v1",
        "https://127.0.0.1/v1",
        "file:///etc/passwd",
        "127.0.0.1:8080",
        "http://127.0.0.1:8080/v1?next=http://example.com",
        "http://127.0.0.1:8080/v1\r\nX: y",
        "",
    ],
)
def test_what_is_not_plainly_this_machine_is_refused(url: str) -> None:
    with pytest.raises(AddressError):
        parse_server_address(url)
    with pytest.raises((ModelError, UnknownModelError)):
        make_model(f"server:{url}")


@pytest.mark.parametrize(
    ("url", "addresses", "port"),
    [
        ("http://127.0.0.1:8080/v1", ("127.0.0.1",), 8080),
        ("http://127.4.5.6/v1/", ("127.4.5.6",), 80),
        ("http://[::1]:1234/v1", ("::1",), 1234),
        ("http://LocalHost:1/v1", ("127.0.0.1", "::1"), 1),
    ],
)
def test_this_machine_is_asked_by_its_address(
    url: str, addresses: tuple[str, ...], port: int
) -> None:
    assert parse_server_address(url) == (addresses, port, "/v1")


def test_an_address_with_other_letters_than_ascii_says_which(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["models", "server:http://é:8080/v1"]) == 3
    assert "'é' is not ASCII; write http://127.0.0.1:PORT/v1" in capsys.readouterr().out


def test_the_user_s_settings_allow_an_address_to_the_letter(settings: Path) -> None:
    settings.write_text('[llm]\nallow_hosts = ["192.168.0.9", "gpu.example.com"]\n')
    assert parse_server_address("http://192.168.0.9:8000/v1", allowed_addresses()).addresses == (
        "192.168.0.9",
    )
    for other in ("http://192.168.0.90/v1", "http://192.168.0.8/v1", "http://gpu.example.com/v1"):
        with pytest.raises(AddressError):
            parse_server_address(other, allowed_addresses())


@pytest.mark.parametrize(
    "text",
    ["[llm", '[llm]\nallow_hosts = "192.168.0.9"\n', "llm = 3\n", "[llm]\nallow_hosts = [1]"],
)
def test_settings_that_make_no_sense_allow_nothing(settings: Path, text: str) -> None:
    settings.write_text(text)
    with pytest.raises(ModelError, match=r"settings\.toml"):
        allowed_addresses()


def test_without_settings_nothing_more_is_allowed() -> None:
    assert allowed_addresses() == frozenset()
