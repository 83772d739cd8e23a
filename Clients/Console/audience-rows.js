// The conditions of an audience in rows, all or any of which have to hold. A row can be a group of rows.

import {peopleFields} from "./audience-people.js";
import {choice, element, word} from "./elements.js";
import {languageTag, versionParts} from "./notification-texts.js";

const kinds = ["appVersion", "platform", "language", "topic", "tag", "deviceTag", "people", "group"];
/** The server takes only these beside a place, and none of them denied: with others an operator could test where a person is. */
const besidePlace = ["appVersion", "platform", "language", "topic"];
const comparisons = ["<", "<=", ">=", ">", "=", "!="];
const platforms = [["ios", "iOS"], ["android", "Android"], ["web", "Web"]];

/** What rows say for an audience: `{join, rows}`; null where they cannot say it. `depth` tells a group from the whole. */
export function readRows(audience, depth = 0) {
    const [name, value] = Object.entries(audience ?? {})[0] ?? [];
    const isSeveral = ["all", "any"].includes(name) && Array.isArray(value);
    const rows = (isSeveral ? value : [audience]).map(part => readRow(part, depth));
    return rows.length && rows.every(Boolean) ? {join: isSeveral ? name : "all", rows} : null;
}

function readRow(part, depth) {
    const [name, value] = Object.entries(part ?? {})[0] ?? [];
    const group = said => depth === 0 && readRows(said, 1);
    switch (name) {
    case "account": case "accounts": return {kind: "people", value: [value].flat()};
    case "all": case "any": return group(part) && {kind: "group", value: part};
    case "not": {
        const denied = readRow(value, depth);
        // A version has its own words for what is denied.
        if (denied && !denied.isNot && denied.kind !== "appVersion") return {...denied, isNot: true};
        return group(value) && {kind: "group", value, isNot: true};
    }
    case "platform": return platforms.some(([platform]) => platform === value) && {kind: name, value};
    default: return kinds.includes(name) && typeof value === "string" && {kind: name, value};
    }
}

/** What can be said beside a place: those rows of others that may stay. */
export const readBesidePlace = said => said.rows.filter(row => besidePlace.includes(row.kind) && !row.isNot);

/**
 * The rows; `changed` hears of what is chosen without typing. Gives the element, `value()`, the parts that it says, `fill()`, and
 * `limit()`, which leaves what is possible beside a place.
 */
export function rowsFields(changed, depth = 0) {
    const list = element("div");
    const join = choice("join", ["all", "any"].map(name => [name, word(`join.${name}`)]));
    join.setAttribute("aria-label", word("join"));
    let rows = [], isByPlace = false;
    const show = () => {
        rows.forEach((row, place) => row.show(place + 1, isByPlace, isByPlace || rows.length > 1));
        join.hidden = isByPlace || rows.length < 2;
    };
    const add = said => {
        const row = conditionRow(said, changed, depth, () => {
            rows = rows.filter(other => other !== row);
            row.element.remove();
            show();
            adder.focus();
            changed();
        });
        rows.push(row);
        list.append(row.element);
        return row;
    };
    const adder = element("button", {type: "button", class: "plain", click: () => {
        const free = (isByPlace ? besidePlace : kinds).find(kind => !rows.some(row => row.kind === kind)) ?? "topic";
        const row = add({kind: free});
        show();
        row.focus();
        changed();
    }}, word("addCondition"));
    const fill = said => {
        join.value = said.join;
        rows = [];
        list.replaceChildren();
        said.rows.forEach(add);
        show();
    };
    fill({join: "all", rows: [{kind: kinds[0]}]});
    return {
        element: element("div", {class: "conditions"}, join, list, element("p", {}, adder)), fill,
        parts: () => rows.map(row => row.value()),
        value: () => rows.length === 1 ? rows[0].value() : {[join.value]: rows.map(row => row.value())},
        limit: toPlace => {
            if (toPlace === isByPlace) return;
            isByPlace = toPlace;
            const kept = rows.filter(row => besidePlace.includes(row.kind) && !row.isNot && row.isFilled);
            // Conditions are a choice beside a place, and needed without one.
            for (const row of toPlace ? rows.filter(row => !kept.includes(row)) : []) row.element.remove();
            if (toPlace) [rows, join.value] = [kept, "all"];
            if (!rows.length && !toPlace) add({kind: kinds[0]});
            show();
        }};
}

