from translator.ports import ServedSurface
from translator.surface import Annotations, Call, Surface, Tool
from translator.upstream import Upstream

HINTS = Annotations(True, False, True, True)


def _surface(*names: str) -> Surface:
    call = Call("GET /a", "op", "GET", "/a")
    return Surface("a", "A", "", tuple(Tool(n, n, "", HINTS, {}, {}, call) for n in names))


def test_a_name_is_looked_up_in_every_surface_before() -> None:
    recent = (_surface("b", "c"), _surface("b"))
    served = ServedSurface("a", _surface("c"), "sha256:0", 3, Upstream(), recent=recent)
    assert [len(served.recent_tools(name)) for name in ("b", "c", "d")] == [2, 1, 0]
