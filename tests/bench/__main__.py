"""`make bench`: CPU per call and per stage of publication; medians of one run, never a verdict."""

import statistics
import sys
import time
from collections.abc import Callable

import anyio
from rich.console import Console
from rich.table import Table

from tests.in_memory import Record, Secrets, Surfaces, WallClock
from tests.servers import serve
from translator.candidates import propose
from translator.compile import compile_surface
from translator.openapi.extract import extract
from translator.openapi.source import load_description
from translator.ports import ServedSurface
from translator.runtime.gateway import Gateway
from translator.runtime.serving import prepare
from translator.runtime.transport import Transport
from translator.surface import Surface, surface_digest
from translator.trace import Caller
from translator.upstream import Upstream

CALLS = 300
TOOLS = 300


def main() -> int:
    """Measure and print."""
    table = Table("what", "median", "of", title="CPU of this process, milliseconds")
    surface = _synthetic(TOOLS)
    for what, run, times in (
        (f"prepare a surface of {TOOLS} tools", lambda: prepare(surface), 5),
        (f"digest of a surface of {TOOLS} tools", lambda: surface_digest(surface), 5),
        ("import and compile a description of 300 operations", lambda: _synthetic(TOOLS), 3),
    ):
        table.add_row(what, f"{_median_ms(run, times):.1f}", str(times))
    call_ms = anyio.run(_call_ms, surface)
    table.add_row("one call through the gateway, to a real server", f"{call_ms:.2f}", str(CALLS))
    Console(highlight=False).print(table)
    sys.stdout.write(f"bench: {call_ms:.2f} ms of CPU a call\n")
    return 0


def _median_ms(run: Callable[[], object], times: int) -> float:
    taken = []
    for _ in range(times):
        began = time.process_time()
        run()
        taken.append((time.process_time() - began) * 1000)
    return statistics.median(taken)


def _description(operations: int) -> bytes:
    path = (
        '"/things{n}/{id}": {"get": {"operationId": "get_thing_{n}", "summary": "Get thing {n}",'
        ' "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type":'
        ' "string"}}, {"name": "limit", "in": "query", "schema": {"type": "integer"}}],'
        ' "responses": {"200": {"description": "ok", "content": {"application/json": {"schema":'
        ' {"type": "object", "properties": {"id": {"type": "string"}}}}}}}}}'
    )
    paths = ", ".join(path.replace("{n}", str(number)) for number in range(operations))
    head = '{"openapi": "3.1.0", "info": {"title": "Things", "version": "1"}, "paths": {'
    return (head + paths + "}}").encode()


def _synthetic(operations: int) -> Surface:
    from tests.corpus.measure import choice_of

    description = load_description("-", fetch=None, stdin=lambda: _description(operations))
    extraction = extract(description)
    choices = [choice_of(candidate, extraction) for candidate in propose(extraction, "things")]
    surface, findings = compile_surface("things", "Things", "", choices, {})
    if surface is None:
        raise RuntimeError(f"the synthetic description does not compile: {findings}")
    return surface


async def _answer(scope: object, receive: object, send: Callable[..., object]) -> None:
    headers = [(b"content-type", b"application/json"), (b"content-length", b"12")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})  # type: ignore[misc]
    await send({"type": "http.response.body", "body": b'{"id": "17"}'})  # type: ignore[misc]


async def _call_ms(surface: Surface) -> float:
    with serve(_answer) as base:
        served = ServedSurface("things", surface, surface_digest(surface), 1, Upstream(base))
        async with Transport("bench") as transport:
            gateway = Gateway(
                surfaces=Surfaces({"things": served}),
                transport=transport,
                secrets=Secrets({}),
                record=Record(),
                clock=WallClock(),
            )
            taken = []
            for number in range(CALLS):
                began = time.thread_time()
                name = f"get_thing_{number % TOOLS}"
                outcome = await gateway.call_tool("things", name, {"id": "a b"}, Caller())
                taken.append((time.thread_time() - began) * 1000)
                if outcome.is_error:
                    raise RuntimeError(outcome.message)
    return statistics.median(taken)


if __name__ == "__main__":
    sys.exit(main())
