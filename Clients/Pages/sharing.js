// Who sees where the person is: share links, circles, arrivals, forwarders, trackers, and who looked.

import {api} from "./calls.js";
import {button, card, fill} from "./cards.js";
import {beginCircles, showCircles} from "./circles.js";
import {byId, moment, word} from "./elements.js";
import {answerForm, closeForm, fillOptions, option} from "./forms.js";
import {forgetMade, showMade} from "./made.js";
import {beginTrackers, showTrackers} from "./trackers.js";

/** Fills all lists about places. */
export async function showSharing(person, act) {
    const [devices, names] = await Promise.all([showTrackers(act), showCircles(person, act)]);
    const nameOf = device => devices.get(device) ?? device;
    byId("adding-share-link").hidden = !devices.size;
    fillOptions("link-device", [...devices].map(([device, name]) => option(device, name)));
    await Promise.all([
        fill("share-links", async () => {
            const {data} = await api("GET", "users/me/share-links");
            return data.links.map(link => linkCard(link, nameOf(link.device), act));
        }),
        fill("arrivals", async () => {
            const {data} = await api("GET", "users/me/arrivals");
            return [...data.places.map(place => placeCard(place, nameOf(place.device), names, act)),
                ...data.watched.map(place => watchedCard(place, names, act)),
                ...(data.refused ?? []).map(account => refusedCard(account, names, act))];
        }),
        fill("forwarders", async () => {
            const lists = await Promise.all([...devices.keys()].map(forwardersOf));
            return lists.flat().map(forwarder => forwarderCard(forwarder, nameOf(forwarder.device), act));
        }),
        fill("visits", async () => {
            const {data} = await api("GET", "users/me/circles/visits");
            return data.visits.map(({device, name, at, askedAt}) => card(name, [
                ["trackedDevice", nameOf(device)], ["lookedAt", moment(at)], ["askedPlaceAt", askedAt && moment(askedAt)]]));
        })]);
}

/** Takes secrets that are shown once off the page. */
export const forgetSharing = () => forgetMade("made-share-link", "made-invitation", "made-tracker");

export function beginSharing(act) {
    beginTrackers(act);
    beginCircles(act);
    answerForm("add-share-link", async form => {
        const endsAt = new Date(Date.now() + Number(form.get("hours")) * 3_600_000).toISOString();
        const [name, password] = [form.get("name").trim(), form.get("password")];
        let made;
        const isMade = await act(async () => {
            made = (await api("POST", "users/me/share-links", {
                device: form.get("device"), endsAt, precision: form.get("precision"),
                ...name ? {name} : {}, ...password ? {password} : {}})).data;
        }, "shareLinkAdded");
        if (!isMade) return;
        closeForm("add-share-link");
        showMade("made-share-link", made.link.name, made.url, made.qrCode);
    });
}

function linkCard(link, device, act) {
    const isOpen = link.state === "open";
    const looked = link.viewers.map(({lastAt}) => lastAt).sort().at(-1);
    return card(link.name, [
        ["trackedDevice", device], ["linkState", word(`link.${link.state}`)],
        [isOpen ? "endsAt" : "endedAt", moment(link.endsAt)], ["precision", word(`precision.${link.precision}`)],
        ["hasPassword", word(link.hasPassword ? "yes" : "no")], ["viewers", String(link.viewers.length)],
        ["lookedAt", looked && moment(looked)]],
    isOpen ? button("endLink", link.name, () => act(
        () => api("DELETE", `users/me/share-links/${encodeURIComponent(link.id)}`), "shareLinkEnded")) : null);
}

const forwardersPath = device => `users/me/location-devices/${encodeURIComponent(device)}/forwarders`;

/** Gives the forwarders of a device. Those of a device whose key was changed send nothing, and the server refuses their list. */
async function forwardersOf(device) {
    try {
        return (await api("GET", forwardersPath(device))).data.forwarders;
    } catch (refusal) {
        if ([403, 404].includes(refusal.status)) return [];
        throw refusal;
    }
}

function forwarderCard(forwarder, device, act) {
    return card(forwarder.name, [
        ["trackedDevice", device], ["goesTo", forwarder.origin], ["precision", word(`precision.${forwarder.precision}`)],
        ["created", moment(forwarder.createdAt)],
        ["lastSent", forwarder.sentAt ? moment(forwarder.sentAt) : word("never")]],
    button("endForwarder", forwarder.name, () => act(
        () => api("DELETE", `${forwardersPath(forwarder.device)}/${encodeURIComponent(forwarder.id)}`), "forwarderEnded")));
}

function placeCard(place, device, names, act) {
    const watchers = place.watchers.map(account => names.get(account) ?? word("formerMember")).join(", ");
    return card(place.name, [["trackedDevice", device], ["watchers", watchers]],
        button("removePlace", place.name, () => act(
            () => api("DELETE", `users/me/arrivals/${encodeURIComponent(place.id)}`), "placeRemoved")));
}

function watchedCard(place, names, act) {
    return card(place.name, [["arrivalsOf", names.get(place.account) ?? word("formerMember")]],
        button("stopWatching", place.name, () => act(
            () => api("DELETE", `users/me/arrivals/${encodeURIComponent(place.id)}`), "watchingStopped")));
}

function refusedCard(account, names, act) {
    const name = names.get(account) ?? word("formerMember");
    return card(name, [["linkState", word("arrivalsRefused")]],
        button("allowArrivals", name, () => act(
            () => api("DELETE", `users/me/arrivals/refusals/${encodeURIComponent(account)}`), "arrivalsAllowed")));
}
