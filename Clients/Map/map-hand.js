// What a hand does on a map: drags, pinches, turns the wheel, presses, and types.

/** Pixels that a finger may slip in a press. */
const slip = 6;

/**
 * Hears what happens on a canvas. `map` does it: `move` by pixels, `zoom` by a factor around a pixel, `press` at one, `home`.
 */
export function hear(canvas, map) {
    const fingers = new Map();
    let way = 0;
    const on = (name, act, options) => canvas.addEventListener(name, act, options);
    const middle = () => [canvas.clientWidth / 2, canvas.clientHeight / 2];
    /** Where the fingers are between them, and how far apart. */
    const grip = () => {
        const [one, other = one] = [...fingers.values()];
        return {x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, apart: Math.hypot(one.x - other.x, one.y - other.y)};
    };
    on("wheel", event => {
        event.preventDefault();
        // A notch of a wheel is a hundred or three lines; a pad sends small parts of it.
        const turned = event.deltaMode ? event.deltaY * 33 : event.deltaY;
        map.zoom(2 ** (Math.max(-120, Math.min(120, turned)) / 180), [event.offsetX, event.offsetY]);
    }, {passive: false});
    on("pointerdown", event => {
        canvas.setPointerCapture(event.pointerId);
        if (!fingers.size) way = 0;
        if (fingers.size < 2) fingers.set(event.pointerId, {x: event.offsetX, y: event.offsetY});
    });
    on("pointermove", event => {
        if (!fingers.has(event.pointerId)) return;
        const before = grip();
        fingers.set(event.pointerId, {x: event.offsetX, y: event.offsetY});
        const now = grip();
        way += Math.hypot(now.x - before.x, now.y - before.y) + Math.abs(now.apart - before.apart);
        map.move(before.x - now.x, before.y - now.y);
        if (before.apart > 0 && now.apart > 0) map.zoom(before.apart / now.apart, [now.x, now.y]);
    });
    on("pointerup", event => {
        if (fingers.size === 1 && way < slip) map.press(event.offsetX, event.offsetY);
        fingers.delete(event.pointerId);
    });
    on("pointercancel", event => fingers.delete(event.pointerId));
    on("dblclick", event => map.zoom(0.5, [event.offsetX, event.offsetY]));
    on("keydown", event => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const step = canvas.clientWidth / 10;
        const does = {
            ArrowLeft: () => map.move(-step, 0), ArrowRight: () => map.move(step, 0), ArrowUp: () => map.move(0, -step),
            ArrowDown: () => map.move(0, step), "+": () => map.zoom(0.5, middle()), "=": () => map.zoom(0.5, middle()),
            "-": () => map.zoom(2, middle()), "0": () => map.home()}[event.key];
        if (!does) return;
        event.preventDefault();
        does();
    });
}
