// The colours of a map and the pictures of its devices, as the page has them.

/** Pixels from the middle of a device to its edge. */
const radius = 5;

/** A dot as a small picture: to copy one costs a fraction of what it costs to draw a circle. */
function dot(size, ratio, fill, stroke) {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = Math.ceil(2 * (size + 2) * ratio);
    const drawing = canvas.getContext("2d");
    drawing.arc(canvas.width / 2, canvas.height / 2, size * ratio, 0, 2 * Math.PI);
    drawing.fillStyle = fill;
    drawing.strokeStyle = stroke;
    drawing.lineWidth = 1.5 * ratio;
    drawing.fill();
    drawing.stroke();
    return canvas;
}

/** What a map draws with, for so many pixels of the screen a pixel of the page. */
export function lookOf(element, ratio) {
    const style = getComputedStyle(element);
    const [water, land, coast, accent, trail] =
        ["accent-ground", "card", "edge", "accent", "danger"].map(name => style.getPropertyValue(`--${name}`));
    return {
        ratio, water, land, coast, trail, fresh: dot(radius, ratio, accent, land), old: dot(radius, ratio, coast, land),
        mark: dot(radius + 2, ratio, accent, trail), past: dot(radius + 1, ratio, trail, land)};
}
