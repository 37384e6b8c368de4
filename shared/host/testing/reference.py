"""The host library once more, in another language, with nothing but the standard library.

Two programs must never disagree about whose a decision is and what it says, so the tests hold
the library against this: `reference.py` answers questions, one JSON document per line, and
`reference.py --mutants MUTANTS VECTORS` names the mistakes that no vector notices.
"""

import hashlib
import json
import re
import sys


# ---- hashes and canonical JSON (RFC 8785) ----------------------------------------------

def sha256(text):
    return "sha256:" + hashlib.sha256(text.encode("utf-8")).hexdigest()


def canonical_text(text):
    text.encode("utf-8")  # a lone surrogate has no canonical JSON
    return json.dumps(text, ensure_ascii=False)


def well_formed(text):
    return not any(0xD800 <= ord(letter) <= 0xDFFF for letter in text)


def units(text):
    return text.encode("utf-16-be", "surrogatepass")


def set_digest(resources):
    ordered = sorted(resources, key=lambda item: (units(item["uri"]), units(item["digest"])))
    pairs = [
        '{"digest":%s,"uri":%s}' % (canonical_text(item["digest"]), canonical_text(item["uri"]))
        for item in ordered
    ]
    return sha256("[" + ",".join(pairs) + "]")


# ---- addresses and identities ----------------------------------------------------------

def ipv6(text):
    halves = text.split("::")
    groups = [group for half in halves if half != "" for group in half.split(":")]
    if not all(re.fullmatch(r"[0-9a-f]{1,4}", group) for group in groups):
        return False
    if len(halves) == 1:
        return len(groups) == 8
    return len(halves) == 2 and len(groups) < 8


def host(text):
    if text.startswith("["):
        return ipv6(text[1:-1])
    labels = text.split(".")
    if len(text) > 253:
        return False
    if not all(re.fullmatch(r"[0-9a-z_-]{1,63}", label) for label in labels):
        return False
    if not re.fullmatch(r"[0-9]+|0x[0-9a-f]*", labels[-1]):
        return True
    return len(labels) == 4 and all(
        re.fullmatch(r"0|[1-9][0-9]{0,2}", label) and int(label) < 256 for label in labels
    )


def address(text):
    if not re.fullmatch(r"[!-~]+", text) or "\\" in text:
        return None
    found = re.match(r"(https?)://([^/?#]*)([^?#]*)(?:\?([^#]*))?", text, re.IGNORECASE | re.ASCII)
    if found is None:
        return None
    scheme, authority, path, query = found.groups()
    scheme = scheme.lower()
    place = re.fullmatch(r"(\[[^\]]*\]|[^:]*)(?::([0-9]*))?", authority.rsplit("@", 1)[-1].lower())
    if place is None:
        return None
    name, port = place.group(1), place.group(2) or ""
    if not host(name):
        return None
    if port != "" and int(port) > 65535:
        return None
    usual = port == "" or int(port) == (80 if scheme == "http" else 443)
    return scheme + "://" + name + ("" if usual else ":%d" % int(port)) + path, query


KINDS = {
    "stdio": "stdio",
    "local": "stdio",
    "http": "http",
    "sse": "http",
    "remote": "http",
    "streamable-http": "http",
    "streamablehttp": "http",
    "well-known": "http",
}


def first(entry, *names):
    for name in names:
        if entry.get(name) is not None:
            return entry[name]
    return None


def lower(text):
    return "".join(letter.lower() if "A" <= letter <= "Z" else letter for letter in text)


def fingerprint(command, args, cwd):
    return sha256(
        '{"args":[%s],"command":%s,"cwd":%s}'
        % (
            ",".join(canonical_text(arg) for arg in args),
            canonical_text(command),
            "null" if cwd is None else canonical_text(cwd),
        )
    )


