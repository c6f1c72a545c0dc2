"""Call every operation of one description through the gateway, and gather what Prism minds."""

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import anyio

from tests.judges.prism import server
from tests.judges.prism.arguments import argument_objects
from tests.judges.prism.calls import Answer, Desk, desk
from tests.judges.prism.spoiling import spoiled
from tests.judges.prism.verdict import Verdict, Violation, read_verdict
from translator.candidates import Candidate, propose
from translator.json_value import JsonValue
from translator.openapi.extract import extract
from translator.openapi.source import load_description
from translator.runtime.plan import RequestPlan
from translator.surface import Tool


@dataclass(frozen=True, slots=True)
class Objection:
    """One thing that kept a call from being accepted; `sent` shows the request."""

    operation: str
    place: str
    code: str
    message: str
    sent: str = ""


@dataclass(slots=True)
class Judged:
    """What came of one description.

    `spoiled` requests are wrong on purpose, and `caught` of them were minded: so much does Prism
    look at here.
    """

    file: str
    operations: int = 0
    called: int = 0
    calls: int = 0
    accepted: int = 0
    refused: int = 0
    spoiled: int = 0
    caught: int = 0
    objections: list[Objection] = field(default_factory=list)
    unminded: list[str] = field(default_factory=list)


def judge(path: Path, file: str) -> Judged:
    """Publish all of a description, call each operation in several ways, and let Prism judge."""
    with tempfile.TemporaryDirectory(prefix="judged-by-prism-") as folder:
        return anyio.run(_judge, path, file, Path(folder))


async def _judge(path: Path, file: str, folder: Path) -> Judged:
    judged = Judged(file)
    extraction = extract(load_description(str(path), fetch=None))
    candidates = {one.operation.key: one for one in propose(extraction, "judged")}
    with server.Prism(server.install(), path, folder) as prism:
        async with desk(path, prism.base, folder) as opened:
            judged.operations = len(candidates)
            for key in candidates.keys() - {tool.call.operation for tool in opened.tools}:
                judged.objections.append(Objection(key, "operation", "uncalled", "not published"))
            for tool in opened.tools:
                candidate = candidates[tool.call.operation]
                await _Bench(judged, opened, prism, tool, candidate, extraction.input_defs).hear()
    return judged


@dataclass(slots=True)
class _Bench:
    """One operation before the judge."""

    judged: Judged
    desk: Desk
    prism: server.Prism
    tool: Tool
    candidate: Candidate
    definitions: Mapping[str, JsonValue]

    async def hear(self) -> None:
        """Call with each argument object, and count; then send one request that is wrong."""
        sent = None
        made = False
        for _, arguments in argument_objects(self.tool, self.candidate, self.definitions):
            answer = await self.desk.call(self.tool, arguments)
            verdict = self._read(answer)
            self._count(answer.sent, verdict)
            made = True
            sent = sent if answer.sent is None else (answer.sent, arguments)
            if any(each.code == "crash" for each in verdict.violations):
                break  # what ends Prism once would end it again
        if not made:
            self._object(Violation("arguments", "none", "no argument object meets the schema"))
        self.judged.called += sent is not None
        if sent is not None:
            await self._spoil(*sent)

    def _read(self, answer: Answer) -> Verdict:
        if answer.response is not None and not answer.broken:
            return read_verdict(answer.response)
        crashed = "" if answer.broken or answer.sent is None else self.prism.crash()
        if crashed:
            return Verdict(0, (Violation("request", "crash", crashed),))
        code = "internal" if answer.broken else "unreadable" if answer.sent else "refused"
        return Verdict(0, (Violation("call", code, answer.message),))

    def _count(self, plan: RequestPlan | None, verdict: Verdict) -> None:
        self.judged.calls += 1
        self.judged.accepted += not verdict.violations
        self.judged.refused += bool(verdict.violations) and 400 <= verdict.status < 500
        for each in verdict.violations:
            self._object(each, plan)

    def _object(self, found: Violation, plan: RequestPlan | None = None) -> None:
        sent = ""
        if plan is not None:
            body = (plan.body or b"")[:300].decode(errors="replace")
            sent = f"{plan.method} {plan.url[:300]} {body}"
        self.judged.objections.append(
            Objection(self.tool.call.operation, found.place, found.code, found.message, sent)
        )

    async def _spoil(self, sent: RequestPlan, arguments: Mapping[str, JsonValue]) -> None:
        """Send the request again with something wrong, and see whether Prism minds."""
        call = self.tool.call
        wrong = spoiled(sent, call, self.candidate, arguments, self.definitions)
        if wrong is None:
            return
        self.judged.spoiled += 1
        answer = await self.desk.send(wrong)
        if self._read(answer).violations:
            self.judged.caught += 1
        else:
            self.judged.unminded.append(f"{call.operation}: {wrong.url[-80:]} {wrong.body!r:.120}")
