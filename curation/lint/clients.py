"""Own what client families would make of what is offered, and what the profile did about it. Pure.

The rules stand in `translator.profile_rules`. Rules that only some users of a client meet count
where the profile promises them.
"""

from collections.abc import Iterator

from curation.lint.values import LintFinding, Offer, lint_finding
from translator.client_checks import Objection, list_objections, listed, objections
from translator.client_rules import Consequence
from translator.openapi.profiles import PROFILES
from translator.profile_rules import CLIENTS, Client

_CODES = {
    Consequence.REFUSES: "client-refuses",
    Consequence.DROPS: "client-drops",
    Consequence.TRUNCATES_NAME: "client-shortens",
    Consequence.TRUNCATES_TEXT: "client-shortens",
}


def clients_of(profile: str) -> tuple[Client, ...]:
    """Return whom a surface in this profile is judged for."""
    promised = PROFILES[profile].clients
    return tuple(each for each in CLIENTS if not each.only_where or each.name in promised)


def client_objections(offer: Offer) -> Iterator[LintFinding]:
    """Give each client's objection to each tool; keywords it ignores in one sentence."""
    clients = clients_of(offer.profile)
    for offered in offer.offered:
        if offered.tool is None:
            continue
        ignored: dict[str, list[Objection]] = {}
        for each in objections(listed(offered.tool), server=offer.slug, clients=clients):
            if each.consequence is Consequence.IGNORES:
                ignored.setdefault(each.client, []).append(each)
            else:
                yield lint_finding(
                    _code(each),
                    sentence(each),
                    offer,
                    offered,
                    client=each.client,
                    pointer=each.pointer,
                )
        for client, some in ignored.items():
            said = "; ".join(f"{each.says} ({_counted(each)})" for each in some)
            message = f"{client} {said}"
            pointer = some[0].pointer
            yield lint_finding(
                "client-ignores", message, offer, offered, client=client, pointer=pointer
            )


def _code(objection: Objection) -> str:
    if objection.pointer == "/name" and objection.is_fatal:
        return "name-refused"
    return _CODES[objection.consequence]


def number_of_tools(offer: Offer) -> Iterator[LintFinding]:
    """Give the clients that take fewer tools."""
    tools = sum(offered.tool is not None for offered in offer.offered)
    for each in list_objections(tools, clients=clients_of(offer.profile)):
        refuses = each.consequence is Consequence.REFUSES
        code = "too-many-tools" if refuses else "many-tools"
        message = f"{each.client} {each.says}; there are {tools}"
        yield lint_finding(code, message, offer, client=each.client)


def weakened_schemas(offer: Offer) -> Iterator[LintFinding]:
    """Give what the profile left out of each listed schema, and where."""
    for offered in offer.offered:
        for remark in offered.weakened:
            yield lint_finding("schema-weakened", remark, offer, offered)


def not_publishable(offer: Offer) -> Iterator[LintFinding]:
    """Give what could not be compiled."""
    for offered in offer.offered:
        for problem in offered.problems:
            yield lint_finding("not-publishable", problem, offer, offered)


def sentence(objection: Objection) -> str:
    """Say what a client does about a tool, and why."""
    return (
        f"{objection.client} {objection.consequence}: it {objection.says}, and here is "
        f"{_counted(objection)}"
    )


def _counted(objection: Objection) -> str:
    more = f", and {objection.count - 1} more" if objection.count > 1 else ""
    return f"{objection.what}{more}"
