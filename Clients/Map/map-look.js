// The look of a map: its own style sheet, its colours, and the pictures of its devices.

/** One style sheet for all pages with a map. Colours that are not here are those of the page. */
const style = new CSSStyleSheet();
style.replaceSync(`
world-map { display: block; position: relative; isolation: isolate;
    --map-water: #d5e5f2; --map-land: #fcfbf8; --map-coast: #8aa2b8; --map-border: #c3b9a8; --map-grid: rgb(60 70 90 / 12%); }
world-map canvas { display: block; width: 100%; height: var(--map-height); border: 1px solid var(--edge); border-radius: 0.5rem; touch-action: none; cursor: grab; }
world-map canvas:active { cursor: grabbing; }
world-map canvas[aria-hidden] { position: absolute; z-index: -1; background: var(--map-water); }
world-map div { position: absolute; top: 0.5rem; inset-inline-end: 0.5rem; display: flex; flex-direction: column; gap: 0.25rem; }
world-map button { width: 2.75rem; min-height: 2.75rem; margin: 0; padding: 0; border-color: var(--edge); background: var(--map-land); color: var(--text); font-size: 1.25rem; line-height: 1; }
.map-scale { position: absolute; inset-inline-start: 0.75rem; bottom: 0.5rem; margin: 0; font-size: 0.75rem; pointer-events: none; }
.map-scale span { display: block; width: fit-content; padding: 0 0.25rem; background: var(--map-land); line-height: 1.2; }
.map-scale span + span { height: 0.375rem; padding: 0; border: 2px solid var(--text); border-top: 0; }
.map-note { position: absolute; inset-inline: 0; bottom: 0.5rem; width: fit-content; max-width: calc(100% - 17rem); margin: 0 auto; padding: 0.125rem 0.5rem;
    border-radius: 0.375rem; background: var(--map-land); color: var(--quiet); font-size: 0.8125rem; text-align: center; pointer-events: none; }
.map-note:empty { display: none; }
@media (max-width: 40rem) { .map-note { bottom: 2.75rem; max-width: calc(100% - 2rem); } }
@media (prefers-color-scheme: dark) {
    world-map { --map-water: #16263a; --map-land: #23272d; --map-coast: #4f6a86; --map-border: #5a564d; --map-grid: rgb(220 230 255 / 10%); }
    world-map.tiled canvas[aria-hidden] { filter: brightness(0.7); }
}`);
document.adoptedStyleSheets.push(style);

/** Pixels from the middle of a device to its edge. */
const radius = 6;

/** A dot as a small picture: to copy one costs a fraction of what it costs to draw a circle. */
function dot(size, ratio, fill, stroke) {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = Math.ceil(2 * (size + 2) * ratio);
    const drawing = canvas.getContext("2d");
    drawing.arc(canvas.width / 2, canvas.height / 2, size * ratio, 0, 2 * Math.PI);
    drawing.fillStyle = fill;
    drawing.strokeStyle = stroke;
    drawing.lineWidth = 2 * ratio;
    drawing.fill();
    drawing.stroke();
    return canvas;
}

/** What a map draws with, for so many pixels of the screen a pixel of the page. */
export function lookOf(element, ratio) {
    const style = getComputedStyle(element);
    const names = ["map-water", "map-land", "map-coast", "map-border", "map-grid", "card", "text", "quiet", "edge", "accent", "on-accent", "danger"];
    const [water, land, coast, border, grid, card, text, quiet, edge, accent, onAccent, trail] =
        names.map(name => style.getPropertyValue(`--${name}`));
    const family = style.fontFamily;
    return {
        ratio, water, land, coast, border, grid, card, text, quiet, edge, accent, onAccent, trail,
        font: (size, weight = 400) => `${weight} ${size * ratio}px ${family}`,
        fresh: dot(radius, ratio, accent, card), old: dot(radius, ratio, edge, card),
        mark: dot(radius + 2, ratio, accent, trail), past: dot(radius + 1, ratio, trail, card)};
}
