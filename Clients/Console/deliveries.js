// What became of a notification: as a whole, by reason, and for one person.

import {call, path} from "./calls.js";
import {attempt} from "./dialogs.js";
import {bars, button, chip, element, english, excerpt, facts, foreign, moment, number, pager, section, table, term, word} from "./elements.js";
import {isBetweenZones, localMoment} from "./notification-texts.js";
import {personName, personSearch} from "./person-search.js";
import {idEnd, pushDeviceName, readDevices} from "./push-device-names.js";

const kinds = {sent: "good", failed: "bad", expired: "bad"};

/** From the audience to those who opened it. What nobody knows is said, and not shown as none. */
export function funnel(notification) {
    const {state, announcement, fewerThan, recipients, books, interactions, startsAtLocal} = notification;
    if (fewerThan) return section("funnel", element("p", {}, word("fewerThan", {count: fewerThan})));
    if (!books) return section("funnel", element("p", {class: "quiet"}, word("countsHidden")));
    const isBetween = isBetweenZones(notification);
    const zones = isBetween ? element("p", {}, word("betweenZonesText", {time: localMoment(startsAtLocal, {timeStyle: "short"}).textContent})) : "";
    if (["scheduled", "deciding"].includes(state) && !books.accepted) {
        return section("funnel", isBetween ? zones : element("p", {class: "quiet"}, word(state === "scheduled" ? "notBegun" : "beingDecided")));
    }
    const opened = interactions?.filter(({action}) => action === "opened").reduce((all, {people}) => all + people, 0);
    const steps = [
        ["funnel.audience", recipients], ["funnel.eligible", books.accepted - books.suppressed],
        ["funnel.sent", books.sent, "good"], ["funnel.opened", announcement ? undefined : opened, "good"]].filter(([, count]) => count !== undefined);
    const rest = ["pending", "deferred", "suppressed", "failed", "expired"].filter(name => books[name]);
    return section("funnel", zones,
        bars(steps.map(([name, count, kind]) => ({name: word(name), count, kind})), Math.max(1, ...steps.map(([, count]) => count))),
        element("p", {class: "note"}, word("deliveredUnknown"), announcement ? ` ${word("openedUnknown")}` : ""),
        rest.length ? element("h3", {}, word("notSentDevices")) : "",
        rest.length ? bars(rest.map(name => ({name: term("delivery", name), count: books[name], kind: kinds[name] ?? ""})), Math.max(1, books.accepted)) : "");
}

/** Groups of what Apple, Google and the server answer; each has an explanation and a remedy. */
const groups = {
    gone: ["Unregistered", "UNREGISTERED", "BadDeviceToken", "ExpiredToken", "INVALID_ARGUMENT", "not a token of"],
    otherApp: ["DeviceTokenNotForTopic", "BadTopic", "TopicDisallowed", "MissingTopic", "SENDER_ID_MISMATCH"],
    credential: ["InvalidProviderToken", "ExpiredProviderToken", "MissingProviderToken", "BadCertificate", "BadEnvironmentKeyIdInToken",
        "Forbidden", "UnrelatedKeyIdInToken", "THIRD_PARTY_AUTH_ERROR", "the provider token", "certificate not trusted"],
    unset: ["not configured"], large: ["PayloadTooLarge", "PayloadEmpty"],
    often: ["TooManyRequests", "TooManyProviderTokenUpdates", "QUOTA_EXCEEDED"],
    outage: ["InternalServerError", "ServiceUnavailable", "Shutdown", "UNAVAILABLE", "INTERNAL", "unreachable", "status 5", "closed"],
    choice: ["switched-off", "category-not-preferred", "muted", "quiet-hours", "digest", "capped", "no-position", "not-in-audience", "released",
        "cancelled"],
    left: ["account-closed", "removed", "moved", "session-ended", "silent"],
};
export const groupOf = reason => Object.keys(groups).find(name => groups[name].some(start => reason.startsWith(start))) ?? "unknown";

/** A reason in words; the provider's own word beside, for whoever looks for it. */
export function reasonText(reason) {
    const known = term("why", reason);
    if (known !== reason) return foreign(known);
    const group = groupOf(reason);
    return element("span", {}, group === "unknown" ? "" : `${word(`cause.${group}`)} `, element("code", {}, foreign(reason)));
}

/** What to do about a reason. */
export const remedyText = reason => word(`remedy.${groupOf(reason)}`);

