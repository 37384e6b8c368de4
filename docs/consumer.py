"""An MCP host in Python that honors Skillgate's decisions, with the standard library alone.

Copy `shared/host/testing/reference.py` beside this file: it has the rule, and this is all that a
host adds. An entry is `{"uri", "frontmatter", "resources": [{"uri", "digest", "size"}]}`.
"""

import hashlib
import json
import os
import stat
import sys
import time

from reference import check, identity_of

EMPTY = {"format": "skillgate/approvals@2", "revision": 0, "updatedAt": "1970-01-01T00:00:00Z",
         "generator": {"name": "none", "version": "0"}, "records": []}


def approvals_path(env=os.environ, platform=sys.platform):
    home = os.path.expanduser("~")
    usual = env.get("XDG_CONFIG_HOME", "")
    if not os.path.isabs(usual):
        usual = os.path.join(home, ".config")
    if platform == "darwin":
        usual = os.path.join(home, "Library", "Application Support")
    if platform == "win32":
        usual = env.get("APPDATA") or os.path.join(home, "AppData", "Roaming")
    folder = env.get("SKILLGATE_HOME") or os.path.join(usual, "skillgate")
    return os.path.join(folder, "approvals.json")


def read_approvals(path):
    """The file's text. Any text that isn't a file of decisions makes every answer `cannot-tell`."""
    try:
        found = os.lstat(path)
        # Whoever can write the file, or put a link in its place, could add decisions.
        if not stat.S_ISREG(found.st_mode) or (os.name == "posix" and found.st_mode & 0o022):
            return ""
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        beside = [os.path.join(os.path.dirname(path), "audit.jsonl"), path + ".next"]
        return "" if any(map(os.path.exists, beside)) else json.dumps(EMPTY)
    except (OSError, UnicodeDecodeError):
        return ""


def answer_for(approvals, server_config, entry):
    """`server_config` is your own configuration of the server, never what the server says."""
    query = {"identity": identity_of(server_config), "uri": entry["uri"], "now": time.time() * 1000}
    return check(approvals, {**query, "resources": entry.get("resources")})


def verified(entry, uri, data):
    """Whether these bytes are the file that the approved entry lists. If not, drop the whole skill."""
    listed = [one for one in entry["resources"] if one["uri"] == uri]
    digest = "sha256:" + hashlib.sha256(data).hexdigest()
    return len(listed) == 1 and listed[0]["digest"] == digest and listed[0]["size"] == len(data)
