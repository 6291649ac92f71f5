"""The studio as a web application: its pages, every verb of the protocol as a path, and the socket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

from fastapi import FastAPI, HTTPException, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.types import ASGIApp

from kibitz import __version__
from kibitz.analysis.errors import first_fault
from kibitz.analysis.verbs import Verb, verbs
from kibitz.arena.sqlite_files import is_database
from kibitz.core.errors import ResourceError, shortened
from kibitz.studio.dispatcher import Dispatcher
from kibitz.studio.documentation import documentation
from kibitz.studio.files import pages, sent_file
from kibitz.studio.game_files import watch
from kibitz.studio.guard import Guard
from kibitz.studio.limits import Limits
from kibitz.studio.sockets import Sockets

FIRST_PAGE = "play"
ABOUT = (
    "The analysis protocol of Kibitz over HTTP. Every verb is a path; the same verbs, with progress, go over the WebSocket"
    " /api/socket and over the standard streams of `kibitz serve`."
)


class Refusal(BaseModel):
    """What is wrong, in one sentence."""

    error: str = Field(examples=["no game is called 'ches'; did you mean chess?"])


REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": Refusal, "description": "The request makes no sense: an unknown game, an illegal move."},
    403: {"model": Refusal, "description": "It comes from the page of another site."},
    413: {"model": Refusal, "description": "It is too large."},
    422: {"model": Refusal, "description": "A field is missing, unknown or of another type."},
    429: {"model": Refusal, "description": "It asks for more than one request, or one client, is given."},
    503: {"model": Refusal, "description": "There is too much to do."},
}


class Json(JSONResponse):
    """An answer in JSON, whatever letters there are in it."""

    def render(self, content: Any) -> bytes:
        """Return the bytes that are sent."""
        return json.dumps(content).encode()


def application(limits: Limits, files: Sequence[str], when_ready: Callable[[], None]) -> ASGIApp:
    """Return the studio; `files` are games and records of matches, and `when_ready` is called when it answers."""
    dispatcher = Dispatcher(limits, files)
    sockets = Sockets(dispatcher, limits)
    games = [file for file in files if not is_database(file)]

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await dispatcher.start()
        watching = asyncio.create_task(watch(games, lambda: sockets.tell_all({"id": None, "type": "games_changed"})))
        when_ready()
        yield
        watching.cancel()
        await dispatcher.close()

    app = FastAPI(
        title="Kibitz", version=__version__, description=ABOUT, docs_url=None, redoc_url=None, lifespan=lifespan
    )  # fmt: skip
    for verb in verbs().values():
        app.post(
            f"/api/{verb.name}",
            summary=verb.summary,
            operation_id=verb.name,
            response_class=Json,
            response_model=dict[str, Any],
            responses=REFUSALS,
        )(_endpoint(verb, dispatcher))

    @app.websocket("/api/socket")
    async def socket(connection: WebSocket) -> None:
        await sockets.serve(connection)

    @app.get("/api", include_in_schema=False)
    def described(request: Request) -> Response:
        return Response(documentation(app.openapi()), media_type="text/html")

    @app.get("/static/{name:path}", include_in_schema=False)
    def static(name: str, request: Request) -> Response:
        return _found(sent_file(name, request))

    @app.get("/", include_in_schema=False)
    @app.get("/{name}", include_in_schema=False)
    def page(request: Request, name: str = FIRST_PAGE) -> Response:
        return _found(sent_file(f"pages/{name}.html", request) if name in pages() else None)

    app.exception_handler(StarletteHTTPException)(_refused)
    app.exception_handler(RequestValidationError)(_invalid)
    return Guard(app, limits)


def _endpoint(verb: Verb, dispatcher: Dispatcher) -> Callable[..., Awaitable[Response]]:
    """Return the function that answers a verb over HTTP."""

    async def answer(request: Request, fields: Any) -> Response:
        client = f"{request.client}"
        try:
            job = await dispatcher.hand_in(client, {"verb": verb.name, **fields.model_dump(mode="json")})
        except ResourceError as error:
            raise HTTPException(429, str(error)) from None
        leaving = asyncio.create_task(_gone(request))
        try:
            awaited: set[asyncio.Future[Any]] = {job.answer, leaving}
            await asyncio.wait(awaited, return_when=asyncio.FIRST_COMPLETED)
            if not job.answer.done():
                dispatcher.abandon(job)
            message = await job.answer
        finally:
            leaving.cancel()
        if message.pop("type") == "error":
            return Json({"error": message["error"]}, message.get("status", 400))
        return Json(message)

    answer.__annotations__ = {"request": Request, "fields": verb.request, "return": Response}
    return answer


async def _gone(request: Request) -> None:
    """Wait until who asked is gone."""
    with suppress(RuntimeError):
        while (await request.receive())["type"] != "http.disconnect":
            pass


def _found(response: Response | None) -> Response:
    """Return an answer, or raise that there is none."""
    if response is None:
        raise HTTPException(404, "there is no such page")
    return response


async def _refused(request: Request, error: Exception) -> Response:
    """Return the refusal of a path, a method or a request."""
    assert isinstance(error, StarletteHTTPException)
    return Json({"error": shortened(str(error.detail))}, error.status_code, headers=error.headers)


async def _invalid(request: Request, error: Exception) -> Response:
    """Return the refusal of a request whose fields are not those of its verb."""
    assert isinstance(error, RequestValidationError)
    return Json({"error": shortened(first_fault(error.errors()))}, 422)
