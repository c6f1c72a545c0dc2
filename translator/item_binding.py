"""Own the step from item links to a surface whose collections know their items, and back.

In come a surface and the choices it was made of; out comes the surface with two things more. A
collection says which published template reads its items; a template says in which published
collection the values of its variables are found. What is not published links to nothing, and
nothing to it. Pure.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from translator.binding import Filling, fillings
from translator.choice import Choice
from translator.collection import ItemLink
from translator.item_links import ItemLinker
from translator.operation import Location
from translator.proposal import plain_path
from translator.surface import IdentifierSource, LinkedItems, ResourceTemplate, Surface
from translator.uri_template import parse_template

_VARIABLE = re.compile(r"/\{([^{}]+)\}(?=/|$)")
_PATH = "path:"


def link_items(surface: Surface, choices: Iterable[Choice]) -> Surface:
    """Return the surface with its collections and item templates linked."""
    found = [each for each in choices if each.candidate.operation.method == "GET"]
    links = tuple(_Links({each.operation_id: each for each in found}).of(surface))
    sources: dict[str, dict[str, IdentifierSource]] = {}
    items: dict[str, LinkedItems] = {}
    for link in links:
        source = link.source()
        if source is not None:
            sources.setdefault(link.template.uri_template, {})[link.variable] = source
        linked = link.linked_items()
        if linked is not None and (link.is_the_item or link.collection.operation_id not in items):
            items[link.collection.operation_id] = linked
    return replace(
        surface,
        tools=tuple(
            replace(each, linked_items=items.get(each.call.operation_id)) for each in surface.tools
        ),
        resources=tuple(
            replace(each, linked_items=items.get(each.call.operation_id))
            for each in surface.resources
        ),
        resource_templates=tuple(
            replace(
                each,
                linked_items=items.get(each.call.operation_id),
                sources=sources.get(each.uri_template, {}),
            )
            for each in surface.resource_templates
        ),
    )


@dataclass(frozen=True, slots=True)
class _Link:
    """One variable of a published template, and the published collection it is found in.

    `parameters` maps the template's variables to the path parameters they fill.
    """

    template: ResourceTemplate
    variable: str
    parameters: Mapping[str, str]
    item: Choice
    collection: Choice
    link: ItemLink

    @property
    def is_the_item(self) -> bool:
        """Whether it reads the very item that the collection's candidate is linked with."""
        return self.collection.candidate.linked == self.item.candidate.operation.key

    def source(self) -> IdentifierSource | None:
        """Return where the variable's values are found, None where that takes more arguments.

        A collection with a pinned part in its path has the values of that part alone.
        """
        if not self.collection.hints.read_only.value or not self._agree():
            return None
        variables = {name: variable for variable, name in self.parameters.items()}
        arguments = {}
        for name, filling in _in_path(self.collection).items():
            if filling.key is not None and name in variables:
                arguments[filling.key] = variables[name]
            elif filling.key is not None or name in variables:
                return None
        return IdentifierSource(
            self.collection.operation_id, self.link.items, self.link.identifier, arguments
        )

    def linked_items(self) -> LinkedItems | None:
        """Return what the collection's items are linked by, None where it is not the last one."""
        path = plain_path(self.item.candidate.operation.path)
        required = parse_template(self.template.uri_template).required
        needed = {variable: self.parameters.get(variable) for variable in required}
        known = {*_in_path(self.collection), self.link.parameter}
        is_last = path.endswith(f"{{{self.link.parameter}}}")
        if not is_last or not set(needed.values()) <= known or not self._agree():
            return None
        return LinkedItems(
            uri_template=self.template.uri_template,
            items=self.link.items,
            identifier=self.link.identifier,
            parameter=self.link.parameter,
            variables={variable: name for variable, name in needed.items() if name is not None},
            title=self.link.title,
        )

    def _agree(self) -> bool:
        """Tell whether what stands in the template's path holds for the whole collection."""
        theirs, ours = _in_path(self.item), _in_path(self.collection)
        fixed = set(ours) - set(self.parameters.values())
        return all(
            name in theirs
            and ours[name].choice.pinned
            and ours[name].choice.pinned == theirs[name].choice.pinned
            for name in fixed
        )


def _in_path(choice: Choice) -> dict[str, Filling]:
    """Return what fills each parameter of a path."""
    return {
        filling.argument.binding.removeprefix(_PATH): filling
        for filling in fillings(choice)
        if filling.argument.binding.startswith(_PATH)
    }


class _Links:
    """Finds the collections that variables of templates are found in."""

    def __init__(self, choices: Mapping[str, Choice]) -> None:
        self._choices = choices
        self._by_path = {
            plain_path(each.candidate.operation.path): each for each in choices.values()
        }
        self._linkers: dict[tuple[int, int], ItemLinker] = {}

    def of(self, surface: Surface) -> Iterator[_Link]:
        for template in surface.resource_templates:
            item = self._choices.get(template.call.operation_id)
            if item is not None:
                yield from self._of_template(template, item)

    def _of_template(self, template: ResourceTemplate, item: Choice) -> Iterator[_Link]:
        parameters = _parameters(template)
        variables = {name: variable for variable, name in parameters.items()}
        path = plain_path(item.candidate.operation.path)
        for found in _VARIABLE.finditer(path):
            collection = self._by_path.get(path[: found.start()])
            if collection is None or found[1] not in variables:
                continue
            linker = self._linker(item, collection)
            link = linker.link(collection.candidate.operation, item.candidate.operation)
            if link is not None:
                yield _Link(template, variables[found[1]], parameters, item, collection, link)

    def _linker(self, item: Choice, collection: Choice) -> ItemLinker:
        inputs, outputs = item.input_defs, collection.output_defs
        key = (id(inputs), id(outputs))
        if key not in self._linkers:
            self._linkers[key] = ItemLinker(inputs, outputs)
        return self._linkers[key]


def _parameters(template: ResourceTemplate) -> dict[str, str]:
    """Return the path parameter that each variable of a template fills."""
    by_argument = {
        bound.argument: bound.parameter.name
        for bound in template.call.parameters
        if bound.parameter.location is Location.PATH and bound.argument is not None
    }
    return {
        variable: by_argument[argument]
        for variable, argument in template.variables.items()
        if argument in by_argument
    }
