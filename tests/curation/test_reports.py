from curation.reports import SurfaceChanges


def test_changes_are_true_when_there_are_any() -> None:
    assert not SurfaceChanges()
    assert SurfaceChanges(added=("a",))
    assert SurfaceChanges(changed={"a": ("title",)})
