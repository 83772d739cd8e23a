// What became of a notification, as a whole and for one person.

import {call, path, query} from "./calls.js";
import {attempt} from "./dialogs.js";
import {bars, chip, element, facts, field, foreign, moment, number, section, table, term, word} from "./elements.js";
import {publisherNames} from "./publishers.js";
import {nameOf} from "./sent-notifications.js";

const kinds = {sent: "good", failed: "bad", expired: "bad"};

/** The part with the counts; `more` stands under them. */
export const countsPart = ({fewerThan, recipients, books}, ...more) => section("counts",
    // Who only views is not always told.
    fewerThan ? element("p", {}, word("fewerThan", {count: fewerThan}))
        : recipients === undefined ? null : element("p", {}, word("toPeopleCount", {count: recipients})),
    books ? bars(["sent", "pending", "deferred", "suppressed", "failed", "expired"].map(
        name => ({name: term("delivery", name), count: books[name], kind: kinds[name] ?? ""})), Math.max(1, books.accepted)) : null,
    element("p", {class: "note"}, word("countsNote")), ...more);

/** A form with one field; `address` gives the path of the explanation out of what the form says. */
function why(control, address) {
    const answer = element("div", {role: "status"});
    return element("div", {}, element("form", {
        class: "filters",
        submit: async event => {
            event.preventDefault();
            const form = new FormData(event.currentTarget);
            answer.replaceChildren();
            const found = await attempt(async () => call("GET", await address(form)));
            if (found) answer.replaceChildren(...explanation(found));
        }},
    control, element("button", {}, word("ask"))), element("p", {class: "note"}, word("whyNote")), answer);
}

/** Asks why a person was told of a notification, or not. */
export const whyOf = id => why(
    field("personName", element("input", {name: "person", required: true, maxlength: "320", autocapitalize: "none", spellcheck: "false"}),
        word("personNameNote")),
    async form => {
        const person = (await call("GET", path`/accounts/${form.get("person").trim()}`)).id;
        return path`/notifications/${id}/recipients/${person}`;
    });

/** Asks the same of one person, about the latest notifications. */
export async function whyOfPerson(account) {
    const [{notifications}, names] = await Promise.all([call("GET", `/notifications${query({limit: 20})}`), publisherNames()]);
    if (!notifications.length) return element("p", {class: "quiet"}, word("nothingSent"));
    return why(field("toldOf", element("select", {name: "toldOf"}, notifications.map(entry =>
        element("option", {value: path`/notifications/${entry.id}/recipients/${account.id}`},
            [nameOf(entry), names.get(entry.publisher) ?? entry.publisher, moment(entry.startsAt ?? entry.createdAt).textContent]
                .join(" · ").slice(0, 100))))),
    async form => form.get("toldOf"));
}

/** Why somebody was told, or not, and what became of it on each of their devices. */
export const explanation = found => [
    element("p", {class: "answer"}, headline(found),
        // The server's words tell how far, where that is the reason; in English.
        /\d/.test(found.text) ? [" – ", foreign(found.text)] : null),
    facts([
        ["distance", found.distanceMeters && word("about", {distance: number(found.distanceMeters / 1000)})],
        ["radius", found.notificationRadius && word("about", {distance: number(found.notificationRadius)})]]),
    found.deliveries.length ? table("counts", ["channel", "state", "reason", "attempts", "changed", "nextTry"],
        found.deliveries.map(delivery => [
            delivery.type, chip(term("delivery", delivery.state), kinds[delivery.state] ?? ""),
            delivery.reason && term("why", delivery.reason),
            number(delivery.attempts), moment(delivery.at), delivery.nextAt && moment(delivery.nextAt)])) : ""];

/** Who was to be told is told only once something was sent; where nothing was, why is said first. */
function headline({told, reason, deliveries}) {
    if (!told) return [chip(word("notTold"), "bad"), " ", element("strong", {}, term("reason", reason))];
    if (deliveries.some(({state}) => state === "sent")) {
        return [chip(word("told"), "good"), " ", element("strong", {}, term("reason", reason))];
    }
    const waits = deliveries.some(({nextAt}) => nextAt);
    const reasons = new Map(deliveries.map(delivery => [`${delivery.state} ${delivery.reason}`, delivery]));
    return [
        chip(word(waits ? "notSentYet" : "notSent"), waits || !deliveries.length ? "busy" : "bad"), " ",
        element("strong", {}, deliveries.length
            ? [...reasons.values()].map((delivery, place) => [place ? "; " : null, held(delivery)]) : word("noDeliveries"))];
}

/** Why one delivery is not sent, and until when. */
const held = ({state, reason, nextAt}) => [
    foreign(reason ? term("why", reason) : term("delivery", state)),
    nextAt ? [` (${word(state === "deferred" ? "untilTime" : "nextTry")} `, moment(nextAt), ")"] : null];
