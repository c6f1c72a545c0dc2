from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from translator.ports import Spooled, SpoolOwner
from translator.runtime.spool_store import MemorySpool

ANN, BOB = SpoolOwner("shop", "ann"), SpoolOwner("shop", "bob")


@dataclass
class Clock:
    """A clock that a test sets."""

    at: float = 0.0

    def __call__(self) -> float:
        return self.at


def kept(size: int = 10) -> Spooled:
    return Spooled(b"x" * size, "text/plain", "text", "tool", "op", 100)


def test_what_is_kept_is_there_for_its_caller_alone() -> None:
    spool = MemorySpool(Clock())
    spool_id = spool.keep(ANN, kept())
    assert spool_id is not None
    assert spool.find(ANN, spool_id) == kept()
    assert spool.find(BOB, spool_id) is None
    assert spool.find(SpoolOwner("zoo", "ann"), spool_id) is None
    assert spool.find(ANN, spool_id[:-1]) is None


def test_it_is_gone_after_its_time() -> None:
    clock = Clock()
    spool = MemorySpool(clock, lifetime_s=60)
    spool_id = spool.keep(ANN, kept())
    assert spool_id is not None
    clock.at = 59.9
    assert spool.find(ANN, spool_id) is not None
    clock.at = 60.0
    assert spool.find(ANN, spool_id) is None
    assert spool.lifetime_s == 60


def test_ids_are_long_and_never_the_same() -> None:
    spool = MemorySpool(Clock())
    ids = {spool.keep(ANN, kept()) for _ in range(100)}
    assert len(ids) == 100
    assert all(len(str(spool_id)) == 32 for spool_id in ids)


def test_what_takes_more_than_a_share_is_not_kept() -> None:
    spool = MemorySpool(Clock(), max_bytes=400)
    assert spool.keep(ANN, kept(101)) is None
    assert spool.keep(ANN, kept(100)) is not None


def test_one_caller_never_drives_out_another() -> None:
    spool = MemorySpool(Clock(), max_bytes=1_000, max_entries=40)
    first = spool.keep(BOB, kept(100))
    many = [spool.keep(ANN, kept(100)) for _ in range(50)]
    assert spool.find(BOB, str(first)) is not None
    assert [spool.find(ANN, str(one)) is not None for one in many] == [False] * 48 + [True] * 2


def test_entries_are_bounded_too() -> None:
    spool = MemorySpool(Clock(), max_entries=8)
    owners = [SpoolOwner("shop", str(n)) for n in range(20)]
    ids = [(owner, str(spool.keep(owner, kept()))) for owner in owners]
    assert [spool.find(*one) is not None for one in ids] == [False] * 12 + [True] * 8


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(1, 400)), max_size=60))
def test_it_never_holds_more_than_its_limits(steps: list[tuple[int, int]]) -> None:
    spool = MemorySpool(Clock(), max_bytes=1_000, max_entries=12)
    ids = []
    for who, size in steps:
        owner = SpoolOwner("shop", str(who))
        spool_id = spool.keep(owner, kept(size))
        assert (spool_id is None) == (size > 250)
        if spool_id is not None:
            assert spool.find(owner, spool_id) is not None
            ids.append((owner, spool_id))
        found = [(owner, one) for owner, key in ids if (one := spool.find(owner, key))]
        assert sum(len(one.body) for _, one in found) <= 1_000
        assert len(found) <= 12
        assert sum(len(one.body) for owner, one in found if owner.principal == "0") <= 250
