"""Where skills come from: a folder, or a zip file with folders in it."""

import zipfile
from pathlib import PurePosixPath

from .frontmatter import Unreadable, parse
from .model import MAIN, File, Skill
from .wire import log


class Source:
    """Finds the folders that have a SKILL.md, and makes skills of them."""

    def paths(self):
        """The paths of all files, with / between the names."""
        raise NotImplementedError

    def read(self, path):
        raise NotImplementedError

    def size(self, path):
        raise NotImplementedError

    def place(self, root):
        """The path that a skill is served under."""
        return root

    def skills(self):
        paths = sorted(self.paths())
        roots = [str(PurePosixPath(path).parent) for path in paths if path.endswith(f"/{MAIN}")]
        for root in roots:
            try:
                frontmatter = parse(self.read(f"{root}/{MAIN}").decode("utf-8"))
            except (Unreadable, UnicodeDecodeError) as error:
                log(f"{root} is left out: {error}")
                continue
            yield self.skill(root, frontmatter, [p for p in paths if p.startswith(f"{root}/")])

    def skill(self, root, frontmatter, paths):
        place = self.place(root)
        skill = Skill(place, frontmatter, weight=sum(self.size(path) for path in paths))
        for path in paths:
            inside = path[len(root) + 1 :]
            read = lambda path=path: self.read(path)
            skill.files.append(File(inside, f"skill://{place}/{inside}", read))
        return skill


class FolderSource(Source):
    def __init__(self, folder):
        self.folder = folder

    def paths(self):
        found = (path for path in self.folder.rglob("*") if path.is_file())
        relative = (path.relative_to(self.folder) for path in found)
        return [p.as_posix() for p in relative if not any(n.startswith(".") for n in p.parts)]

    def read(self, path):
        return (self.folder / path).read_bytes()

    def size(self, path):
        return (self.folder / path).stat().st_size


class ArchiveSource(Source):
    """A zip file. Its skills are served below `prefix`: others may have taken the same paths."""

    def __init__(self, file, prefix):
        self.archive = zipfile.ZipFile(file)
        self.prefix = prefix

    def paths(self):
        return [info.filename for info in self.archive.infolist() if not info.is_dir()]

    def read(self, path):
        return self.archive.read(path)

    def size(self, path):
        return self.archive.getinfo(path).file_size

    def place(self, root):
        return f"{self.prefix}/{root}"
