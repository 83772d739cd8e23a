"""The map of the console on tiles of an archive, which the package pmtiles has made."""

import struct
import zlib

from pmtiles.tile import Compression, TileType, zxy_to_tileid
from pmtiles.writer import write

# Red, green and blue of all tiles, and the zooms that there are.
COLOUR = [10, 200, 30]
ZOOMS = range(0, 5)


def write_archive(path):
    """Tiles of one colour; those of the first column are missing from zoom 1 on, as the sea is in some archives."""
    picture = png(COLOUR, 256)
    with write(path) as writer:
        places = [(zoom, column, row) for zoom in ZOOMS for column in range(2 ** zoom) for row in range(2 ** zoom) if zoom == 0 or column]
        for number in sorted(zxy_to_tileid(*place) for place in places):
            writer.write_tile(number, picture)
        writer.finalize({
            'tile_type': TileType.PNG, 'tile_compression': Compression.NONE, 'min_lon_e7': -1800000000, 'min_lat_e7': -850000000,
            'max_lon_e7': 1800000000, 'max_lat_e7': 850000000, 'center_zoom': 0, 'center_lon_e7': 0, 'center_lat_e7': 0}, {})
    return path


def png(colour, side):
    """A picture of one colour."""
    def chunk(name, content):
        return struct.pack('>I', len(content)) + name + content + struct.pack('>I', zlib.crc32(name + content))
    rows = (b'\0' + bytes(colour) * side) * side
    return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', side, side, 8, 2, 0, 0, 0))
            + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b''))


class TileSteps:
    """Steps on the map of a server that has such an archive."""

    def tiles(self, settings):
        """The ground of the map is the archive's, at its zooms and deeper, and its server alone is asked."""
        key = {'DeviceID': settings['reader'], 'NewDeviceKey': settings['readerKey']}
        answer = self.api('POST', '/v1/setDeviceKey', {'MiataruSetDeviceKey': key})
        self.found.expect_equal(answer.status_code, 200, f'the status of the key of the reader: {answer.text}')
        self.page.ask('Page.navigate', url=self.link())
        self.page.wait('document.querySelector(".tiles") !== null', 'the overview')
        self.open('map')
        self.found.expect('Show streets' not in self.text() and 'Hide streets' not in self.text(), 'tiles of this server need no press')
        self.tiles_drawn()

    def fresh_map(self):
        """The map of a server on which nothing is set."""
        self.page.ask('Page.navigate', url=self.link())
        self.page.wait('document.querySelector(".tiles") !== null', 'the overview')
        self.first_map()
        self.streets_offered()

    def streets_offered(self):
        """Without tiles the map offers those of OpenStreetMap, says what their server learns, and asks nothing of it before."""
        self.open('map')
        for what in ['Show streets', 'tile.openstreetmap.org', 'learns your IP address']:
            self.found.expect(what in self.text('.streets'), f'{what} is said of the streets')
        self.found.expect_equal(self.page.run(f'{TILES}.length'), 0, 'tiles before the press')
        self.found.expect('img-src \'self\';' in self.policy(), 'the policy names no other server before the press')
        # The network of the check is not reached; the page only has to be allowed to ask.
        self.page.ask('Network.enable')
        self.page.ask('Network.setBlockedURLs', urls=['*openstreetmap*'])
        self.click('Show streets')
        self.page.wait('document.querySelector(".streets")?.innerText.includes("Hide streets")', 'the streets after the page is loaded anew')
        self.found.expect('img-src \'self\' https://tile.openstreetmap.org;' in self.policy(), 'the policy names the server that was chosen')
        self.page.wait('document.querySelector(".streets").innerText.includes("© OpenStreetMap")', 'to whom the tiles are owed')
        self.click('Hide streets')
        self.page.wait('document.querySelector(".streets").innerText.includes("Show streets")', 'the map without streets')
        self.found.expect('img-src \'self\';' in self.policy(), 'the policy names no other server any more')
        self.page.ask('Network.setBlockedURLs', urls=[])

    def policy(self):
        return self.page.run('fetch("/console").then(answer => answer.headers.get("Content-Security-Policy"))')

    def tiles_drawn(self):
        self.page.wait(self.is_drawn(0.5), 'tiles of the archive')
        self.found.expect(not self.page.run(self.is_drawn(0.05)), 'where the archive has none, the outlines stay')
        self.page.run('document.querySelector("world-map").show({longitude: 20, north: 10}, 1); undefined')
        self.page.wait(f'{DEEPEST} === {ZOOMS[-1]} && {self.is_drawn(0.5)}', 'the deepest tiles, drawn larger')
        self.found.expect_equal(
            self.page.run(f'{TILES}.filter(tile => !tile.startsWith(location.origin)).length'), 0, 'tiles of somebody else')
        self.found.expect_equal(self.page.run('window.refused'), [], 'what the policy refused, and errors of scripts')

    def is_drawn(self, part):
        """Whether the ground has the colour of the tiles, at a part of its width and half of its height."""
        return f"""(ground => [...ground.getContext("2d").getImageData(ground.width * {part}, ground.height / 2, 1, 1).data]
            .slice(0, 3).join() === "{','.join(map(str, COLOUR))}")(document.querySelector("world-map canvas"))"""


# The addresses of the tiles that were asked for, and the deepest zoom of them.
TILES = 'performance.getEntriesByType("resource").map(entry => entry.name).filter(name => /\\/\\d+\\/\\d+\\/\\d+/.test(name))'
DEEPEST = f'Math.max(...{TILES}.map(tile => Number(/tiles\\/(\\d+)/.exec(tile)[1])))'
