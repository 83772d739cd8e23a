// Which versions of the app, systems and languages are in use, and by whom.

import {call, query} from "./calls.js";
import {attempt} from "./dialogs.js";
import {brief, button, element, excerpt, foreign, moment, number, pager, section, table, tell, word} from "./elements.js";
import {loginsOf} from "./people-list.js";
import {personName} from "./person-search.js";

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
        element("p", {class: "note"}, `${word("activeSince")} `, moment(counts.activeSince), `.`),
        element("div", {class: "tiles large"},
            group("appVersions", counts.appVersions, context, "appVersion", name => ({appVersion: `=${name}`})),
            group("systems", counts.systems, context, "system"),
            group("pushLanguages", counts.pushLanguages, context, null, name => ({language: name})))];
}

const compose = audience => `#/compose${query({audience: JSON.stringify(audience)})}`;

/**
 * The groups of a kind. `kind` is the parameter that lists the people of one, `audience` makes the audience of one. The share
 * is of all only where what is not shown is counted too.
 */
function group(title, {groups, others}, context, kind, audience) {
    const total = groups.reduce((sum, {count}) => sum + count, 0) + (others ?? 0);
    const [most, next] = groups.filter(group => group.name);
    const isMost = most && most.count > (next?.count ?? 0);
    const row = (name, count, links = []) => {
        const bar = element("span", {class: "stripe", "aria-hidden": "true"});
        // By the object model: the policy forbids it in the markup alone.
        bar.style.setProperty("--share", `${Math.round(100 * count / Math.max(1, total))}%`);
        return element("li", {}, element("span", {class: "name"}, excerpt(name), links), element("span", {class: "count"}, number(count)), bar);
    };
    const link = (address, text, name) => [" ", element("a", {class: "note", href: address, "aria-label": `${word(text)}: ${brief(name)}`}, word(text))];
    const rows = groups.map(({name, count}) => name ? row(name, count, [
        kind && context.may("support") ? link(`#/installations${query({[kind]: name})}`, "showPeople", name) : [],
        audience && context.may("operator") ? link(compose(audience(name)), "notifyGroup", name) : []]) : row(word("notKnown"), count));
    if (others) rows.push(row(word("others"), others));
    return section(title,
        isMost ? element("p", {class: "answer"}, element("strong", {}, element("bdi", {}, most.name)), " ",
            others ? word("share", {share: number(100 * most.count / total)}) : word("mostUsed")) : "",
        rows.length ? element("ul", {class: "bars"}, rows) : element("p", {class: "quiet"}, word("none")),
        element("p", {class: "note"}, word(others ? "fewNote" : "fewNotShown")));
}

/** The people of one group, who can be notified. */
async function people(kind, name, context) {
    const accounts = [];
    let next;
    const list = element("div");
    const read = async () => {
        const page = await call("GET", `/installations/people${query({[kind]: name, cursor: next})}`);
        accounts.push(...page.accounts);
        next = page.nextCursor;
    };
    const draw = () => list.replaceChildren(
        table("people", ["name", "signsInWith", "status", "created", "lastSignIn"], accounts.map(account => [
            element("a", {href: `#/person/${encodeURIComponent(account.id)}?tab=sessions`}, excerpt(personName(account))),
            element("span", {}, loginsOf(account).map((login, place) => [place ? element("br") : null, foreign(login)])),
            word(`status.${account.status}`), moment(account.createdAt), moment(account.lastLoginAt)]), "noPeople"),
        pager(next, () => attempt(async () => { await read(); draw(); })) ?? "");
    const notifyAll = async () => {
        while (next && accounts.length <= mostNotified) {
            tell(word("readingPeople", {count: accounts.length}), true);
            await read();
        }
        draw();
        if (next || accounts.length > mostNotified) tell(word("tooManyToNotify", {count: mostNotified}));
        else context.go(compose({accounts: accounts.map(({id}) => id)}).slice(1));
    };
    await read();
    draw();
    return [
        element("p", {}, element("a", {href: "#/installations"}, word("toInstallations"))),
        element("div", {class: "row spread"}, element("h1", {}, word(`peopleOf.${kind}`), " ", excerpt(name)),
            !context.may("operator") ? null : kind === "appVersion"
                ? element("a", {class: "button plain", href: compose({appVersion: `=${name}`})}, word("notifyThese"))
                : button("notifyThese", () => attempt(notifyAll), {kind: "plain"})),
        element("p", {class: "note"}, word("installedNote")), list];
}
