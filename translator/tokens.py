"""Own token counts: what a text costs a model, in o200k tokens.

Other vendors' models count a little differently; one yardstick makes surfaces comparable. The
tokenizer is loaded at the first count (0.1 s, 60 MB), never at import.
"""

import importlib.machinery
import importlib.util
from functools import lru_cache
from typing import Protocol

#: Longer texts are counted in pieces: some runs of one character cost quadratic time.
PIECE_CHARACTERS = 20_000


class _Tokenizer(Protocol):
    def count(self, text: str) -> int: ...


@lru_cache(maxsize=1)
def _tokenizer() -> _Tokenizer:
    """Load bpe_openai's extension module alone.

    The package around it reads three vocabularies into dictionaries (1.5 s), which no count
    needs.
    """
    package = importlib.util.find_spec("bpe_openai")
    places = package.submodule_search_locations if package else None
    spec = importlib.machinery.PathFinder.find_spec("bpe_openai._bindings", places)
    if spec is None or spec.loader is None:
        raise ImportError("bpe_openai has no extension module; install bpe-openai 0.1.4")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    tokenizer: _Tokenizer = module.tokenizer_for_encoding("o200k_base")
    return tokenizer


def _pieces(text: str) -> list[str]:
    pieces, start = [], 0
    while len(text) - start > PIECE_CHARACTERS:
        cut = text.rfind(" ", start + PIECE_CHARACTERS // 2, start + PIECE_CHARACTERS)
        end = cut if cut > 0 else start + PIECE_CHARACTERS
        pieces.append(text[start:end])
        start = end
    return [*pieces, text[start:]]


def count_tokens(text: str) -> int:
    """Count the tokens of a text; half surrogate pairs count as the replacement character."""
    if not text.isascii():
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    count = _tokenizer().count
    return sum(count(piece) for piece in _pieces(text))
