"""A store follows a run that is served, and answers statements and reports of viewers."""

import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from latticeville.cli.main import INTERRUPTED
from latticeville.runs.replay import Replay
from latticeville.store.address import StoreAddress
from latticeville.store.connection import connect
from latticeville.store.embedded import FOLDER, EmbeddedServer
from tests.store.conftest import new_database
from tests.store.test_fill import compared, fill, row_count
from tests.web.windows import API, recorded, served

pytestmark = pytest.mark.postgres


def test_statements_and_reports_read_from_the_store(tmp_path: Path, address: StoreAddress) -> None:
    folder = recorded(tmp_path, 20)
    ask = {"statement": "SELECT max(tick) AS last FROM ticks WHERE weather <> 'x'"}
    with served(folder, store=address) as client:
        assert client.get(f"{API}/sql", params=ask).json()["rows"] == [{"last": 20}]  # from the log
        fill(folder, address)
        report = client.get(f"{API}/reports/places").json()
        assert client.get(f"{API}/reports/metrics?by=person").status_code == 200  # told by the log
        with connect(address) as connection:
            connection.execute("UPDATE ticks SET tick = 77 WHERE tick = 20")
            connection.execute("UPDATE positions SET tick = 19 WHERE tick = 20")
        assert client.get(f"{API}/sql", params=ask).json()["rows"] == [{"last": 77}]
        assert client.get(f"{API}/reports/places").json() != report
        assert client.get(f"{API}/reports/places", params={"store": "postgres"}).status_code == 422
        with connect(address) as connection:
            connection.execute("DELETE FROM progress")
        assert client.get(f"{API}/reports/places").json() == report


@pytest.mark.slow
def test_the_store_of_a_served_run_follows_it(tmp_path: Path, server: EmbeddedServer) -> None:
    folder, text = recorded(tmp_path, 5), new_database(server)
    place = Path(server.parameters["host"]).resolve()
    assert place.name == FOLDER
    text = re.sub(r"host=.*", f"host={place}", text)
    words = [sys.executable, "-m", "latticeville.cli", "serve", str(folder), "--port", "0"]
    with subprocess.Popen([*words, "--store", text], stdout=subprocess.PIPE, text=True) as serving:
        assert serving.stdout is not None
        lines = [serving.stdout.readline() for _ in range(4)]
        found = re.search(r"(http://\S+?)/\?token=(\S+)", lines[2])
        assert found is not None
        header = {"Authorization": f"Bearer {found[2]}"}
        order = {"do": "step", "ticks": 12}
        httpx.post(f"{found[1]}{API}/inputs", headers=header, json=order, timeout=60)
        serving.terminate()
    assert serving.returncode == INTERRUPTED
    assert Replay(folder).last == 17
    assert compared(folder, StoreAddress(text)) == str(row_count(Replay(folder)))
