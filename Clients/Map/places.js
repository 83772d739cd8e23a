// Places of devices, as the calls of the map tell them.

import {language} from "./elements.js";
import {northing} from "./mercator.js";

/** Milliseconds after which a place is old. */
const old = 3_600_000;
const times = new Intl.DateTimeFormat(language, {dateStyle: "medium", timeStyle: "short"});
const exactTimes = new Intl.DateTimeFormat(language, {dateStyle: "medium", timeStyle: "medium"});

/** A place as GetLocation answers it; nil for what is none. Clients write numbers as texts too. */
export function readPlace(data) {
    const [longitude, latitude, time] = [data.Longitude, data.Latitude, data.Timestamp].map(Number);
    if (![longitude, latitude].every(Number.isFinite) || Math.abs(longitude) > 180 || Math.abs(latitude) > 90) return null;
    // In seconds or milliseconds, as the device has it.
    const at = time > 1e11 ? time : time * 1000;
    const isDate = Number.isFinite(at) && Math.abs(at) < 8e15;
    return {
        longitude, latitude, north: northing(latitude), at: isDate ? at : null, isOld: !isDate || Date.now() - at > old};
}

/** When a device was at a place, in words. */
export const timeText = place => place.at === null ? "–" : times.format(place.at);

/** The same with seconds. */
export const exactTimeText = place => place.at === null ? "–" : exactTimes.format(place.at);

/** Where that was. */
export const placeText = place => `${place.latitude.toFixed(4)}, ${place.longitude.toFixed(4)}`;
