from curation.store.tables import metadata


def test_every_table_has_a_key_and_named_constraints() -> None:
    for table in metadata.sorted_tables:
        assert table.primary_key.columns
        assert all(constraint.name for constraint in table.constraints)


def test_names_fit_postgresql() -> None:
    names = [table.name for table in metadata.sorted_tables]
    names += [index.name for table in metadata.sorted_tables for index in table.indexes]
    assert all(len(name) <= 63 for name in names if name)


def test_what_is_only_added_keeps_its_author() -> None:
    for name in ("decision", "activation", "stop", "upstream_revision", "surface_version"):
        assert not metadata.tables[name].c.author.nullable
