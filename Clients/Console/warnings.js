// What the services warned of in their logs.

import {chip, element, foreign, moment, section, table, term, word} from "./elements.js";
import {serverText} from "./server-texts.js";

/** The latest warnings of all services. */
export const warningsTable = ({warnings}) => section("lastWarnings",
    table("lastWarnings", ["when", "service", "level", "message"], warnings.slice(0, 20).map(warning => [
        moment(warning.at), [warning.service, warning.replica].filter(Boolean).join(" "),
        chip(term("level", warning.level), warning.level === "warning" ? "warning" : "bad"), logged(warning.text)]), "noWarnings"));

/** A line of a log: its sentence in words, its notification as a link, and its other details, which stay as they are. */
function logged(text) {
    const [, message, details] = /^(.*?)((?: [\w.-]+=.*)?)$/s.exec(text), id = / notification=([\w-]+)/.exec(details)?.[1];
    return element("span", {}, serverText(message),
        id ? [" ", element("a", {href: `#/notification/${id}`}, word("seeNotification"))] : null,
        details ? element("span", {class: "note below"}, foreign(details.trim())) : null);
}
