// The tiles of a map, asked for where the operator's settings say.

import {tilesIn} from "./mercator.js";

/** How many tiles are kept: several views of the largest map. */
const kept = 160;

/** Draws tiles that have come, and asks for those that have not. `came` is called when one has. */
export class Tiles {
    #address;
    #minimumZoom;
    #maximumZoom;
    #came;
    /** By address, those that were used last at the end. */
    #images = new Map();

    /** Where there are tiles of no deeper zoom, those of the deepest are drawn larger; of a lesser one there is none. */
    constructor({address, minimumZoom = 0, maximumZoom = 19}, came) {
        this.#address = address;
        this.#minimumZoom = minimumZoom;
        this.#maximumZoom = maximumZoom;
        this.#came = came;
    }

    /** Gives whether a tile of the view is there. */
    draw(drawing, view) {
        const {level, side, west, north, left, right, top, bottom} = tilesIn(view, this.#maximumZoom);
        if (level < this.#minimumZoom) return false;
        let isThere = false;
        // One edge for two neighbours, so that no gap is seen between them.
        const edge = (origin, place) => Math.round(origin + place * side);
        for (let column = left; column <= right; column++) {
            for (let row = top; row <= bottom; row++) {
                const image = this.#image(level, column, row);
                if (!image.complete || !image.naturalWidth) continue;
                isThere = true;
                const [x, y] = [edge(west, column), edge(north, row)];
                drawing.drawImage(image, x, y, edge(west, column + 1) - x, edge(north, row + 1) - y);
            }
        }
        for (const [address, image] of this.#images) {
            if (this.#images.size <= kept) break;
            this.#images.delete(address);
            // Ends what is still being loaded.
            image.onload = null;
            image.removeAttribute("src");
        }
        return isThere;
    }

    #image(level, column, row) {
        const address = this.#address.replace("{z}", level).replace("{x}", column).replace("{y}", row);
        const image = this.#images.get(address) ?? new Image();
        this.#images.delete(address);
        this.#images.set(address, image);
        if (!image.src) {
            // Public tile servers refuse requests that do not say from which site they come; none learns the page.
            image.referrerPolicy = "origin";
            image.onload = this.#came;
            image.src = address;
        }
        return image;
    }
}
