"""Files as resources."""

from .model import MAIN

FOLDER = "inode/directory"
TYPES = {
    "md": "text/markdown",
    "txt": "text/plain",
    "csv": "text/csv",
    "py": "text/x-python",
    "png": "image/png",
}


def type_of(path):
    return TYPES.get(path.rpartition(".")[2], "application/octet-stream")


def resource(skill, file):
    """A file as `resources/list` has it; a SKILL.md is named and described as its skill is."""
    item = {"uri": file.uri, "mimeType": type_of(file.path)}
    if file.path == MAIN:
        return {**item, "name": skill.name, "description": skill.description}
    return {**item, "name": file.path.rpartition("/")[2]}
