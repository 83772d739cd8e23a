// What a person shares places with: how many links, trackers, forwarders and circles. Operators see no places and no names.

import {call, path} from "./calls.js";
import {attempt, confirmed} from "./dialogs.js";
import {button, chip, element, excerpt, number, table, word} from "./elements.js";
import {part} from "./person.js";

/** The part with the counts, each of which an operator can end. */
export function sharingPart(account, name, context) {
    if (!context.may("support")) return null;
    return part("sharing", async () => {
        const counts = await call("GET", path`/accounts/${account.id}/sharing`);
        const row = (kind, count, ...notes) => [
            element("span", {}, word(`sharing.${kind}`), notes.map(note => element("span", {class: "note below"}, note))),
            element("span", {}, number(count), kind === "forwarders" && counts.failingForwarders
                ? [" ", chip(word("someFail", {count: counts.failingForwarders}), "warning")] : null),
            count && kind !== "circles" && context.may("operator") ? button("endSharing",
                () => end(account, name, kind, context), {kind: "danger", about: word(`sharing.${kind}`)}) : ""];
        if (![counts.shareLinks, counts.trackers, counts.forwarders, counts.circles].some(Boolean)) {
            return element("p", {class: "quiet"}, word("sharesNothing"));
        }
        return element("div", {},
            element("p", {class: "note"}, word("sharingNote")),
            table("sharing", ["kind", "sharingCount", "action"], [
                row("share-links", counts.shareLinks), row("trackers", counts.trackers),
                row("forwarders", counts.forwarders, ...counts.hosts.length ? [excerpt(counts.hosts.join(", "))] : [],
                    ...counts.failingForwarders ? [word("someFailWhat")] : []),
                row("circles", counts.circles, word("circlesNote"))]));
    });
}

async function end(account, name, kind, context) {
    if (!await confirmed("endSharing", word(`endSharing.${kind}`), {subject: name})) return;
    if (await attempt(() => call("DELETE", path`/accounts/${account.id}/sharing/${kind}`))) await context.done("sharingEnded");
}
