import subprocess
import sys

import pytest

from translator.tokens import PIECE_CHARACTERS, count_tokens


@pytest.mark.filterwarnings("ignore:open_binary:DeprecationWarning")
@pytest.mark.parametrize(
    "text", ["", "hello world", '{"type":"object"}', "Größe 1", "漢字とかな", "<|endoftext|>"]
)
def test_counts_are_those_of_o200k(text: str) -> None:
    import bpe_openai

    encoding = bpe_openai.get_encoding("o200k_base")

    assert count_tokens(text) == len(encoding.encode(text, disallowed_special=()))


def test_long_text_counts_as_much_as_its_whole() -> None:
    sentence = "The account owner of the repository. "
    repeats = 3 * PIECE_CHARACTERS // len(sentence)

    assert count_tokens(sentence * repeats) == pytest.approx(
        repeats * count_tokens(sentence.strip()), rel=0.01
    )


def test_long_text_without_spaces_is_counted() -> None:
    assert count_tokens("-" * (5 * PIECE_CHARACTERS)) > 100


def test_half_a_surrogate_pair_is_counted() -> None:
    assert count_tokens("a\ud800b") > 0


def test_the_tokenizer_is_not_loaded_at_import() -> None:
    code = "import sys, translator.tokens; sys.exit('bpe_openai' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
