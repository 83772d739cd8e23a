// Web Mercator, as tiles have it: degrees eastwards stay as they are, and northwards they grow with the latitude.

/** The latitude at which the square of the world ends; what lies beyond is drawn at its edge. */
const farthest = 85.05112877980659;

/** How far north a latitude is drawn: -180 to 180, in degrees of longitude. */
export function northing(latitude) {
    const angle = Math.min(farthest, Math.max(-farthest, latitude)) * Math.PI / 180;
    return Math.log(Math.tan(Math.PI / 4 + angle / 2)) * 180 / Math.PI;
}

/** The tiles of a view: the level at which they are about as large as they are made, and which columns and rows are seen. */
export function tilesIn({x, y, zoom, ratio, width, height}, deepest, size = 256) {
    const level = Math.min(deepest, Math.max(0, Math.round(Math.log2(360 * zoom / ratio / size))));
    const count = 2 ** level, side = 360 * zoom / count;
    const [west, north] = [x - 180 * zoom, y - 180 * zoom];
    const place = (pixel, origin) => Math.min(count - 1, Math.max(0, Math.floor((pixel - origin) / side)));
    return {
        level, side, west, north, left: place(0, west), right: place(width - 1, west), top: place(0, north), bottom: place(height - 1, north)};
}
