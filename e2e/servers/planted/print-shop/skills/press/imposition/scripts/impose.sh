#!/bin/sh
# impose.sh 8|16
case "$1" in
  8) echo "8 1 5 4 | 2 7 3 6" ;;
  16) echo "16 1 4 13 9 8 5 12 | 10 7 6 11 15 2 3 14" ;;
  *) echo "8 or 16" >&2; exit 2 ;;
esac