/** One condition: what, whether or how, a value, and a button that takes it away. */
function conditionRow(said, changed, depth, remove) {
    const what = choice("condition", kinds.filter(kind => !depth || kind !== "group").map(kind => [kind, word(`condition.${kind}`)]), said.kind);
    const is = choice("is", [["", ""], ["not", ""]], said.isNot ? "not" : "");
    const known = said.kind === "appVersion" && said.value ? versionParts(said.value) : {comparison: "<", version: ""};
    const comparison = choice("comparison", comparisons.map(sign => [sign, word(`comparison.${sign}`)]), known.comparison);
    const place = element("div", {class: "value"});
    const removal = element("button", {type: "button", class: "plain", click: remove}, "✕");
    const whole = element("div", {class: "condition", role: "group"}, what, is, comparison, place, removal);
    let control;
    const choose = () => {
        const kind = what.value;
        control = controls[kind](kind !== said.kind ? undefined : kind === "appVersion" ? known.version : said.value, changed, depth);
        place.replaceChildren(control.element);
        whole.classList.toggle("wide", ["people", "group"].includes(kind));
        is.hidden = kind === "appVersion";
        comparison.hidden = !is.hidden;
        [is.options[0].textContent, is.options[1].textContent] = kind === "group" ? [word("holds"), word("holdsNot")] : [word("is"), word("isNot")];
    };
    what.addEventListener("change", choose);
    choose();
    const labels = [[what, "conditionWhat"], [is, "conditionHow"], [comparison, "conditionHow"]];
    for (const [control, name] of labels) control.setAttribute("aria-label", word(name));
    return {
        element: whole, focus: () => what.focus(),
        get kind() { return what.value; },
        get isNot() { return !is.hidden && is.value === "not"; },
        get isFilled() { return what.value !== "appVersion" ? Boolean(control.value()) : control.value() !== ""; },
        show: (place, isByPlace, mayGo) => {
            whole.setAttribute("aria-label", word("conditionOf", {number: String(place)}));
            removal.setAttribute("aria-label", word("removeCondition", {number: String(place)}));
            removal.hidden = !mayGo;
            for (const option of what.options) option.hidden = option.disabled = isByPlace && !besidePlace.includes(option.value);
            is.options[1].hidden = is.options[1].disabled = isByPlace;
        },
        value: () => {
            const kind = what.value, value = control.value();
            if (kind === "appVersion") return {appVersion: `${comparison.value}${value}`};
            const part = kind === "group" ? value : {[kind === "people" ? "accounts" : kind]: value};
            return is.value ? {not: part} : part;
        }};
}

/** A text to type, perhaps one of a list; by the name of its field in the form. */
function typed(name, value, label, attributes) {
    const input = element("input", {name, value, required: true, autocomplete: "off", spellcheck: "false", autocapitalize: "none", "aria-label": word(label), ...attributes});
    return {element: input, value: () => input.value.trim()};
}

/** The name of a topic or a tag; `list` is that of the known ones. */
const named = (kind, list) => value => typed(kind, value, `condition.${kind}`, {list, maxlength: "64", pattern: "[A-Za-z0-9._:\\-]+", title: word("nameRule"), placeholder: word("name")});

/** The value of each kind of condition. */
const controls = {
    appVersion: value => typed("version", value, "version", {list: "versions", pattern: "\\d+(\\.\\d+)*", maxlength: "32", title: word("versionRule"), placeholder: word("versionExample")}),
    platform: value => {
        const select = choice("platform", platforms.map(([name, text]) => [name, word(text)]), value);
        select.setAttribute("aria-label", word("platform"));
        return {element: select, value: () => select.value};
    },
    language: value => {
        const {element: input} = typed("audienceLanguage", value, "audienceLanguage", {list: "languages", maxlength: "35", placeholder: word("languageExample")});
        const tag = () => languageTag(input.value.trim());
        const check = () => input.setCustomValidity(!input.value.trim() || tag() ? "" : word("noLanguage", {name: input.value.trim()}));
        input.addEventListener("input", check);
        check();
        return {element: input, value: () => tag() ?? input.value.trim()};
    },
    topic: named("topic", "topics"), tag: named("tag", "tags"), deviceTag: named("deviceTag", "device-tags"),
    people: (value, changed) => {
        const fields = peopleFields(value ?? [], changed);
        makeUnique(fields.element);
        return fields;
    },
    group: (value, changed) => {
        const rows = rowsFields(changed, 1);
        if (value) rows.fill(readRows(value, 1));
        return rows;
    },
};

let made = 0;
/** A page has one element of each id, however many rows there are. */
function makeUnique(part) {
    made += 1;
    for (const name of ["id", "for", "aria-describedby"]) {
        for (const owner of part.querySelectorAll(`[${name}]`)) owner.setAttribute(name, `${owner.getAttribute(name)}-${made}`);
    }
}