def identity_of(entry):
    if not isinstance(entry, dict):
        return None
    command = first(entry, "command", "cmd")
    written = first(entry, "type", "transport", "transportType")
    if written is None:
        kind = "http" if command is None else "stdio"
    elif isinstance(written, str):
        kind = KINDS.get(lower(written).replace("_", "-"))
    else:
        kind = None
    if kind == "stdio":
        words = command if isinstance(command, list) else [command]
        args = first(entry, "args")
        if args is None:
            args = []
        if not isinstance(args, list):
            return None
        words = words + args
        if not words or not all(isinstance(word, str) and well_formed(word) for word in words):
            return None
        cwd = first(entry, "cwd")
        if cwd == "":
            cwd = None
        if cwd is not None and not (isinstance(cwd, str) and well_formed(cwd)):
            return None
        if words[0] == "":
            return None
        return {"kind": "stdio", "fingerprint": fingerprint(words[0], words[1:], cwd)}
    if kind == "http":
        url = first(entry, "url", "serverUrl", "httpUrl", "uri")
        found = address(url) if isinstance(url, str) else None
        if found is None:
            return None
        if found[1] is None:
            return {"kind": "http", "url": found[0]}
        return {"kind": "http", "url": found[0], "query": sha256(found[1])}
    return None


def identity_key(identity):
    if identity["kind"] == "stdio":
        return ("stdio", identity["fingerprint"])
    return ("http", identity["url"], identity.get("query"))


# ---- the shape of the file ---------------------------------------------------------------

DIGEST = r"sha256:[0-9a-f]{64}"
TIME = r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?Z"


def text(value):
    return isinstance(value, str)


def number(value):
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    try:
        return abs(float(value)) != float("inf")
    except OverflowError:
        return False


def count(value):
    return number(value) and value == int(value) and 0 <= value <= 2**53 - 1


def flag(value):
    return isinstance(value, bool)


def digest(value):
    return text(value) and re.fullmatch(DIGEST, value) is not None


