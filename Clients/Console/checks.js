// What balise doctor finds, the worst first. Loading the page tries credentials at their providers.

import {call} from "./calls.js";
import {button, bytes, chip, element, excerpt, foreign, moment, table, term, word} from "./elements.js";

const kinds = {ok: "good", unknown: "", warning: "busy", failure: "bad"};

/** What was found, with its moments and large sizes as people write them. */
const readable = text => text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, at => moment(at).textContent)
    .replace(/\b(\d{4,}) MiB\b/g, (_, count) => bytes(count * 2 ** 20));

export async function show(_, context) {
    const {state, checks} = await call("GET", "/checks");
    const [fine, others] = [true, false].map(isFine => checks.filter(check => isFine === (check.state === "ok")));
    const list = checks => table("checks", ["checkState", "check", "service", "found", "remedy"], checks.map(check => [
        chip(term("checkState", check.state), kinds[check.state] ?? ""),
        element("span", {class: "words"}, excerpt(term("check", check.name)),
            check.subject ? element("small", {class: "quiet"}, " ", excerpt(check.subject)) : null),
        element("span", {class: "words"}, excerpt(check.service), check.replica ? element("small", {class: "quiet"}, " ", excerpt(check.replica)) : null),
        foreign(readable(check.found)), foreign(check.remedy ?? "–")]));
    return [
        element("div", {class: "row spread"}, element("h1", {}, word("checks"), " ", chip(term("checkState", state), kinds[state] ?? "")),
            button("refresh", context.again, {kind: "plain"})),
        element("p", {class: "note"}, word("checksNote")),
        others.length ? list(others) : "",
        fine.length ? element("details", {open: !others.length}, element("summary", {}, word("checksFine", {count: fine.length})), list(fine)) : ""];
}
