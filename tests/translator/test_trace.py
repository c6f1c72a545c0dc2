from translator.trace import Caller, Trace


def test_the_duration_is_the_sum_of_the_stages() -> None:
    trace = Trace("t", 0.0, Caller(), "shop", "tool", "get_order", "c")
    trace.stages = {"plan": 0.25, "send": 1.5}
    assert trace.duration_s == 1.75
