"""The whole closure of a description as a value: every document, by its absolute URI. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

from translator.finding import Finding
from translator.openapi.document import Document


@dataclass(frozen=True, slots=True)
class Description:
    """An entry document with all it references, as far as that could be read.

    `uri` is the entry's key in `documents`: a file or HTTP URI without credentials, or `stdin:`.
    `address` is where it was fetched over HTTP, against which relative servers resolve.
    `digest` covers every document's bytes under its URI relative to the entry, so it does not
    depend on where the description lies. Findings name documents the same way.
    """

    uri: str
    documents: Mapping[str, Document]
    findings: tuple[Finding, ...]
    address: str | None
    digest: str
