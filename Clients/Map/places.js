// Places of devices, as the calls of the map tell them.

import {language, word} from "./elements.js";
import {northing} from "./mercator.js";

/** The towns, once they have come: no place waits for them. */
let towns = null;
import("./map-towns.js").then(found => { towns = found; }).catch(error => console.error(error));
const numbers = new Intl.NumberFormat(language, {maximumFractionDigits: 1});

/** Milliseconds after which a place is old. */
const old = 3_600_000;
const times = new Intl.DateTimeFormat(language, {dateStyle: "medium", timeStyle: "short"});
const hours = new Intl.DateTimeFormat(language, {timeStyle: "short"});
const exactTimes = new Intl.DateTimeFormat(language, {dateStyle: "medium", timeStyle: "medium"});

/** A place as GetLocation answers it; nil for what is none. Clients write numbers as texts too. */
export function readPlace(data) {
    const [longitude, latitude, time] = [data.Longitude, data.Latitude, data.Timestamp].map(Number);
    if (![longitude, latitude].every(Number.isFinite) || Math.abs(longitude) > 180 || Math.abs(latitude) > 90) return null;
    const radius = Number(data.HorizontalAccuracy);
    // In seconds or milliseconds, as the device has it.
    const at = time > 1e11 ? time : time * 1000;
    const isDate = Number.isFinite(at) && Math.abs(at) < 8e15;
    return {
        longitude, latitude, north: northing(latitude), at: isDate ? at : null, isOld: !isDate || Date.now() - at > old,
        radius: radius > 0 ? radius : 0};
}

/** When a device was at a place, in words: of this day the hour alone. */
export function timeText(place) {
    if (place.at === null) return "–";
    return (new Date(place.at).toDateString() === new Date().toDateString() ? hours : times).format(place.at);
}

/** The same with seconds. */
export const exactTimeText = place => place.at === null ? "–" : exactTimes.format(place.at);

/** Where that was. */
export const placeText = place => `${place.latitude.toFixed(4)}, ${place.longitude.toFixed(4)}`;

/** A distance in words. */
export const metres = distance => distance < 1000 ? `${Math.round(distance)} m` : `${numbers.format(distance < 10_000 ? distance / 1000 : Math.round(distance / 1000))} km`;

/** Metres from a town beyond which its name does not help a person who looks for one place. */
const helpful = 30_000;

/** The nearest town in words, for a person who looks for that place; empty where none is near enough to help. */
export const nearTownText = place => townText(place) && place.town.metres <= helpful ? townText(place) : "";

/** The nearest town in words; empty where there is none near. */
export function townText(place) {
    place.town ??= towns && (towns.nearestTown(place) ?? {});
    // A town is a point in the data, true to about a kilometre, and wider than that. A place may be known less exactly.
    return !place.town?.town ? "" : place.town.metres < Math.max(3000, place.radius ?? 0) ? place.town.town : word("fromTown", {distance: metres(place.town.metres), town: place.town.town});
}

const isOn = systems => systems.test(navigator.userAgent);
/** What opens a place: Apple's map, the app that an Android phone has chosen, or OpenStreetMap's site. Each learns the place then. */
export const mapApp = isOn(/iPhone|iPad|Macintosh/) ? "apple" : isOn(/Android/) ? "app" : "site";
export const opensSite = mapApp === "site";

/** The address that opens a place on a map. */
export function mapAppAddress({latitude, longitude}, name) {
    const point = `${latitude},${longitude}`;
    return mapApp === "apple" ? `https://maps.apple.com/?${new URLSearchParams({ll: point, q: name})}`
        : mapApp === "app" ? `geo:${point}?q=${point}`
        : `https://www.openstreetmap.org/?${new URLSearchParams({mlat: latitude, mlon: longitude})}#map=15/${latitude}/${longitude}`;
}
