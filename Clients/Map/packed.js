// The numbers of world.js and towns.js, which are texts: five bits a letter, the lowest first, a sixth where more follow.

/** Parts of a degree that one step counts. */
const unit = 1 / 80;

/** The places of a text: each as the way from the one before, eastwards and northwards. Calls `take` with degrees. */
export function unpack(text, take) {
    let letter = 0, east = 0, north = 0;
    const next = () => {
        let [value, shift, bits] = [0, 0, 0];
        do {
            bits = text.charCodeAt(letter++) - 63;
            value += (bits & 31) * 2 ** shift;
            shift += 5;
        } while (bits & 32);
        return value % 2 ? -(value + 1) / 2 : value / 2;
    };
    while (letter < text.length) {
        east += next();
        north += next();
        take(east * unit, north * unit);
    }
}
