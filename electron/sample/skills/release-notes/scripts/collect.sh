#!/bin/sh
# Prints the subject of every merged change between two tags, oldest first.
# Usage: collect.sh <from-tag> <to-tag>
set -eu

if [ "$#" -ne 2 ]; then
  echo "usage: collect.sh <from-tag> <to-tag>" >&2
  exit 2
fi

git log --first-parent --reverse --format='%h%x09%s' "$1..$2"
