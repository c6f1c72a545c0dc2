"""Own what client families accept of a list of tools: rules as values, each with its source.

The only place that knows a client by name. Each source is a page or a public issue, given as
`owner/repository#number` or by address, looked up in November 2026. Where sources disagree the
safer one counts, and the comment says so. Pure.

No vendor documents a limit for the size of all tools together; it is the model's context.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from translator.client_rules import (
    ArrayRule,
    ClosedObjectRule,
    Consequence,
    DepthRule,
    DescriptionRule,
    EnumRule,
    FormatRule,
    KeyRule,
    KeywordRule,
    MetaSchemaRule,
    NameRule,
    ObjectRule,
    PatternRule,
    PrefixedNameRule,
    ReferenceRule,
    ResolvingRule,
    RootRule,
    Rule,
    SchemaTextRule,
    SingleTypeRule,
    SizeRule,
    ToolCountRule,
)


@dataclass(frozen=True, slots=True)
class Client:
    """A client family and its rules.

    `only_where` is empty for what every user of the client meets. Otherwise it says who meets
    these rules; the portable profile does not promise them.
    """

    name: str
    rules: tuple[Rule, ...]
    only_where: str = ""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_R, _D, _I = Consequence.REFUSES, Consequence.DROPS, Consequence.IGNORES
_TN, _TT = Consequence.TRUNCATES_NAME, Consequence.TRUNCATES_TEXT
_PLAIN_NAME = "^[a-zA-Z0-9_-]{1,64}$"
_PLAIN_KEY = "^[a-zA-Z0-9_.-]{1,64}$"
_COMBINATORS = frozenset(["allOf", "anyOf", "oneOf"])
_DRAFT_7 = "http://json-schema.org/draft-07/schema#"
_DRAFT_2020_12 = "https://json-schema.org/draft/2020-12/schema"
#: What the levels of a portable schema are cut to; see the depth rules below.
MAX_LEVELS = 10

_CLAUDE = Client(
    "Claude",
    (
        # platform.claude.com/docs, "Define tools": the regex ends in {1,64}. Messages of 2026
        # say {1,128} (cline/kanban#50), references to tools 64 (anthropics/claude-code#16425).
        NameRule(
            "claude-name",
            _R,
            "takes names of 1 to 64 letters, digits, _ and -",
            pattern=_PLAIN_NAME,
        ),
        # anthropics/claude-code#657, #5319; makenotion/notion-mcp-server#341. Not documented.
        RootRule(
            "claude-root",
            _R,
            "takes no oneOf, anyOf or allOf at the root of an input schema",
            keywords=_COMBINATORS,
        ),
        # twilio-labs/mcp#58, anthropics/claude-code#92648; at the root only, by
        # aws-solutions-library-samples/accelerated-intelligent-document-processing-on-aws#709.
        KeyRule(
            "claude-keys",
            _R,
            "takes arguments named with 1 to 64 letters, digits, _, . and -",
            pattern=_PLAIN_KEY,
        ),
        # anthropics/claude-code#586, kintone/mcp-server#547.
        MetaSchemaRule(
            "claude-2020-12", _R, "takes valid JSON Schema 2020-12 only", meta_schema=_DRAFT_2020_12
        ),
        # openclaw/openclaw#29416 reports the same message for valid patternProperties. One
        # report; refused counts as the safer reading.
        KeywordRule(
            "claude-pattern-properties",
            _R,
            "was seen to refuse patternProperties",
            refused=frozenset(["patternProperties"]),
        ),
        # Managed agents refuse $ref in custom tools (platform.claude.com/docs, self-hosted
        # sandboxes); the Messages API takes it, so there is no rule here.
    ),
)
_CLAUDE_CODE = Client(
    "Claude Code",
    (
        # Tools are called mcp__SERVER__TOOL; 64 characters by mims-harvard/ToolUniverse#65 and
        # cloudflare/skills#11, 128 elsewhere (anthropics/claude-code#16425). 64 is safer.
        PrefixedNameRule(
            "claude-code-name",
            _R,
            "takes 64 characters of mcp__SERVER__TOOL",
            prefix="mcp__{server}__",
            max_characters=64,
        ),
        # code.claude.com/docs, MCP: "truncates tool descriptions … at 2KB"; 2,048 characters by
        # anthropics/claude-code#41593 and #87650.
        DescriptionRule(
            "claude-code-description",
            _TT,
            "shows the first 2,048 characters of a description",
            max_characters=2_048,
        ),
        # anthropics/claude-code#76040, #76881: one dangling reference, also in an output
        # schema, and no tool of the server is listed.
        ResolvingRule(
            "claude-code-references", _R, "loads no tool of a server with a $ref that leads nowhere"
        ),
    ),
)
_CLAUDE_DESKTOP = Client(
    "Claude Desktop",
    (
        # evoila/meho#2745, barryw/ImmichMCP#3: one bad name and the whole connector is withheld.
        NameRule(
            "claude-desktop-name",
            _R,
            "takes names of 1 to 64 letters, digits, _ and -",
            pattern=_PLAIN_NAME,
        ),
        # anthropics/claude-ai-mcp#591, anthropics/claude-code#81477, PrefectHQ/fastmcp#2814.
        ReferenceRule(
            "claude-desktop-references",
            _I,
            "leaves out what a $ref refers to, and sends objects as text then",
        ),
    ),
)
_OPENAI = Client(
    "OpenAI",
    (
        # platform.openai.com, API reference, function definition; openai/codex#8174.
        NameRule(
            "openai-name",
            _R,
            "takes names of 1 to 64 letters, digits, _ and -",
            pattern=_PLAIN_NAME,
        ),
        # langchain-ai/langchainjs#9804, nspady/google-calendar-mcp#39 quote the message;
        # spring-projects/spring-ai#4776: an object without properties is refused.
        RootRule(
            "openai-root",
            _R,
            "takes no oneOf, anyOf, allOf, enum or not at the root of an input schema",
            keywords=_COMBINATORS | {"enum", "not"},
        ),
        # PrefectHQ/fastmcp#2464 (prefixItems do not replace items), sigoden/aichat#1049.
        ArrayRule("openai-items", _R, "takes no list without a schema of its items"),
        # pleaseai/shunt#488 and BerriAI/litellm#40485: Python's re judges, lookaheads pass;
        # vercel/ai#21037 and anomalyco/opencode#32073: lookaround is refused. Both count.
        PatternRule(
            "openai-pattern", _R, "takes patterns that Python's re compiles, without lookaround"
        ),
        # getsentry/sentry-mcp#106, OpenHands/OpenHands#7167: 1,024, refused; longer ones were
        # taken when run-llama/llama_index#18784 tried, and hosted versions differ. 1,024 is safer.
        DescriptionRule(
            "openai-description",
            _R,
            "was seen to refuse descriptions of more than 1,024 characters",
            max_characters=1_024,
        ),
        # openai/openai-openapi#76, zed-industries/zed#32946: array_above_max_length.
        ToolCountRule("openai-tools", _R, "takes 128 tools a request", max_tools=128),
        # Ten levels are documented where strict is set (developers.openai.com, structured
        # outputs); elsewhere there is no number, twenty were refused (gist rgarcia/7921109f).
        DepthRule(
            "openai-depth",
            _R,
            f"documents {MAX_LEVELS} levels of nesting, and refused 20",
            max_levels=MAX_LEVELS,
        ),
    ),
)
_OPENAI_STRICT = Client(
    "OpenAI strict",
    # developers.openai.com/api/docs/guides/structured-outputs, "Supported schemas". Who sets
    # strict on tools from MCP rewrites their schemas first (openai-agents-python does).
    (
        ClosedObjectRule(
            "openai-strict-objects",
            _R,
            "wants every property required and additionalProperties false",
        ),
        KeywordRule(
            "openai-strict-keywords",
            _R,
            "takes no allOf, not, if, dependentRequired, default and the like",
            refused=_words(
                "allOf not if then else dependentRequired dependentSchemas default oneOf "
                "patternProperties propertyNames minProperties maxProperties contains minContains "
                "maxContains uniqueItems prefixItems unevaluatedProperties unevaluatedItems"
            ),
        ),
        FormatRule(
            "openai-strict-format",
            _R,
            "takes nine formats of texts",
            formats=MappingProxyType(
                {"string": _words("date-time time date duration email hostname ipv4 ipv6 uuid")}
            ),
        ),
        DepthRule("openai-strict-depth", _R, "takes 10 levels of nesting", max_levels=10),
        SizeRule(
            "openai-strict-size",
            _R,
            "takes 5,000 properties and 120,000 characters of names and values",
            max_properties=5_000,
            max_characters=120_000,
        ),
        EnumRule(
            "openai-strict-enum",
            _R,
            "takes 1,000 values of enumerations, 15,000 characters in a long one",
            max_values=1_000,
            long_from=250,
            max_long_characters=15_000,
        ),
    ),
    only_where="the program sets strict for the tool",
)
_GEMINI_KEYWORDS = _words(
    "$id $defs $ref $anchor type format title description enum items prefixItems minItems maxItems "
    "minimum maximum anyOf oneOf properties additionalProperties required propertyOrdering"
)
_GEMINI_NAME = "^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$"
_GEMINI = Client(
    "Gemini",
    (
        # ai.google.dev/api/caching, FunctionDeclaration; google-gemini/gemini-cli#2966, #9535;
        # dust-tt/dust#28212: the first character counts since Gemini 3.1.
        NameRule(
            "gemini-name",
            _R,
            "takes names of at most 64 characters that begin with a letter or _",
            pattern=_GEMINI_NAME,
        ),
        # google-gemini/gemini-cli, packages/core/src/tools/mcp-tool.ts: mcp_SERVER_TOOL, and
        # beyond 63 characters the middle is replaced.
        PrefixedNameRule(
            "gemini-cli-name",
            _TN,
            "shows 63 characters of mcp_SERVER_TOOL in its command line client",
            prefix="mcp_{server}_",
            max_characters=63,
        ),
        # google-gemini/gemini-cli#13326, agent-infra/sandbox#83: "reference to undefined
        # schema"; anomalyco/opencode#12295: refused beside other keywords. The reference says that
        # $ref works (responseJsonSchema), cycles in optional properties only. Refused is safer.
        ReferenceRule("gemini-references", _R, "was seen to refuse a $ref"),
        # Bobsilvio/ha-claude#32: "enum[1]: cannot be empty".
        EnumRule("gemini-enum", _R, "takes no empty text in an enumeration", empty_text=False),
        # zereight/gitlab-mcp#223, google-gemini/gemini-cli#6031: "exceeds the maximum nesting
        # depth", without a number, until the API took JSON Schema in November 2025. The number
        # is the one that OpenAI documents.
        DepthRule(
            "gemini-depth",
            _R,
            f"refuses deep nesting, and does not say how deep; {MAX_LEVELS} levels are taken",
            max_levels=MAX_LEVELS,
        ),
        # google-gemini/gemini-cli#19083, #25440.
        ToolCountRule("gemini-tools", _R, "takes 512 tools a request", max_tools=512),
        # pub.dev google_cloud_aiplatform_v1beta1, GenerationConfig.responseJsonSchema: "only the
        # following properties are supported"; parametersJsonSchema takes the same dialect.
        KeywordRule("gemini-keywords", _I, "reads a part of JSON Schema", allowed=_GEMINI_KEYWORDS),
    ),
)
#: Google's `Schema` object: what the older field `parameters` of a function declaration takes.
GEMINI_FIELD_KEYWORDS = _words(
    "type format title description nullable enum maxItems minItems properties required "
    "minProperties maxProperties minLength maxLength pattern example anyOf propertyOrdering "
    "default items minimum maximum"
)
#: The formats it takes by type.
GEMINI_FIELD_FORMATS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "string": frozenset(["enum", "date-time"]),
        "number": frozenset(["float", "double"]),
        "integer": frozenset(["int32", "int64"]),
    }
)
_GEMINI_FIELD = Client(
    "Gemini parameters field",
    # ai.google.dev/api/caching, Schema and FunctionDeclaration.parameters.
    (
        # promptfoo/promptfoo#6902, pizza-bot-app/pizza-bot#62, decolua/9router#3018: "Unknown
        # name … Cannot find field", for additionalProperties, const, $ref, exclusiveMinimum …
        KeywordRule(
            "gemini-field-keywords",
            _R,
            "refuses a request with any keyword it does not know",
            allowed=GEMINI_FIELD_KEYWORDS,
        ),
        # taylorwilsdon/google_workspace_mcp#1099: "Proto field is not repeating";
        # google-gemini/gemini-cli#4400: "didn't specify the schema type field".
        SingleTypeRule("gemini-field-type", _R, "wants one type for every schema", required=True),
        # microsoft/azure-devops-mcp#145, router-for-me/CLIProxyAPI#1260.
        EnumRule(
            "gemini-field-enum",
            _R,
            "takes enumerations of texts only, none of them empty",
            types=frozenset(["string"]),
            empty_text=False,
        ),
        # google-gemini/gemini-cli#3178, CherryHQ/cherry-studio#4153.
        FormatRule(
            "gemini-field-format",
            _R,
            "takes two formats of texts and four of numbers",
            formats=GEMINI_FIELD_FORMATS,
        ),
        ArrayRule("gemini-field-items", _R, "takes no list without a schema of its items"),
        # anomalyco/opencode#11889, Kilo-Org/kilocode#11955.
        ObjectRule(
            "gemini-field-objects",
            _R,
            "takes properties and required beside type object, and no required name alone",
        ),
        # The reference: letters, digits and _, 64 characters.
        KeyRule(
            "gemini-field-keys",
            _R,
            "takes arguments named with letters, digits and _",
            pattern="^[a-zA-Z_][a-zA-Z0-9_]{0,63}$",
        ),
    ),
    only_where="the program sends schemas in the older field, unchanged",
)
_VS_CODE = Client(
    "VS Code",
    (
        # microsoft/vscode, src/vs/workbench/contrib/mcp/common/mcpServer.ts: tools whose schema
        # breaks draft-07 are omitted.
        MetaSchemaRule(
            "vscode-draft-07", _D, "takes schemas that are valid by draft-07", meta_schema=_DRAFT_7
        ),
        # microsoft/vscode#246119, webflow/mcp-server#119: "array type must have items".
        ArrayRule("vscode-items", _R, "takes no list without a schema of its items"),
        # The same repository, extensions/copilot, toolSchemaNormalizer.ts, which deletes them.
        RootRule(
            "vscode-root",
            _I,
            "leaves out combinators at the root of an input schema",
            keywords=_COMBINATORS | {"not", "if", "then", "else"},
        ),
        # The same file; for models whose name begins with gpt-4.
        SchemaTextRule(
            "vscode-text",
            _TT,
            "shows GPT-4 models 1,024 characters of a description in a schema",
            max_characters=1_024,
        ),
        KeywordRule(
            "vscode-keywords",
            _I,
            "leaves bounds, formats, patterns and defaults out for GPT-4 models",
            refused=_words(
                "minLength maxLength pattern default format minimum maximum multipleOf "
                "patternProperties unevaluatedProperties propertyNames minProperties maxProperties "
                "unevaluatedItems contains minContains maxContains minItems maxItems "
                "uniqueItems"
            ),
        ),
        # mcpTypes.ts: a prefix of at most 18 characters, mcp_SERVER_, and 64 in all.
        PrefixedNameRule(
            "vscode-name",
            _TN,
            "shows 64 characters of mcp_SERVER_TOOL",
            prefix="mcp_{server}_",
            max_characters=64,
            max_prefix=18,
        ),
        # PrefectHQ/fastmcp#2808, github/copilot-cli#1876: $defs are left out on the way.
        ReferenceRule("vscode-references", _I, "leaves out what a $ref refers to"),
        # microsoft/vscode-copilot-release#11653; since 1.103 further ones hide behind groups
        # (microsoft/vscode#294055), its own tools counted.
        ToolCountRule(
            "vscode-tools",
            _D,
            "shows 128 tools, its own among them, and groups the rest",
            max_tools=128,
        ),
    ),
)
_COPILOT_STUDIO = Client(
    "Copilot Studio",
    # learn.microsoft.com/microsoft-copilot-studio/mcp-troubleshooting, known issues. Output
    # schemas with a $ref are filtered out there, too: choose `output none` for such a tool.
    (
        ReferenceRule("copilot-studio-references", _D, "lists no tool whose schema has a $ref"),
        KeywordRule(
            "copilot-studio-exclusive",
            _R,
            "fails on exclusiveMinimum as a number",
            refused=frozenset(["exclusiveMinimum", "exclusiveMaximum"]),
        ),
        SingleTypeRule("copilot-studio-type", _D, "wants one type, not a list"),
    ),
    only_where="the endpoint is added to Copilot Studio",
)
_CURSOR = Client(
    "Cursor",
    (
        # ComposioHQ/composio#2788 shows 60 as too long; awslabs/mcp#1283.
        PrefixedNameRule(
            "cursor-name",
            _D,
            "takes 59 characters of server and tool name together",
            prefix="{server}",
            max_characters=59,
        ),
        # forum.cursor.com/t/130573: "Parameter … contains invalid characters"; at the root only.
        KeyRule(
            "cursor-keys",
            _D,
            "takes arguments named with letters, digits, _, . and -",
            pattern=_PLAIN_KEY,
        ),
        # forum.cursor.com/t/142477: "must be of type null,string, got string", for every call.
        SingleTypeRule("cursor-type", _R, "refuses calls where a type is a list"),
        # IvanMurzak/Unity-MCP#284; davideast/stitch-mcp#184 for references it cannot follow.
        ReferenceRule("cursor-references", _I, "writes wrong values for what a $ref describes"),
        # As for OpenAI: gist rgarcia/7921109f was made with Cursor and a GPT model.
        DepthRule(
            "cursor-depth",
            _R,
            "refused 20 levels of nesting with GPT models",
            max_levels=MAX_LEVELS,
        ),
        # Snowflake-Labs/mcp#77: 80, over all servers; earlier 40 (bun913/mcp-testrail#6). The
        # current documentation gives no number.
        ToolCountRule("cursor-tools", _D, "shows 80 tools of all servers together", max_tools=80),
        # code-yeongyu/senpi#952 reports that any combinator is refused, for a client that is
        # not Cursor's; every server with optional fields made by pydantic has anyOf and is
        # used in Cursor. No rule.
    ),
)

#: Every client there is a rule for.
CLIENTS: tuple[Client, ...] = (
    _CLAUDE,
    _CLAUDE_CODE,
    _CLAUDE_DESKTOP,
    _OPENAI,
    _GEMINI,
    _VS_CODE,
    _CURSOR,
    _OPENAI_STRICT,
    _GEMINI_FIELD,
    _COPILOT_STUDIO,
)
#: Those whose rules everybody meets who uses them.
POPULAR: tuple[Client, ...] = tuple(client for client in CLIENTS if not client.only_where)


def clients_named(names: tuple[str, ...]) -> tuple[Client, ...]:
    """Return the clients with these names, in the order of the table.

    Raises:
        KeyError: there is no such client.
    """
    known = {client.name: client for client in CLIENTS}
    wanted = {known[name].name for name in names}
    return tuple(client for client in CLIENTS if client.name in wanted)
