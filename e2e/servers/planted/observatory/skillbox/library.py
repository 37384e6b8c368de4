"""All skills together, with what is asked about them."""

from .model import MOST_BYTES, MOST_FILES
from .wire import Refusal, log


class Library:
    def __init__(self, sources):
        self.skills = []
        taken = {}
        for source in sources:
            for skill in source.skills():
                why = self.unwanted(skill, taken)
                if why is None:
                    taken[skill.name] = skill.path
                    self.skills.append(skill)
                else:
                    log(f"{skill.path} is left out: {why}")
        self.entries = {skill.uri: skill.entry() for skill in self.skills}
        self.files = {file.uri: file for skill in self.skills for file in skill.files}
        log(f"{len(self.skills)} skills, {len(self.files)} files")

    def unwanted(self, skill, taken):
        """Why a skill is not served; None where it is. Our own come before what was sent to us."""
        if skill.name in taken:
            return f"{taken[skill.name]} has the same name"
        if len(skill.files) > MOST_FILES:
            return f"it has {len(skill.files)} files"
        if skill.weight > MOST_BYTES:
            return f"its files have {skill.weight} bytes"
        return None

    def entry(self, uri):
        if uri not in self.entries:
            raise Refusal(f"No skill is served at {uri}")
        return self.entries[uri]

    def file(self, uri):
        if uri not in self.files:
            raise Refusal(f"No resource is served at {uri}")
        return self.files[uri]

    def children(self, uri):
        """Names directly below a folder, with the file of each; None where it is a folder."""
        inside = f"{uri}/"
        found = {}
        for file in self.files.values():
            if file.uri.startswith(inside):
                name, slash, _ = file.uri[len(inside) :].partition("/")
                found[name] = None if slash else file
        if not found:
            raise Refusal(f"{uri} is not a directory resource")
        return found
