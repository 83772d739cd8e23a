// What one person wants to hear of, what they were told, and why.

import {call, path, query} from "./calls.js";
import {explanation} from "./deliveries.js";
import {attempt} from "./dialogs.js";
import {button, chip, element, excerpt, facts, foreign, moment, number, pager, table, term, word} from "./elements.js";

/** What a person wants to hear of, and when not. */
export async function preferences(account) {
    const found = await call("GET", path`/accounts/${account.id}/preferences`);
    const quiet = found.quietHours;
    return facts([
        ["radius", word("kilometres", {count: number(found.notificationRadius)})],
        ["categories", chips(found.preferredCategories.map(name => [name, true]))],
        ["kinds", chips(found.kinds.map(kind => [term("type", kind.name), kind.enabled]))],
        ["quietHours", quiet ? quietTimes(quiet) : word("none")],
        ["topics", chips(found.topics.map(name => [name, true]))],
        ["givenTopics", chips(found.givenTopics.map(name => [name, true]))],
        ["tags", chips(found.tags.map(name => [name, true]))]]);
}

const quietTimes = quiet => {
    const times = `${quiet.start} – ${quiet.end}, ${quiet.timeZone}`;
    return quiet.allowsInterruptions ? word("butInterruptions", {times}) : times;
};

/** Names, each with whether it is on. */
const chips = pairs => pairs.length ? element("span", {}, pairs.map(([name, isOn]) =>
    chip(isOn ? name : word("switchedOff", {name}), isOn ? "good" : "")))
    : element("span", {class: "quiet"}, word("none"));

/** What a person was told, the latest first; of each entry why, when somebody asks. */
export async function inbox(account) {
    const rows = [];
    const list = element("div"), answer = element("div", {role: "status"});
    const summary = element("p", {class: "note"});
    const load = async cursor => {
        const page = await call("GET", `${path`/accounts/${account.id}/inbox`}${query({limit: 20, cursor})}`);
        rows.push(...page.entries.map(entry => row(entry, account, answer)));
        summary.textContent = word("inboxNote", {unread: page.unread, total: page.total});
        list.replaceChildren(table("inbox", ["when", "type", "title", "body", "read", "action"], rows, "inboxEmpty"),
            pager(page.nextCursor, () => attempt(() => load(page.nextCursor))) ?? "");
    };
    await load();
    return element("div", {}, summary, list, rows.length ? element("p", {class: "note"}, word("whyNote")) : "", answer);
}

const row = (entry, account, answer) => [
    moment(entry.at), chip(term("type", entry.kind ?? entry.type)), foreign(entry.title), foreign(entry.body),
    entry.readAt ? moment(entry.readAt) : word("unread"),
    button("why", () => ask(entry, account, answer), {kind: "plain", about: entry.title})];

async function ask(entry, account, answer) {
    answer.replaceChildren();
    const found = await attempt(() => call("GET", path`/notifications/${entry.id}/recipients/${account.id}`));
    if (!found) return;
    answer.replaceChildren(element("h3", {}, excerpt(entry.title || entry.id)), ...await explanation(found));
    answer.scrollIntoView({block: "nearest"});
}
