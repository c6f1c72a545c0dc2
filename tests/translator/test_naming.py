import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.naming import argument_names, humanised, propose_names
from translator.operation import Operation

LEGAL = re.compile(r"[a-zA-Z0-9_-]{1,46}")
PORTABLE = re.compile(r"[a-zA-Z0-9_.-]{1,64}")


def named(*operations: Operation) -> dict[str, str]:
    return {key: proposed.name for key, proposed in propose_names(operations).items()}


@pytest.mark.parametrize(
    ("operation", "name", "why"),
    [
        (Operation("GET", "/pets", "listPets"), "listPets", "the operationId"),
        (Operation("GET", "/version", "__version__"), "__version__", "the operationId"),
        (Operation("GET", "/a", "repos/get-content"), "repos_get-content", "made legal"),
        (Operation("GET", "/a", "Get a payment"), "Get_a_payment", "made legal"),
        (Operation("GET", "/a", "añadir/Foto"), "anadir_Foto", "made legal"),
        (Operation("GET", "/a", "v1.app.list"), "v1_app_list", "made legal"),
        (
            Operation("GET", "/items/{item_id}", "read_item_items__item_id__get"),
            "read_item",
            "without what a generator added",
        ),
        (Operation("POST", "/hk-kline", "港股K线"), "post_hk_kline", "cannot be made one"),
        (Operation("GET", "/pets", "123"), "list_pets", "cannot be made one"),
        (Operation("GET", "/pets", "  "), "list_pets", "no operationId"),
        (
            Operation("GET", "/v3/projects/{id}/issues", "getV3ProjectsIdIssues"),
            "list_project_issues",
            "only repeats method and path",
        ),
        (Operation("GET", "/users", "getUsers"), "getUsers", "the operationId"),
        (
            Operation("GET", "/a", "ServiceUsersManagementControllerV2_" + "listAuthority" * 3),
            "listAuthority" * 3,
            "without its controller",
        ),
        (
            Operation("PATCH", "/a", "patchCoreV1NamespacedReplicationControllerStatusOfIt"),
            "patchV1NamespacedReplicationControllerStatusIt",
            "cut to 46",
        ),
        (Operation("GET", "/a", "x" * 70), "x" * 46, "cut to 46"),
        (
            Operation("GET", "/a", "get-the-" + "long-" * 10 + "permissions"),
            "get-" + "long-" * 6 + "permissions",
            "cut to 46",
        ),
        (
            Operation("GET", "/a", "actions/get-actions-cache-retention-limit-for-organization"),
            "get-actions-cache-retention-limit-organization",
            "cut to 46",
        ),
        (
            Operation("GET", "/a", "readFlowcontrolApiserverV1alpha1PriorityLevelStatus"),
            "readApiserverV1alpha1PriorityLevelStatus",
            "cut to 46",
        ),
    ],
)
def test_a_good_operation_id_is_the_name(operation, name, why):
    proposed = propose_names([operation])[operation.key]

    assert proposed.name == name
    assert why in proposed.evidence


def test_built_names_that_clash_say_what_they_are_looked_up_by():
    assert named(
        Operation("GET", "/alerts?lat={lat}&lon={lon}"), Operation("GET", "/alerts?city={cityId}")
    ) == {
        "GET /alerts?lat={lat}&lon={lon}": "list_alerts_by_lat_lon",
        "GET /alerts?city={cityId}": "list_alerts_by_city_id",
    }


def test_generated_parts_stay_where_names_would_clash_without():
    assert named(
        Operation("GET", "/movePad", "movePadUsingGET"),
        Operation("POST", "/movePad", "movePadUsingPOST"),
    ) == {"GET /movePad": "movePadUsingGET", "POST /movePad": "movePadUsingPOST"}


def test_all_that_clash_get_a_suffix():
    names = named(Operation("GET", "/a", "go"), Operation("GET", "/b", "GO"))

    assert names == {"GET /a": "go_f302dfbc", "GET /b": "GO_db789e7b"}


def test_a_suffix_that_clashes_is_made_longer():
    names = named(
        Operation("GET", "/a", "go"),
        Operation("GET", "/b", "GO"),
        Operation("GET", "/c", "go_f302dfbc"),
    )

    assert len({name.lower() for name in names.values()}) == 3


