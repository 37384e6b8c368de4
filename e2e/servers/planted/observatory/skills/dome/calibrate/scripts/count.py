import collections
import pathlib
import sys

kinds = collections.Counter(path.name.split("-")[0] for path in pathlib.Path(sys.argv[1]).iterdir())
for kind, wanted in {"dark": 10, "flat": 10, "bias": 20}.items():
    print(kind, max(0, wanted - kinds[kind]), "missing")
