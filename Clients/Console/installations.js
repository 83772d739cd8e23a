// Which versions of the app, systems and languages are in use.

import {call} from "./calls.js";
import {bars, element, moment, number, section, word} from "./elements.js";

export async function show() {
    const counts = await call("GET", "/installations");
    return [
        element("h1", {}, word("installations")),
        element("p", {class: "note"}, `${word("activeSince")} `, moment(counts.activeSince), `. ${word("fewNote")}`),
        element("div", {class: "tiles large"},
            group("appVersions", counts.appVersions), group("systems", counts.systems),
            group("pushLanguages", counts.pushLanguages))];
}

/** The share is of all only where what is not shown is counted too. */
function group(title, {groups, others}) {
    const all = groups.map(({name, count}) => ({name: name ?? word("notKnown"), count}));
    if (others) all.push({name: word("others"), count: others});
    const total = all.reduce((sum, {count}) => sum + count, 0);
    const most = groups.find(group => group.name);
    return section(title,
        most ? element("p", {class: "answer"}, element("strong", {}, element("bdi", {}, most.name)), " ",
            others ? word("share", {share: number(100 * most.count / total)}) : word("mostUsed")) : "",
        bars(all, Math.max(1, total)), others ? null : element("p", {class: "note"}, word("fewNotShown")));
}
