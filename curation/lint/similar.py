"""Own finding tools that a model could not tell apart. Pure.

What is compared are the words of name and description, without those that say nothing. Tools
with the same words are alike; so are those that share nearly all. Pairs are found by their
rarest words (two sets that share nine tenths share one of a few rare ones), so that the work
grows with the number of tools and not with its square.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from curation.lint.values import LintFinding, Offer, Offered, lint_finding
from translator.words import words_of

#: The share of words in common from which two tools count as alike.
ALIKE = 0.88
_SHOWN_NAMES = 4
#: More than this many alike with one tool are not listed pair by pair.
_MAX_COMPARED = 200
_SILENT = frozenset(
    words_of(
        "a an the of to for in on by with and or is are be this that it its from as at all any "
        "given specified specific certain which can you your will"
    )
)


def near_duplicates(offer: Offer) -> Iterator[LintFinding]:
    """Give each tool that is like others, with their names."""
    tools = [offered for offered in offer.offered if offered.tool is not None]
    alike = _alike([_telling_words(tool) for tool in tools])
    for number, others in sorted(alike.items()):
        names = [repr(tools[other].name) for other in sorted(others)]
        more = len(names) - _SHOWN_NAMES
        named = ", ".join(names[:_SHOWN_NAMES]) + (f" and {more} more" if more > 0 else "")
        message = f"nearly the same words as {named}"
        yield lint_finding("near-duplicate", message, offer, tools[number])


def _telling_words(offered: Offered) -> frozenset[str]:
    said = words_of(f"{offered.name} {offered.description}")
    return frozenset(word.rstrip("s") or word for word in said if word not in _SILENT)


def _alike(sets: Sequence[frozenset[str]]) -> dict[int, set[int]]:
    """Return, for each set that has any, the numbers of those alike."""
    counts = Counter(word for words in sets for word in words)
    by_prefix: dict[str, list[int]] = defaultdict(list)
    alike: dict[int, set[int]] = defaultdict(set)
    for number, words in enumerate(sets):
        if not words:
            continue
        ordered = sorted(words, key=lambda word: (counts[word], word))
        # Two sets that share the part ALIKE of their union share one of these words.
        prefix = ordered[: len(ordered) - math.ceil(ALIKE * len(ordered)) + 1]
        near = dict.fromkeys(other for word in prefix for other in by_prefix[word][:_MAX_COMPARED])
        for other in near:
            if _share(words, sets[other]) >= ALIKE:
                alike[number].add(other)
                alike[other].add(number)
        for word in prefix:
            by_prefix[word].append(number)
    return alike


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    common = len(one & other)
    return common / (len(one) + len(other) - common)
