// Which versions of the app, systems and languages are in use, and by whom.

import {call, query} from "./calls.js";
import {attempt} from "./dialogs.js";
import {brief, button, element, excerpt, foreign, language, moment, number, pager, section, table, tell, word} from "./elements.js";
import {loginsOf} from "./people-list.js";
import {personName} from "./person-search.js";
import "./server-page-words.js";

/** As many people as an audience may name. */
const mostNotified = 500;

export async function show(parameters, context) {
    for (const kind of ["appVersion", "system"]) {
        const name = parameters.get(kind);
        if (name && context.may("support")) return people(kind, name, context);
    }
    const counts = await call("GET", "/installations");
    return [
        element("h1", {}, word("installations")),
        element("p", {class: "note"}, word("installationsWhat"), " ", `${word("activeSince")} `, moment(counts.activeSince), `. `, word("fewNotShown")),
        versionAdvice(counts.appVersions.groups, context),
        element("div", {},
            group("appVersions", counts.appVersions, context, "appVersion", name => ({appVersion: `=${name}`})),
            group("systems", counts.systems, context, "system"),
            group("pushLanguages", counts.pushLanguages, context, null, name => ({language: name}), languageName))];
}

const compose = audience => `#/compose${query({audience: JSON.stringify(audience)})}`;

const order = new Intl.Collator("en", {numeric: true});

/** How many use the newest version, and a way to notify all others. */
function versionAdvice(groups, context) {
    const versions = groups.filter(({name}) => /^\d+(\.\d+)*$/.test(name ?? "")).sort((one, other) => order.compare(other.name, one.name));
    if (versions.length < 2) return "";
    const [newest, ...older] = versions, count = older.reduce((sum, one) => sum + one.count, 0);
    return section("newestVersion",
        element("p", {}, element("strong", {}, newest.name), " ", word("newestOn", {count: newest.count}), " ", word("olderOn", {count})),
        context.may("operator")
            ? element("p", {}, element("a", {class: "button", href: compose({appVersion: `<${newest.name}`})}, word("notifyOlder", {version: newest.name}))) : "");
}

const tongues = new Intl.DisplayNames(language, {type: "language"});
/** The name of a language tag in the language of the page; the tag where it has none. */
function languageName(tag) {
    try { return tongues.of(tag); } catch { return tag; }
}

/**
 * The groups of a kind. `kind` is the parameter that lists the people of one, `audience` makes the audience of one, and `shownName` its
 * name for people. The share is of all only where what is not shown is counted too.
 */
function group(title, {groups, others}, context, kind, audience, shownName = name => name) {
    const total = groups.reduce((sum, {count}) => sum + count, 0) + (others ?? 0);
    const row = (name, count, links = []) => {
        const share = Math.round(100 * count / Math.max(1, total));
        const bar = element("span", {class: "stripe", "aria-hidden": "true"});
        // By the object model: the policy forbids it in the markup alone.
        bar.style.setProperty("--share", `${share}%`);
        return element("li", {}, element("strong", {class: "name"}, excerpt(name)),
            element("span", {class: "count"}, number(count), element("span", {class: "quiet"}, ` · ${word("percent", {share: number(share)})}`)), bar,
            links.length ? element("span", {class: "row"}, links) : null);
    };
    const link = (address, text, name) => element("a", {class: "button plain", href: address, "aria-label": `${word(text)}: ${brief(name)}`}, word(text));
    const rows = groups.map(({name, count}) => name ? row(shownName(name), count, [
        ...kind && context.may("support") ? [link(`#/installations${query({[kind]: name})}`, "showPeople", name)] : [],
        ...!context.may("operator") ? [] : audience ? [link(compose(audience(name)), "notifyThem", name)]
            : [button("notifyThem", () => attempt(() => notifyPeople(peopleOf(kind, name), context)), {kind: "plain", about: name})]]) : row(word("notKnown"), count));
    if (others) rows.push(row(word("others"), others));
    return section(title,
        rows.length ? element("ul", {class: "bars groups"}, rows) : element("p", {class: "quiet"}, word("noInstallations")),
        others ? element("p", {class: "note"}, word("fewNote")) : "");
}

/** The people of one group, page by page: `read` adds the next page to `accounts`. */
function peopleOf(kind, name) {
    const found = {accounts: [], isRead: false, next: undefined};
    found.read = async () => {
        const page = await call("GET", `/installations/people${query({[kind]: name, cursor: found.next})}`);
        found.accounts.push(...page.accounts);
        found.next = page.nextCursor;
        found.isRead = !found.next;
    };
    return found;
}

/** Reads all people of a group, and goes to a new notification for them. */
async function notifyPeople(found, context) {
    while (!found.isRead && found.accounts.length <= mostNotified) {
        if (found.accounts.length) tell(word("readingPeople", {count: found.accounts.length}), true);
        await found.read();
    }
    if (!found.isRead || found.accounts.length > mostNotified) tell(word("tooManyToNotify", {count: mostNotified}));
    else context.go(compose({accounts: found.accounts.map(({id}) => id)}).slice(1));
}

/** The people of one group, who can be notified. */
async function people(kind, name, context) {
    const found = peopleOf(kind, name), list = element("div");
    const draw = () => list.replaceChildren(
        table("people", ["name", "signsInWith", "status", "created", "lastSignIn"], found.accounts.map(account => [
            element("a", {class: "lead", href: `#/person/${encodeURIComponent(account.id)}?tab=sessions`}, excerpt(personName(account))),
            element("span", {}, loginsOf(account).map((login, place) => [place ? element("br") : null, foreign(login)])),
            word(`status.${account.status}`), moment(account.createdAt), moment(account.lastLoginAt)]), "noPeople"),
        pager(found.next, () => attempt(async () => { await found.read(); draw(); })) ?? "");
    await found.read();
    draw();
    return [
        element("p", {}, element("a", {href: "#/installations"}, word("toInstallations"))),
        element("div", {class: "row spread"}, element("h1", {}, word(`peopleOf.${kind}`), " ", excerpt(name)),
            !context.may("operator") ? null : kind === "appVersion"
                ? element("a", {class: "button plain", href: compose({appVersion: `=${name}`})}, word("notifyThese"))
                : button("notifyThese", () => attempt(async () => { await notifyPeople(found, context); draw(); }), {kind: "plain"})),
        element("p", {class: "note"}, word("installedNote")), list];
}
