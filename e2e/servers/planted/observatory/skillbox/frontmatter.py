"""The YAML that our SKILL.md files begin with: texts, and one level of maps and lists."""

import json
import re

LINE = re.compile(r"^( *)([A-Za-z][\w.-]*):(?: (.*))?$")


class Unreadable(ValueError):
    """The frontmatter is not there, or not what is read here."""


def parse(text):
    first, _, rest = text.partition("\n")
    if first.rstrip() != "---":
        raise Unreadable("it does not begin with ---")
    block, end, _ = rest.partition("\n---\n")
    if not end:
        raise Unreadable("its frontmatter has no end")

    fields, open_key = {}, None
    for line in block.split("\n"):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if line.startswith("  - "):
            if not isinstance(fields.get(open_key), list):
                fields[open_key] = []
            fields[open_key].append(scalar(line[4:]))
            continue
        match = LINE.match(line)
        if match is None:
            raise Unreadable(f"cannot read {line!r}")
        indent, key, value = match.groups()
        if indent == "":
            open_key = key
            fields[key] = {} if value is None else scalar(value)
        else:
            fields[open_key][key] = scalar(value or "")
    return fields


def scalar(written):
    text = written.strip()
    if text.startswith('"'):
        return json.loads(text)
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"-?\d+", text) else text