def moment(value):
    """Milliseconds since the epoch, or None for what is no time."""
    found = re.fullmatch(TIME, value) if text(value) else None
    if found is None:
        return None
    year, month, day, hour, minute, second = (int(part) for part in found.groups()[:6])
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    days = [31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    if not 1 <= month <= 12 or not 1 <= day <= days[month - 1]:
        return None
    if hour > 23 or minute > 59 or second > 59:
        return None
    before = 365 * year + (year + 3) // 4 - (year + 99) // 100 + (year + 399) // 400
    total = before + sum(days[: month - 1]) + day - 1 - 719528
    seconds = ((total * 24 + hour) * 60 + minute) * 60 + second
    return seconds * 1000 + int(((found.group(7) or "") + "000")[:3])


def time(value):
    return moment(value) is not None


def or_null(test):
    return lambda value: value is None or test(value)


def list_of(test):
    return lambda value: isinstance(value, list) and all(test(item) for item in value)


def one(*values):
    return lambda value: text(value) and value in values


def thing(required, optional={}):
    return lambda value: (
        isinstance(value, dict)
        and all(name in value and test(value[name]) for name, test in required.items())
        and all(name not in value or test(value[name]) for name, test in optional.items())
    )


HTTP = thing(
    {"kind": one("http"), "url": lambda value: text(value) and re.fullmatch(r"https?://[!-~]+", value)},
    {"query": digest},
)
STDIO = thing({"kind": one("stdio"), "fingerprint": digest})


def is_identity(value):
    return bool(HTTP(value) or STDIO(value))


SERVER = thing({"label": text, "display": text, "identity": is_identity})
COMMON = {
    "id": text,
    "uri": text,
    "name": text,
    "dialect": text,
    "resources": list_of(thing({"uri": text, "digest": digest}, {"size": number})),
    "setDigest": or_null(digest),
    "frontmatter": lambda value: isinstance(value, dict),
    "decision": one("approved", "denied"),
    "reason": text,
    "grants": thing({"allowedTools": list_of(text), "codeExecution": flag}),
    "actor": thing({"kind": text, "name": text}),
    "decidedAt": time,
    "expiresAt": or_null(time),
    "note": text,
    "supersedes": or_null(text),
}
RECORD = thing({
    **COMMON,
    "server": SERVER,
    "coverage": thing({"verified": count, "shown": count, "total": count}),
    "integrity": one("manifest", "archive", "self-computed"),
    "archive": or_null(thing({"url": text, "digest": digest})),
    "lapsed": or_null(thing({"setDigest": or_null(digest), "at": time})),
})
FAILURE = thing({
    "server": SERVER,
    "uri": text,
    "file": text,
    "check": text,
    "expected": or_null(text),
    "actual": or_null(text),
    "at": time,
})
HEADER = {
    "revision": count,
    "updatedAt": time,
    "generator": thing({"name": text, "version": text}),
}
FILE = thing({**HEADER, "records": list_of(RECORD)}, {"failures": list_of(FAILURE)})
FORMER_RECORD = thing({
    **COMMON,
    "server": thing({
        "label": text,
        "identity": lambda value: (
            thing({"kind": one("http"), "url": text})(value)
            or thing({
                "kind": one("stdio"),
                "command": text,
                "args": list_of(text),
                "cwd": or_null(text),
                "fingerprint": digest,
            })(value)
        ),
    }),
    "coverage": thing({"verified": number, "total": number}),
})
FORMER_FILE = thing({**HEADER, "records": list_of(FORMER_RECORD)})


# ---- the version before this one ---------------------------------------------------------

def former_identity(identity):
    if identity["kind"] == "http":
        found = address(identity["url"])
        if found is None:
            return None
        url, query = found
        if identity["url"] != (url if query is None else url + "?" + query):
            return None
        return {"kind": "http", "url": url, **({} if query is None else {"query": sha256(query)})}
    command, args, cwd = identity["command"], identity["args"], identity["cwd"]
    if command == "" or cwd == "":
        return None
    if not all(well_formed(word) for word in [command, *args, cwd or ""]):
        return None
    if fingerprint(command, args, cwd) != identity["fingerprint"]:
        return None
    return {"kind": "stdio", "fingerprint": identity["fingerprint"]}


def carried(record):
    identity = former_identity(record["server"]["identity"])
    if identity is None:
        return None
    integrity = record.get("integrity")
    archive = record.get("archive")
    return {
        **record,
        "server": {**record["server"], "identity": identity},
        "integrity": integrity if integrity in ("archive", "self-computed") else "manifest",
        "archive": archive if thing({"url": text, "digest": digest})(archive) else None,
        "lapsed": None,
    }


def former_key(record):
    identity = record["server"]["identity"]
    names = ("url",) if identity["kind"] == "http" else ("command", "args", "cwd", "fingerprint")
    return json.dumps([[identity[name] for name in names], record["uri"]])


# ---- reading -----------------------------------------------------------------------------

class Unreadable(Exception):
    pass


def no_constant(name):
    raise ValueError(name)


def read(source):
    """Records by (identity, uri), failures, and every server that is named."""
    if source.startswith("\ufeff"):
        source = source[1:]
    try:
        value = json.loads(source, parse_constant=no_constant)
    except (ValueError, RecursionError):
        raise Unreadable("corrupt")
    if not isinstance(value, dict):
        raise Unreadable("corrupt")
    name = value.get("format")
    found = re.fullmatch(r"skillgate/approvals@([0-9]{1,9})(?:\.[0-9]+)*", name) if text(name) else None
    major = None if found is None else int(found.group(1))
    if major is not None and major > 2:
        raise Unreadable("newer-format")
    if major is None or major < 1:
        raise Unreadable("corrupt")
    failures = []
    if major == 1:
        if not FORMER_FILE(value):
            raise Unreadable("corrupt")
        if len({former_key(record) for record in value["records"]}) < len(value["records"]):
            raise Unreadable("corrupt")
        records = [made for made in map(carried, value["records"]) if made is not None]
    else:
        if not FILE(value):
            raise Unreadable("corrupt")
        records = value["records"]
        failures = value.get("failures", [])
    index = {}
    for record in records:
        index[(identity_key(record["server"]["identity"]), record["uri"])] = record
    if len(index) < len(records):
        raise Unreadable("corrupt")
    return index, failures


# ---- the rule ----------------------------------------------------------------------------

def changes_of(approved, served):
    before = {item["uri"]: item["digest"] for item in approved}
    after = {item["uri"]: item["digest"] for item in served}
    return {
        "added": sorted((uri for uri in after if uri not in before), key=units),
        "removed": sorted((uri for uri in before if uri not in after), key=units),
        "modified": sorted(
            (uri for uri in after if uri in before and before[uri] != after[uri]), key=units
        ),
    }


def same(approved, served):
    if len(served) != len(approved):
        return False
    left = {item["uri"]: item["digest"] for item in approved}
    for item in served:
        if left.pop(item["uri"], None) != item["digest"]:
            return False
    return True


def sound(record):
    if len(record["resources"]) == 0:
        return False
    try:
        return record["setDigest"] == set_digest(record["resources"])
    except UnicodeEncodeError:
        return False


def changed(changes):
    return {"standing": "changed", "changes": changes}


def rule(record, resources, archive, now):
    if record["decision"] != "approved":
        return {"standing": "denied"}
    files = resources if isinstance(resources, list) else None
    none = {"added": [], "removed": [], "modified": []}
    unread = None
    if files is None and archive is not None and record["archive"] is not None:
        unread = none
        if archive["digest"] != record["archive"]["digest"] or not sound(record):
            unread = {**none, "modified": [archive.get("url", record["archive"]["url"])]}
    if record["lapsed"] is not None:
        return changed((unread or none) if files is None else changes_of(record["resources"], files))
    if unread is not None:
        if unread["modified"]:
            return changed(unread)
    elif resources is None and record["integrity"] != "manifest":
        return {"standing": "cannot-tell", "reason": "not-read"}
    elif files is None or not same(record["resources"], files) or not sound(record):
        return changed(changes_of(record["resources"], files or []))
    ends = record["expiresAt"]
    if ends is not None and not moment(ends) > now:
        return {"standing": "expired"}
    return {"standing": "approved"}


def uris_of(resources, archive, record):
    """Every file that the skill has, with or without a digest; None where that is not known."""
    if isinstance(resources, list):
        return [item["uri"] for item in resources]
    if archive is None or record is None or record["archive"] is None:
        return None
    if archive["digest"] != record["archive"]["digest"]:
        return None
    return [item["uri"] for item in record["resources"]]


def counts(failure, uris, archive):
    file = failure["file"]
    if failure["uri"] == "" or file == "" or uris is None:
        return True
    if archive is not None and archive.get("url") == file:
        return True
    return any(uri == file or uri.startswith(file + "#") for uri in uris)


BAD = {"standing": "cannot-tell", "reason": "bad-query"}


def set_of(value):
    """The files when all are known, None when not, False when it is no set."""
    if value is None or value == "dynamic":
        return value
    if not isinstance(value, list):
        return False
    files = []
    known = True
    for item in value:
        if not isinstance(item, dict) or not text(item.get("uri")):
            return False
        if item.get("digest") is None:
            known = False
        elif not text(item["digest"]):
            return False
        else:
            files.append({"uri": item["uri"], "digest": item["digest"]})
    return files if known else None


def of_label(index, failures, label):
    named = [record["server"] for record in index.values()]
    named += [failure["server"] for failure in failures]
    keys = {identity_key(server["identity"]) for server in named if server["label"] == label}
    found = [server["identity"] for server in named if server["label"] == label]
    if len(keys) > 1:
        return "ambiguous-label"
    return found[0] if found else None


def check(source, query):
    try:
        index, failures = read(source)
    except Unreadable as problem:
        return {"standing": "cannot-tell", "reason": str(problem)}
    if not isinstance(query, dict) or not text(query.get("uri")) or "resources" not in query:
        return BAD
    if "label" in query and not text(query["label"]):
        return BAD
    if not number(query.get("now", 0)):
        return BAD
    resources = set_of(query["resources"])
    archive = query.get("archive")
    if resources is False:
        return BAD
    if archive is not None:
        if not isinstance(archive, dict) or not text(archive.get("digest")):
            return BAD
        if "url" in archive and not text(archive["url"]):
            return BAD
    if "identity" not in query and "label" in query:
        identity = of_label(index, failures, query["label"])
        if identity == "ambiguous-label":
            return {"standing": "cannot-tell", "reason": identity}
        if identity is None:
            return {"standing": "undecided"}
    else:
        identity = query.get("identity")
    if not is_identity(identity):
        return {"standing": "cannot-tell", "reason": "no-identity"}
    key = (identity_key(identity), query["uri"])
    record = index.get(key)
    speaking = {} if record is None else {"record": record["id"]}
    uris = uris_of(query["resources"], archive, record)
    wide = [(key[0], "")] if query["uri"] != "" else []
    failed = [
        failure
        for about in [key, *wide]
        for failure in failures
        if (identity_key(failure["server"]["identity"]), failure["uri"]) == about
        if counts(failure, uris, archive)
    ]
    if failed:
        return {
            "standing": "refused",
            "failures": [failure["file"] for failure in failed],
            **speaking,
        }
    if record is None:
        return {"standing": "undecided"}
    return {**rule(record, resources, archive, query.get("now", 0)), **speaking}


def answer(question):
    kind = question["ask"]
    if kind == "identity":
        return identity_of(question.get("config"))
    if kind == "setDigest":
        try:
            return set_digest(question["resources"])
        except UnicodeEncodeError:
            return None
    return check(question["text"], question["query"])


# ---- the published vectors, and the mistakes that they must notice -------------------------

def patched(document, changes):
    made = json.loads(json.dumps(document))
    for path, *value in changes:
        inner = made
        for step in path[:-1]:
            inner = inner[step]
        if value:
            if isinstance(inner, list) and path[-1] == len(inner):
                inner.append(value[0])
            else:
                inner[path[-1]] = value[0]
        else:
            del inner[path[-1]]
    return made


def approvals_text(vectors, name):
    given = vectors["approvals"][name]
    if "text" in given:
        return given["text"]
    if "document" in given:
        return json.dumps(given["document"])
    return json.dumps(patched(vectors["approvals"][given["of"]]["document"], given["change"]))


def questions(vectors):
    for vector in vectors["identity"]:
        yield {"ask": "identity", "config": vector["config"]}, vector["identity"]
    for vector in vectors["setDigest"]:
        yield {"ask": "setDigest", "resources": vector["resources"]}, vector["setDigest"]
    for vector in vectors["check"] + vectors["label"]:
        query = {**vectors["query"], **vector["query"]}
        for name in vector.get("omit", []):
            del query[name]
        source = approvals_text(vectors, vector["approvals"])
        yield {"ask": "check", "text": source, "query": query}, vector["expect"]


def survivors(mutants, cases):
    """Names of the mutants that answer every vector as they should."""
    with open(__file__, encoding="utf-8") as file:
        source = file.read()
    for mutant in mutants:
        if source.count(mutant["find"]) != 1:
            raise SystemExit("not exactly once in the source: " + mutant["name"])
        made = source.replace(mutant["find"], mutant["replace"])
        space = {"__name__": "mutant", "__file__": __file__}
        exec(compile(made, mutant["name"], "exec"), space)
        for question, expected in cases:
            try:
                if space["answer"](question) != expected:
                    break
            except Exception:
                break
        else:
            yield mutant["name"]


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def main():
    if len(sys.argv) == 4 and sys.argv[1] == "--mutants":
        cases = list(questions(load(sys.argv[3])))
        wrong = [question for question, expected in cases if answer(question) != expected]
        mutants = load(sys.argv[2])
        print(json.dumps({
            "vectors": len(cases),
            "wrong": wrong,
            "mutants": len(mutants),
            "survivors": list(survivors(mutants, cases)),
        }))
        return
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=False)


if __name__ == "__main__":
    main()
