from translator.runtime.wire_schema import wire_schema

SCHEMA = {
    "allOf": [{"$ref": "#/$defs/Pet"}, {"properties": {"tag": {"type": "string"}}}],
    "$defs": {
        "Pet": {
            "properties": {
                "owner": {"$ref": "#/$defs/Owner"},
                "photos": {"type": "array", "items": {"format": "binary"}},
                "pair": {"prefixItems": [{"const": 1}], "items": {"const": 2}},
            },
            "additionalProperties": {"type": "integer"},
        },
        "Owner": {"xml": {"name": "own"}, "anyOf": [{"$ref": "#/$defs/Owner"}]},
    },
}


def test_member_is_found_through_references_and_combinators() -> None:
    schema = wire_schema(SCHEMA)

    assert [schema.member("owner").reference, schema.member("tag").keyword("type")] == [
        "Owner",
        "string",
    ]


def test_unnamed_member_has_the_schema_of_additional_properties() -> None:
    assert wire_schema(SCHEMA).member("other").node == {"type": "integer"}


def test_keyword_is_looked_up_behind_a_reference_and_a_cycle_ends() -> None:
    owner = wire_schema(SCHEMA).member("owner")

    assert (owner.keyword("xml"), owner.keyword("absent")) == ({"name": "own"}, None)


def test_items_heed_the_leading_ones() -> None:
    pair = wire_schema(SCHEMA).member("pair")

    assert [pair.items(0).node, pair.items(1).node] == [{"const": 1}, {"const": 2}]


def test_nothing_is_known_of_a_boolean_schema() -> None:
    schema = wire_schema(True)

    assert (schema.member("a").node, schema.items().node, schema.reference) == (True, True, None)
