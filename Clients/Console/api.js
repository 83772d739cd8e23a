// What can be called: the API's document, readable, and a try of what an operator may read.

import {apiDocument, path, query, serverWords, text} from "./calls.js";
import {readOperations} from "./document.js";
import {chip, choice, element, excerpt, field, foreign, said, word} from "./elements.js";

const operators = "openapi-operators.yaml";
const documents = [operators, "openapi.yaml"];

export async function show() {
    const [{summaries}, ...texts] = await Promise.all([serverWords(), ...documents.map(apiDocument)]);
    const operations = texts.flatMap((text, place) => readOperations(text, documents[place] === operators))
        .map(operation => ({...operation, translated: summaries[operation.id]}));
    const search = element("input", {type: "search", autocapitalize: "none", spellcheck: "false"});
    const tags = [...new Set(operations.map(operation => operation.tag))];
    const tag = choice("tag", [["", word("any")], ...tags.map(name => [name, name])], "Operations");
    const list = element("div");
    const fill = () => {
        const wanted = search.value.toLowerCase();
        const found = operations.filter(operation => !tag.value || operation.tag === tag.value)
            .filter(({method, path, id, summary, translated = ""}) => `${method} ${path} ${id} ${summary} ${translated}`.toLowerCase().includes(wanted));
        list.replaceChildren(
            element("p", {class: "quiet", role: "status"}, word("operationsFound", {count: found.length})), ...found.map(card));
    };
    search.addEventListener("input", fill);
    tag.addEventListener("change", fill);
    fill();
    return [
        element("h1", {}, word("api")), element("p", {class: "note"}, word("apiNote")),
        ...documents.map(name =>
            element("p", {}, element("a", {href: `/console/files/${name}`, download: name}, word("download"), ` (${name})`))),
        element("div", {class: "filters"}, field("search", search), field("subjects", tag)), list];
}

/** An operation, closed; what it holds is made when it is opened. */
function card(operation) {
    const made = element("details", {class: "card operation"},
        element("summary", {}, chip(operation.method, operation.method === "GET" ? "good" : "busy"), " ",
            element("code", {}, operation.path), operation.translated
                ? element("span", {class: "summary"}, operation.translated)
                : element("span", {class: "summary", lang: "en"}, excerpt(operation.summary))));
    made.addEventListener("toggle", () => {
        if (!made.open || made.children.length > 1) return;
        made.append(
            operation.description ? element("p", {lang: "en"}, foreign(operation.description)) : "",
            operation.isOperations && operation.method === "GET" ? trial(operation) : "",
            element("h3", {}, word("source")),
            element("pre", {tabindex: "0", "aria-label": word("source")}, operation.source));
    });
    return made;
}

/** A form that makes the call, and shows what it is answered. */
function trial(operation) {
    const answer = element("pre", {tabindex: "0", "aria-label": word("answer"), hidden: true});
    const places = [...operation.path.matchAll(/\{(\w+)\}/g)].map(found => found[1]);
    const input = (name, isRequired, note) => {
        const control = element("input", {name, required: isRequired, autocomplete: "off", spellcheck: "false"});
        control.id = `try-${operation.id}-${name}`;
        return element("div", {class: "field"}, element("label", {for: control.id}, element("code", {}, name)), control,
            note ? element("p", {class: "note", lang: "en"}, note) : null);
    };
    return element("form", {
        class: "trial",
        submit: async event => {
            event.preventDefault();
            const form = new FormData(event.currentTarget);
            const address = operation.path.replace(/\{(\w+)\}/g, (_, name) => path`${form.get(name)}`);
            const values = Object.fromEntries(operation.parameters.map(({name}) => [name, form.get(name)]));
            answer.hidden = false;
            try {
                const reply = await text(address + query(values));
                answer.textContent = reply.startsWith("{") ? JSON.stringify(JSON.parse(reply), null, 2) : reply;
            } catch (refusal) {
                answer.replaceChildren(`${refusal.status} `, ...said(refusal));
            }
        }},
    element("h3", {}, word("tryIt")), places.map(name => input(name, true)),
    operation.parameters.map(({name, description}) => input(name, false, description)),
    element("button", {class: "plain"}, word("send")), answer);
}
