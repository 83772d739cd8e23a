// The map: where the devices are whose owners let the operator see them, as they move.

import {call, mapTiles, stream} from "./calls.js";
import {element, tell, word} from "./elements.js";
import {events} from "./event-stream.js";
import {devicePart} from "./map-device.js";
import {DeviceList} from "./map-list.js";
import {showKeptView, streets} from "./map-streets.js";
import {readPlace} from "./places.js";
import "./world-map.js";
import "./server-page-words.js";

/** Milliseconds before a stream that broke off is begun again, and between two looks of the list. */
const pause = 2000, listPause = 1000;

/** `wanted` is the device that a link leads to. */
export async function show(_, __, wanted) {
    const tiles = await mapTiles();
    const map = document.createElement("world-map");
    map.homeWord = "showAll";
    // Whether there is a map is found out before the page is shown.
    const first = await stream("/map/stream").catch(refusal => {
        if (refusal.status === 409) return null;
        throw refusal;
    });
    if (!first) return beginning(map, tiles);
    const places = new Map(), owners = new Map();
    const state = element("p", {class: "note", role: "status"});
    const details = element("div");
    let isDue = false, hasSeen = showKeptView(map), chosen = null;
    const leave = () => {
        const id = chosen?.id;
        chosen?.end();
        chosen = map.marked = list.chosen = null;
        return id;
    };
    const choose = (id, isByList = true) => {
        leave();
        chosen = {id, ...devicePart(id, map, places, () => list.focus(leave()))};
        details.replaceChildren(chosen.part);
        map.marked = list.chosen = id;
        // A device that is pressed on the map stays where it is.
        if (!isByList) return;
        map.show(places.get(id), 0.25);
        chosen.part.focus({preventScroll: true});
        // On a phone the list is below the map.
        map.scrollIntoView({block: "nearest"});
    };
    const list = new DeviceList(places, choose);
    const fill = () => {
        isDue = false;
        // Once what there is at the beginning has come.
        if (!hasSeen && places.size) {
            hasSeen = true;
            map.showAll();
            if (places.has(wanted)) choose(wanted); else if (wanted) tell(word("notOnMap"));
        }
        if (chosen && !places.has(chosen.id)) {
            leave();
            tell(word("deviceGone"));
        }
        chosen?.fill();
        list.isLoading = false;
        list.fill();
        map.label = word("mapLabel", {count: places.size});
    };
    /** A device has the name of its owner, or else its own id. */
    const named = (place, id) => Object.assign(place, owners.get(id));
    /** The names come when they come: a map without them is a map. */
    const askForNames = async () => {
        const answer = await call("GET", "/map/owners").catch(() => ({owners: []}));
        for (const {device, account, name} of answer.owners) owners.set(device, {account, name});
        for (const [id, place] of places) named(place, id);
        map.redraw();
        fillSoon();
    };
    /** The list is looked through once a second at most, however many devices move. */
    const fillSoon = () => {
        if (isDue) return;
        isDue = true;
        setTimeout(fill, listPause);
    };
    const take = ({name, data}) => {
        if (name === "place") {
            const place = readPlace(data);
            if (place) places.set(data.Device, named(place, data.Device));
        } else if (name === "gone") {
            places.delete(data.Device);
            // What was shown of it goes at once.
            if (data.Device === chosen?.id) fill();
        } else if (name === "reset") {
            places.clear();
            askForNames();
        } else return;
        map.redraw();
        fillSoon();
    };
    map.addEventListener("choose", event => choose(event.detail, false));
    map.places = places;
    map.label = word("loading");
    list.fill();
    // Once the map is part of the page.
    setTimeout(() => follow(first, map, state, take));
    askForNames();
    return [
        element("div", {class: "row spread"}, element("h1", {}, word("map")), state), element("p", {class: "note"}, word("mapNote")),
        element("div", {class: "atlas"}, element("div", {}, map, streets(map, tiles)), element("div", {}, details, list.element))];
}

/** What the map is for, and how to see something on it: an installation begins without a device that reads. */
function beginning(map, tiles) {
    map.label = word("mapLabel", {count: 0});
    // Once the map is part of the page.
    setTimeout(() => map.home());
    return [
        element("h1", {}, word("map")), element("p", {}, word("mapFor")),
        element("section", {class: "card", "aria-labelledby": "map-how"},
            element("h2", {id: "map-how"}, word("mapHow")),
            element("ol", {}, ["mapHow1", "mapHow2", "mapHow3"].map(name => element("li", {}, word(name)))),
            element("pre", {tabindex: "0"}, "balise serve --console-reader operator-map --console-reader-key-file reader.key"),
            element("p", {class: "note"}, word("mapHowMore"))),
        map, streets(map, tiles)];
}

/** Follows the stream for as long as the map is part of the page, and begins it again where it breaks off. */
async function follow(response, map, state, take) {
    // What the page does not show any more is not followed either.
    const left = new AbortController();
    if (!map.isConnected) return response.body.cancel();
    new MutationObserver((_, observer) => {
        if (map.isConnected) return;
        observer.disconnect();
        left.abort();
    }).observe(document.getElementById("place"), {childList: true, subtree: true});
    for (;;) {
        state.textContent = word("mapLive");
        try {
            for await (const event of events(response, left.signal)) {
                if (left.signal.aborted) return;
                if (event.name === "end" && event.data.reason === "refused") break;
                take(event);
            }
        } catch {
            // It is begun again below.
        }
        if (left.signal.aborted) return;
        state.textContent = word("mapBroken");
        do {
            await new Promise(resolve => setTimeout(resolve, pause));
            if (left.signal.aborted) return;
            response = await stream("/map/stream").catch(refusal => {
                if (refusal.status === 401) left.abort();
                return null;
            });
        } while (!response);
        take({name: "reset"});
    }
}
