"""The methods, by name. Each takes the library and the params."""

import base64
import functools

from . import declare
from .resources import FOLDER, resource, type_of
from .wire import Refusal

COMPLETE = {"resultType": "complete"}
# Files are read when the server starts, and not again.
CACHED = {**COMPLETE, "ttlMs": 120_000, "cacheScope": "private"}
PAGE = 8

METHODS = {}


def method(name):
    def register(handler):
        METHODS[name] = handler
        return handler

    return register


def handlers(library):
    return {name: functools.partial(handler, library) for name, handler in METHODS.items()}


def uri_in(params):
    if not isinstance(params.get("uri"), str):
        raise Refusal("uri is missing")
    return params["uri"]


def paged(field, items, params, size=PAGE):
    """One page; a cursor is how many items came before it."""
    cursor = params.get("cursor", "0")
    if not isinstance(cursor, str) or not cursor.isdecimal() or int(cursor) > len(items):
        raise Refusal("That is no cursor of this list")
    end = int(cursor) + size
    page = {field: items[int(cursor) : end]}
    return page if end >= len(items) else {**page, "nextCursor": str(end)}


@method("initialize")
def initialize(library, params):
    asked = params.get("protocolVersion")
    version = asked if asked in declare.OLDER else declare.OLDER[0]
    return declare.about(protocolVersion=version)


@method("server/discover")
def discover(library, params):
    return declare.about(**CACHED, supportedVersions=[declare.VERSION, *declare.OLDER])


@method("ping")
def ping(library, params):
    return {}


@method("skills/list")
def list_skills(library, params):
    return {**CACHED, **paged("skills", list(library.entries.values()), params, size=4)}


@method("skills/get")
def get_skill(library, params):
    return {**CACHED, "skill": library.entry(uri_in(params))}


@method("resources/list")
def list_resources(library, params):
    items = [resource(skill, file) for skill in library.skills for file in skill.files]
    return {**CACHED, **paged("resources", items, params)}


@method("resources/read")
def read_resource(library, params):
    file = library.file(uri_in(params))
    content = {"uri": file.uri, "mimeType": type_of(file.path)}
    raw = file.read()
    if content["mimeType"].startswith("text/"):
        content["text"] = raw.decode("utf-8")
    else:
        content["blob"] = base64.b64encode(raw).decode("ascii")
    return {**CACHED, "contents": [content]}


@method("resources/directory/read")
def read_directory(library, params):
    uri = uri_in(params)
    items = [
        {"uri": f"{uri}/{name}", "name": name, "mimeType": type_of(name) if file else FOLDER}
        for name, file in sorted(library.children(uri).items())
    ]
    return {**COMPLETE, **paged("resources", items, params)}