/** Why deliveries were not sent, the most frequent reason first; with what to do. */
export const reasonsPart = reasons => reasons?.length ? section("notSentReasons", table("notSentReasons", ["reason", "state", "devicesCount", "remedy"],
    reasons.map(({state, reason, count}) => [reasonText(reason), chip(term("delivery", state), kinds[state] ?? ""), number(count), remedyText(reason)]))) : "";

/** Why one person got a notification, or not: a search for the person, and the answer. */
export function whyOf(id) {
    const answer = element("div", {role: "status"});
    return element("div", {}, personSearch("whyPerson", async person => {
        answer.replaceChildren();
        const found = await attempt(() => call("GET", path`/notifications/${id}/recipients/${person.id}`));
        if (found) await show(answer, personName(person), found);
    }), element("p", {class: "note"}, word("whyNote")), answer);
}

async function show(answer, title, found) {
    answer.replaceChildren(element("h3", {}, excerpt(title)), ...await explanation(found));
    answer.scrollIntoView({block: "nearest"});
}

/** The devices of a person by their ids, those that get no pushes any more among them; none where they cannot be read. */
async function devicesOf(account) {
    const {pushDevices, endedPushDevices = []} = await readDevices(account).catch(() => ({pushDevices: []}));
    return new Map([...endedPushDevices, ...pushDevices].map(device => [device.id, device]));
}

function deviceCell(delivery, devices) {
    const device = devices.get(delivery.token);
    return element("span", {}, device ? excerpt(pushDeviceName(device)) : word("unknownDevice"), element("span", {class: "note below"},
        `${term("channel", delivery.type)} · ${idEnd(delivery.token)}`,
        device?.createdAt ? [` · ${word("registered")} `, moment(device.createdAt)] : null));
}

/** Why somebody was notified, or not, and what became of it on each of their devices. */
export async function explanation(found) {
    const devices = found.deliveries.length ? await devicesOf(found.account) : null;
    return [
        element("p", {class: "answer"}, headline(found),
            // The server's words tell how far, or which condition failed, where that is the reason; in English.
            /\d/.test(found.text) || found.reason === "not-in-audience" ? [" – ", english(found.text)] : null),
        facts([
            ["distance", found.distanceMeters && word("about", {distance: number(found.distanceMeters / 1000)})],
            ["radius", found.notificationRadius && word("about", {distance: number(found.notificationRadius)})]]),
        devices ? table("counts", ["device", "state", "reason"], found.deliveries.map(delivery => [
            deviceCell(delivery, devices), stateCell(delivery),
            delivery.reason && element("span", {}, reasonText(delivery.reason), below(remedyText(delivery.reason)))])) : ""];
}

const below = (...content) => element("span", {class: "note below"}, ...content);

/** What became of one delivery, when, and when it is tried again. */
const stateCell = ({state, at, attempts, nextAt}) => element("span", {}, chip(term("delivery", state), kinds[state] ?? ""),
    below(moment(at), attempts > 1 ? ` · ${word("attemptCount", {count: attempts})}` : ""),
    nextAt ? below(word("nextTry"), " ", moment(nextAt)) : null);

/** Who was eligible is notified only once something was sent; where nothing was, why is said first. */
export function headline({told, reason, deliveries}) {
    if (!told && reason === "undecided") return [chip(word("notSentYet"), "busy"), " ", element("strong", {}, term("reason", reason))];
    const sent = deliveries.filter(({state}) => state === "sent").length, isWhole = sent === deliveries.length;
    if (sent) {
        const devices = word("deviceCount", {count: deliveries.length});
        return [chip(word(isWhole ? "sentToAll" : "sentToSome", {sent: number(sent), devices}), isWhole ? "good" : "warning"), " ", element("strong", {}, term("reason", reason))];
    }
    if (!told) return [chip(word(reason === "cancelled" ? "notSent" : "notTold"), "bad"), " ", element("strong", {}, term("reason", reason))];
    const waits = deliveries.some(({nextAt}) => nextAt);
    const reasons = new Map(deliveries.map(delivery => [`${delivery.state} ${delivery.reason}`, delivery]));
    return [
        chip(word(waits ? "notSentYet" : "notSent"), waits || !deliveries.length ? "busy" : "bad"), " ",
        element("strong", {}, deliveries.length
            ? [...reasons.values()].map((delivery, place) => [place ? "; " : null, held(delivery)]) : word("noDeliveries"))];
}

/** Why one delivery is not sent, and until when. */
const held = ({state, reason, nextAt}) => [
    reason ? reasonText(reason) : term("delivery", state),
    nextAt ? [` (${word(state === "deferred" ? "untilTime" : "nextTry")} `, moment(nextAt), ")"] : null];
