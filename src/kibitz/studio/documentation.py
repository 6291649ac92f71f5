"""The page that documents the interface, made from its OpenAPI document."""

from __future__ import annotations

import json
import re
from html import escape
from typing import Any

Document = dict[str, Any]


def documentation(document: Document) -> str:
    """Return a page with every verb: what it answers, and the fields of a request."""
    verbs = "\n".join(_verb(path, item["post"], document) for path, item in document["paths"].items())
    title = f"{escape(document['info']['title'])} {escape(document['info']['version'])}: the interface"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>
<link rel="icon" href="/static/shared/icon.svg"><link rel="stylesheet" href="/static/shared/base.css">
<link rel="stylesheet" href="/static/shared/documentation.css">
</head>
<body>
<main class="documentation">
<h1>{title}</h1>
<p>{_text(document["info"]["description"])}</p>
<p>For programs: <a href="/openapi.json">the OpenAPI document</a>. <a href="/">To the studio</a>.</p>
{verbs}
</main>
</body>
</html>
"""


def _verb(path: str, operation: Document, document: Document) -> str:
    """Return the part about one verb."""
    reference = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    model = document["components"]["schemas"][reference]
    fields = model.get("properties", {})
    rows = "\n".join(
        f"<tr><td><code>{escape(name)}</code></td><td>{escape(_kind(field))}</td><td>{_default(name, field, model)}</td>"
        f"<td>{_text(field.get('description', ''))}</td></tr>"
        for name, field in fields.items()
    )
    table = (
        '<div class="scrolled" tabindex="0"><table class="table"><thead><tr><th>Field</th><th>Type</th><th>Default</th>'
        f"<th>Meaning</th></tr></thead><tbody>\n{rows}\n</tbody></table></div>"
    )
    return (
        f'<section id="{escape(operation["operationId"])}"><h2><code>POST {escape(path)}</code></h2>'
        f"<p>{_text(operation['summary'])}</p>{table if fields else '<p>No fields: send <code>{}</code>.</p>'}</section>"
    )


def _kind(field: Document) -> str:
    """Return the type of a field in words."""
    kinds = [one for one in field.get("anyOf", [field]) if one.get("type") != "null"]
    kind = kinds[0]
    if kind.get("type") == "array":
        return f"list of {_kind(kind.get('items', {}))}"
    names = {"string": "text", "integer": "whole number", "boolean": "true or false"}
    name = str(kind.get("type", "any"))
    return names.get(name, name)


def _default(name: str, field: Document, model: Document) -> str:
    """Return the default of a field in words."""
    if name in model.get("required", ()):
        return "required"
    default = field.get("default")
    return "none" if default is None else f"<code>{escape(json.dumps(default))}</code>"


def _text(told: str) -> str:
    """Return a text for people, in which `backticks` mark what is written so."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(told))
