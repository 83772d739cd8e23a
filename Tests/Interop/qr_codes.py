"""Reads QR codes with the `zxing-cpp` package (PyPI), from the SVG in answers or from the half blocks of the command line."""

import re
import xml.etree.ElementTree as ElementTree

import zxingcpp

SCALE = 4
SVG = '{http://www.w3.org/2000/svg}'


def read(rows):
    """The text of a code of rows in which true is dark; None if the reader finds no code."""
    lines = [bytes(0 if dark else 255 for dark in row for _ in range(SCALE)) for row in rows]
    image = memoryview(b''.join(line * SCALE for line in lines)).cast('B', (len(lines) * SCALE, len(lines[0])))
    found = zxingcpp.read_barcodes(image, formats=zxingcpp.BarcodeFormat.QRCode)
    return found[0].text if len(found) == 1 else None


def scanned(svg):
    """The text of an SVG of lines through the middle of the dark modules."""
    drawing = ElementTree.fromstring(svg)
    side = int(drawing.get('viewBox').split()[2])
    rows = [[False] * side for _ in range(side)]
    lines = [path.get('d') for path in drawing.iter(SVG + 'path') if path.get('stroke') == 'black']
    row = column = 0
    for left, top, gap, length in re.findall(r'M(\d+) (\d+)\.5|m(\d+) 0|h(\d+)', lines[0]):
        if length:
            rows[row][column:column + int(length)] = [True] * int(length)
            column += int(length)
        elif gap:
            column += int(gap)
        else:
            row, column = int(top), int(left)
    return read(rows)


def scanned_blocks(lines):
    """The text of half blocks, which are light."""
    return read([[character not in lit for character in line] for line in lines for lit in ('█▀', '█▄')])
