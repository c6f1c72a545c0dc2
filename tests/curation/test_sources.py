from dataclasses import replace

import pytest

from curation.sources import Stages, all_findings, judge, read_source
from curation.store.packing import unpack_text
from tests.curating import Shop, candidate, extraction
from translator.errors import SourceError
from translator.finding import finding
from translator.json_value import parse_json, to_json


def test_a_description_is_read_and_judged_with_its_documents(shop: Shop) -> None:
    shop.file.write_text(to_json(shop.description), encoding="utf-8")
    told: list[str] = []
    stages = Stages(told.append)
    description = read_source(str(shop.file), fetch=None, allow_refs=(), stdin=None, stages=stages)
    judged = judge(description, "shop", stages)
    assert judged.candidates[0].operation.key == "GET /pets"
    assert judged.candidates[0].input_tokens > 0
    assert parse_json(unpack_text(judged.documents[0].packed)) == shop.description
    assert list(stages.seconds) == ["read", "extract", "propose", "count"]
    assert told[-1] == "counting tokens"


def test_what_is_not_there_cannot_be_read(shop: Shop) -> None:
    with pytest.raises(SourceError, match=r"missing\.json"):
        read_source(
            str(shop.folder / "missing.json"),
            fetch=None,
            allow_refs=(),
            stdin=None,
            stages=Stages(),
        )


def test_a_stage_that_fails_has_its_time_too() -> None:
    stages = Stages()
    with pytest.raises(RuntimeError), stages.stage("read", "reading"):
        raise RuntimeError
    assert stages.seconds["read"] >= 0


def test_findings_are_told_once() -> None:
    told = finding("text-missing", "none", operation="GET /pets")
    made = replace(candidate(), findings=(told, told))
    assert all_findings(replace(extraction(), findings=(told,)), [made, made]) == (told,)
