"""The files of the package that browsers get: nothing else can be named."""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

STATIC = Path(__file__).parent / "static"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_NAME = re.compile(r"[a-z0-9-]+(/[a-z0-9-]+)*\.[a-z]+")


@cache
def pages() -> tuple[str, ...]:
    """Return the names of all pages."""
    return tuple(sorted(file.stem for file in (STATIC / "pages").glob("*.html")))


def sent_file(name: str, request: Request) -> Response | None:
    """Return the answer that is a file of the package, or that it has not changed; None if there is no such file."""
    path = STATIC / name
    if not _NAME.fullmatch(name) or path.suffix not in TYPES or not path.is_file():
        return None
    content = path.read_bytes()
    mark = f'"{sha256(content).hexdigest()[:32]}"'
    if request.headers.get("if-none-match") == mark:
        return Response(status_code=304, headers={"etag": mark})
    return Response(content, headers={"etag": mark, "content-type": TYPES[path.suffix]})
