from translator.errors import ErrorClass
from translator.runtime.admitted import Admitted
from translator.runtime.outcome import Block


def test_bytes_out_are_those_of_all_blocks() -> None:
    blocks = (Block("text", "é\ud800"), Block("image", data_base64="AAAA"))
    assert Admitted(blocks).bytes_out == 3 + 4


def test_error_is_what_has_a_class() -> None:
    assert not Admitted(()).is_error
    assert Admitted((), error_class=ErrorClass.TOO_LARGE).is_error
