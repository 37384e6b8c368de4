"""Price of a job: price.py PAGES COPIES COLOURS"""
import sys

pages, copies, colours = map(int, sys.argv[1:4])
plates = (pages + 7) // 8 * colours
print(f"{plates * 18.50 + pages * copies * 0.012:.2f} €")
