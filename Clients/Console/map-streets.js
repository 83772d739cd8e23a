// The streets under the map: tiles of a file of this server, or of a tile server that an operator turns on with one press.

import {button, element, word} from "./elements.js";

/** Read by the server too: its policy names the tile server that it offers only for a browser in which an operator wants it. */
const cookie = "balise-streets";
const chosen = () => new RegExp(`(?:^|; )${cookie}=([01])`).exec(document.cookie)?.[1];
const year = 31_536_000;
/** What the map shows while the page is loaded anew. */
const viewName = "balise.console.mapView";

/** Shows what the map showed before the page was loaded anew; false for nothing. */
export function showKeptView(map) {
    try {
        const view = JSON.parse(sessionStorage.getItem(viewName));
        sessionStorage.removeItem(viewName);
        if (view) map.view = view;
        return Boolean(view);
    } catch { return false; }
}

/**
 * Shows the tiles on a map, and gives what the page says about them.
 *
 * @param {object} tiles `{address, minimumZoom, maximumZoom, attribution, isOffered}`, as the server describes them.
 */
export function streets(map, tiles) {
    const part = element("div", {class: "streets"});
    if (!tiles.address) return part;
    const server = /^https?:/.test(tiles.address) ? new URL(tiles.address).host : null;
    const show = isOn => {
        map.tiles = isOn ? tiles : null;
        if (server) map.bareWord = "mapNeedsStreets";
        const owed = isOn && tiles.attribution ? element("p", {class: "note"}, element("bdi", {}, tiles.attribution)) : "";
        if (!server) return part.replaceChildren(owed);
        const press = button(isOn ? "hideStreets" : "showStreets", () => choose(!isOn), {kind: "plain"});
        part.replaceChildren(element("div", {class: "row"}, press, element("p", {class: "note"}, word("streetsWhat", {server}))), owed);
        return press;
    };
    const choose = isOn => {
        const secure = location.protocol === "https:" ? "; Secure" : "";
        document.cookie = `${cookie}=${isOn ? 1 : 0}; Path=/console; Max-Age=${year}; SameSite=Strict${secure}`;
        // Only a page that is loaded anew may show pictures of the server.
        if (!isOn || !tiles.isOffered || !wasOff) return show(isOn).focus();
        try { sessionStorage.setItem(viewName, JSON.stringify(map.view)); } catch { /* The view is not kept. */ }
        location.reload();
    };
    const wasOff = chosen() !== "1";
    show(streetsAreOn(tiles));
    return part;
}

/** Whether this browser shows the tiles. An operator turns a tile server on or off on the page of the map. */
export function streetsAreOn(tiles) {
    if (!tiles.address) return false;
    if (!/^https?:/.test(tiles.address)) return true;
    return tiles.isOffered ? chosen() === "1" : chosen() !== "0";
}
