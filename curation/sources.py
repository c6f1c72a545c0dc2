"""Own reading a description for an import: from its source to candidates, with the time it took.

No store and no decision here. What comes out is all that an import keeps. Only an import reads
descriptions, so what reading needs is imported there and not when the program starts.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from curation.store.packing import pack_text
from curation.store.versions import DocumentText
from translator.candidates import Candidate
from translator.finding import Finding
from translator.json_value import to_json
from translator.openapi.budget import Budget
from translator.operation import Extraction

if TYPE_CHECKING:
    from translator.openapi.description import Description
    from translator.openapi.source import Fetch

Progress = Callable[[str], None]


@dataclass(slots=True)
class Stages:
    """The stages of one import: tells each to whoever watches, and keeps its seconds.

    `budget` is what all of them together may take.
    """

    progress: Progress | None = None
    budget: Budget = field(default_factory=Budget)
    seconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str, words: str) -> Iterator[None]:
        """Announce a stage and take its time."""
        self.tell(words)
        start = time.process_time()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + time.process_time() - start

    def tell(self, words: str) -> None:
        """Tell whoever watches."""
        if self.progress is not None:
            self.progress(words)


@dataclass(frozen=True, slots=True)
class Judged:
    """What an import keeps of a description."""

    source: str
    digest: str
    extraction: Extraction
    candidates: tuple[Candidate, ...]
    documents: tuple[DocumentText, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Every finding about the description and its candidates."""
        return all_findings(self.extraction, self.candidates)


def read_source(
    source: str,
    *,
    fetch: "Fetch | None",
    allow_refs: tuple[str, ...],
    stdin: Callable[[], bytes] | None,
    stages: Stages,
) -> "Description":
    """Read the documents of a description.

    Raises:
        SourceError: the description cannot be read.
    """
    from translator.openapi.source import load_description

    with stages.stage("read", f"reading {source}"):
        return load_description(
            source,
            fetch=fetch,
            allow_refs=allow_refs,
            stdin=stdin,
            progress=stages.progress,
            budget=stages.budget,
        )


def judge(description: "Description", slug: str, stages: Stages) -> Judged:
    """Return what a description offers, and its documents ready to be kept.

    Raises:
        SourceError: the entry document is no OpenAPI description.
    """
    from translator.candidate_tokens import with_tokens
    from translator.candidates import propose
    from translator.openapi.extract import extract

    tick = stages.budget.tick
    with stages.stage("extract", "extracting the operations"):
        extraction = extract(description, tick)
    with stages.stage("propose", f"judging {len(extraction.operations):,} operations"):
        candidates = propose(extraction, slug, tick)
    with stages.stage("count", "counting tokens"):
        candidates = with_tokens(candidates, extraction, tick=tick)
    documents = tuple(
        DocumentText(uri, document.digest, pack_text(to_json(document.root).encode("utf-8")))
        for uri, document in description.documents.items()
    )
    return Judged(description.uri, description.digest, extraction, candidates, documents)


def all_findings(outline: Extraction, candidates: Iterable[Candidate]) -> tuple[Finding, ...]:
    """Return the findings of a description and of each of its candidates, each once."""
    of_candidates = (finding for candidate in candidates for finding in candidate.findings)
    return tuple(dict.fromkeys((*outline.findings, *of_candidates)))
