#!/usr/bin/env python3
"""The observatory's skills over MCP, on standard input and output.

    python3 serve.py [--skills FOLDER] [--packed ARCHIVE]

Skills are read from a folder, and from a zip file with those that other observatories sent us.
"""

import argparse
from pathlib import Path

from skillbox.library import Library
from skillbox.methods import handlers
from skillbox.sources import ArchiveSource, FolderSource
from skillbox.wire import serve

HERE = Path(__file__).resolve().parent


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--skills", type=Path, default=HERE / "skills")
    parser.add_argument("--packed", type=Path, default=HERE / "packed.zip")
    chosen = parser.parse_args()
    sources = [FolderSource(chosen.skills)]
    if chosen.packed.exists():
        sources.append(ArchiveSource(chosen.packed, prefix="packed"))
    serve(handlers(Library(sources)))


if __name__ == "__main__":
    main()
