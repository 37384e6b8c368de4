"""What the server says of itself."""

VERSION = "2026-07-28"
OLDER = ["2025-11-25", "2025-06-18"]
INFO = {"name": "skillbox", "version": "0.9.2"}
INSTRUCTIONS = "How the observatory works at night. skill://dome/open/SKILL.md comes first."


def extension(identifier, **settings):
    return {identifier: settings}


CAPABILITIES = {
    "resources": {},
    "extensions": extension("io.modelcontextprotocol/skills", directoryRead=True),
}


def about(**more):
    return {"capabilities": CAPABILITIES, "serverInfo": INFO, "instructions": INSTRUCTIONS, **more}