def test_long_names_that_share_a_beginning_stay_apart():
    ids = [f"ServiceUsersManagementController_{'x' * 60}{end}" for end in ("Alpha", "Beta")]
    names = named(*(Operation("GET", f"/{i}", text) for i, text in enumerate(ids)))

    assert len(set(names.values())) == 2
    assert all(len(name) <= 46 for name in names.values())


def test_a_name_that_is_not_the_operation_id_is_told():
    operation = Operation("GET", "/a", "x" * 70, pointer="/paths/~1a/get", document="b.yaml")
    remark = propose_names([operation])["GET /a"].finding

    assert remark is not None
    assert (remark.code, remark.pointer, remark.document, remark.operation) == (
        "name-shortened",
        "/paths/~1a/get",
        "b.yaml",
        "GET /a",
    )


@pytest.mark.parametrize("operation_id", ["list-a", "a b", "pets/list pets", "Größe"])
def test_a_name_that_is_the_operation_id_made_legal_needs_no_word(operation_id):
    assert propose_names([Operation("GET", "/a", operation_id)])["GET /a"].finding is None


IDS = st.one_of(
    st.none(),
    st.text(max_size=90),
    st.text("aB_-./ ", max_size=70),
    st.sampled_from(["get", "GET", "get_a", "get_pets", "list_pets", "x" * 64, "x" * 65]),
)
PATHS = st.one_of(
    st.sampled_from(["/", "/pets", "/pets/{id}", "/pets/{id}/{x}", "/Pets", "/v1/pets", "/a/{b}"]),
    st.text("ab/{}s?=.", max_size=12),
)
OPERATIONS = st.lists(
    st.builds(Operation, st.sampled_from(["GET", "POST", "X-Y"]), PATHS, IDS),
    unique_by=lambda operation: operation.key,
    max_size=12,
)


@given(OPERATIONS, st.randoms())
def test_names_are_legal_unique_and_the_same_in_any_order(operations, random):
    names = named(*operations)
    shuffled = random.sample(operations, len(operations))

    assert named(*shuffled) == names
    assert all(LEGAL.fullmatch(name) for name in names.values())
    assert len({name.lower() for name in names.values()}) == len(operations)


@pytest.mark.parametrize(
    ("wanted", "keys"),
    [
        ([("path", "id"), ("query", "limit")], ("id", "limit")),
        ([("path", "id"), ("query", "id")], ("id_path", "id_query")),
        ([("query", "filter[name]")], ("filter_name",)),
        ([("query", "$filter")], ("filter",)),
        ([("query", "ids[]")], ("ids",)),
        ([("query", "_f[x]")], ("_f_x",)),
        ([("header", "X-Tenant")], ("X-Tenant",)),
        (
            [("query", "Time"), ("query", "Time<"), ("query", "Time>")],
            ("Time", "Time_lt", "Time_gt"),
        ),
        ([("query", "größe")], ("grosse",)),
    ],
)
def test_argument_names_are_portable_keys(wanted, keys):
    assert argument_names(wanted) == keys


def test_a_portable_name_is_kept_and_the_others_that_clash_with_it_get_a_suffix():
    keys = argument_names([("query", "ids"), ("query", "ids[]"), ("query", "$ids")])

    assert keys[0] == "ids"
    assert all(re.fullmatch(r"ids_[0-9a-f]{8}", key) for key in keys[1:])


def test_a_name_of_nothing_portable_gets_a_key_all_the_same():
    keys = argument_names([("query", "股票"), ("query", "代码")])

    assert all(re.fullmatch(r"query_[0-9a-f]{8}", key) for key in keys)
    assert len(set(keys)) == 2


WANTED = st.lists(
    st.tuples(
        st.sampled_from(["path", "query", "body"]),
        st.one_of(st.text(max_size=70), st.text("ab[]$_", min_size=1, max_size=4)),
    ),
    unique=True,
    max_size=12,
)


@given(WANTED, st.randoms())
def test_argument_names_are_portable_distinct_and_the_same_in_any_order(wanted, random):
    keys = dict(zip(wanted, argument_names(wanted), strict=True))
    shuffled = random.sample(wanted, len(wanted))

    assert dict(zip(shuffled, argument_names(shuffled), strict=True)) == keys
    assert all(PORTABLE.fullmatch(key) for key in keys.values())
    assert len(set(keys.values())) == len(wanted)


@pytest.mark.parametrize(
    ("name", "title"), [("list_pets", "List pets"), ("getPet", "Get pet"), ("---", "---")]
)
def test_a_name_reads_as_a_title(name, title):
    assert humanised(name) == title
