"""What a skill is, wherever it comes from."""

import hashlib
from dataclasses import dataclass, field
from typing import Callable

MAIN = "SKILL.md"

# What every host takes; more than that is not sent to anybody.
MOST_FILES = 512
MOST_BYTES = 16 * 1024 * 1024


@dataclass
class File:
    path: str
    uri: str
    read: Callable[[], bytes]

    def entry(self):
        content = self.read()
        digest = hashlib.sha256(content).hexdigest()
        return {"uri": self.uri, "digest": f"sha256:{digest}", "size": len(content)}


@dataclass
class Skill:
    path: str
    frontmatter: dict
    files: list = field(default_factory=list)
    # Bytes of all files, known before any of them is read.
    weight: int = 0

    @property
    def name(self):
        return self.frontmatter["name"]

    @property
    def description(self):
        return self.frontmatter["description"]

    @property
    def uri(self):
        return f"skill://{self.path}/{MAIN}"

    def entry(self):
        return {
            "uri": self.uri,
            "frontmatter": self.frontmatter,
            "resources": [file.entry() for file in self.files],
        }
