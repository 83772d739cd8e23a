// What can be called: how to begin, the API's documents, readable, and a try of what an operator may read.

import {apiDocument, call, operationsAddress, path, query, serverWords, text} from "./calls.js";
import {copyable, withCode} from "./copy.js";
import {readOperations} from "./document.js";
import {chip, choice, element, field, foreign, said, section, word} from "./elements.js";

const operators = "openapi-operators.yaml";
const documents = [operators, "openapi.yaml"];

export async function show(_, context) {
    const [{summaries, tags: subjects}, addresses, ...texts] = await Promise.all([serverWords(), bases(context), ...documents.map(apiDocument)]);
    const operations = texts.flatMap((text, place) => readOperations(text, documents[place] === operators))
        .map(operation => ({...operation, translated: summaries[operation.id]}));
    const search = element("input", {type: "search", autocapitalize: "none", spellcheck: "false"});
    const tags = [...new Set(operations.map(operation => operation.tag))];
    const size = name => operations.filter(operation => operation.tag === name).length;
    const tag = choice("tag", [["", word("any")], ...tags.map(name => [name, `${subjects[name] ?? name} (${size(name)})`])], "Operations");
    const list = element("div");
    const fill = () => {
        const wanted = search.value.toLowerCase();
        const found = operations.filter(operation => !tag.value || operation.tag === tag.value)
            .filter(({method, path, id, summary, translated = ""}) => `${method} ${path} ${id} ${summary} ${translated}`.toLowerCase().includes(wanted));
        list.replaceChildren(
            element("p", {class: "quiet", role: "status"}, word("operationsFound", {count: found.length})),
            ...found.length > mostOpen ? folded(found, addresses) : found.map(operation => card(operation, addresses)));
    };
    // A search is of all subjects.
    search.addEventListener("input", () => {
        if (search.value) tag.value = "";
        fill();
    });
    tag.addEventListener("change", fill);
    fill();
    return [
        element("h1", {}, word("api")), beginning(addresses, context),
        element("h2", {}, word("apiCalls")), element("p", {class: "note"}, word("apiNote")),
        element("div", {class: "filters"}, field("search", search, word("apiSearchNote")), field("subjects", tag)), list];
}

/** So many calls are shown at once; more are folded by what their addresses begin with. */
const mostOpen = 25;

const folded = (operations, addresses) => [...Map.groupBy(operations, ({path}) => path.replace(/^\/api\/v1/, "").split("/")[1])].map(([name, group]) =>
    element("details", {class: "calls"}, element("summary", {}, element("h3", {}, element("code", {}, name)), " ", element("span", {class: "quiet"}, `(${group.length})`)),
        group.map(operation => card(operation, addresses))));

/** The addresses of the two ports, as the settings say, where they may be read. */
async function bases(context) {
    if (!context.may("operator")) return {operations: operationsAddress(), app: "https://balise.example.org"};
    const {settings} = await call("GET", "/settings");
    const setting = name => settings.find(one => one.name === name)?.value ?? "none";
    const isSet = name => !["none", ""].includes(setting(name));
    const operations = operationsAddress(Number(setting("operations.port")) || undefined), unknown = {operations, app: "https://balise.example.org"};
    if (isSet("http.publicUrl")) return {operations, app: setting("http.publicUrl").replace(/\/$/, "")};
    const scheme = isSet("http.tls.certificate") ? "https" : "http", port = setting("http.port");
    // Of a port that the system has chosen the settings know nothing.
    return port === "0" ? unknown : {operations, app: `${scheme}://${location.hostname}:${port}`};
}

/** How an app, a server and a tool begin: the address, what shows who calls, and a first call. */
function beginning({app, operations}, context) {
    const part = (name, address, request, ...more) => element("div", {}, element("h3", {}, word(`begin.${name}`)),
        element("p", {class: "note"}, word(`beginNote.${name}`), ...more),
        element("p", {}, copyable(address, word("address"))), element("p", {}, copyable(request, word("firstCall"))));
    const toKeys = context.may("operator") ? [" ", element("a", {href: "#/keys"}, word("createKey"))] : [];
    return section("begin",
        element("div", {class: "beginning"},
            part("app", `${app}/api/v1`, curl(`${app}/api/v1/auth/register`, json, `-d '{"username":"first-user","password":"correct horse"}'`)),
            part("server", `${app}/api/v1`, curl(`${app}/api/v1/notifications`, key, json,
                `-d '{"kind":"EVENT","audience":{"account":"ACCOUNT"},"content":{"texts":[{"title":"Hello","body":"From my server"}]}}'`), ...toKeys),
            part("tool", operations, curl(`${operations}/checks`, key), ...toKeys)),
        element("p", {class: "note"}, word("download"), " ", documents.map((name, place) => [
            place ? " · " : "", element("a", {href: `/console/files/${name}`, download: name}, name)])));
}

/** A command for a terminal, with a line for each option. */
const curl = (address, ...options) => [`curl '${address}'`, ...options.filter(Boolean)].join(" \\\n    ");
const json = "-H 'Content-Type: application/json'", key = "-H 'X-API-Key: KEY'";

/** The call as a command. */
function command({method, path, security, hasBody, isOperations}, {app, operations}) {
    const head = /apiKey/.test(security) ? key : /session:/.test(security) ? "-H 'Authorization: Bearer TOKEN'" : "";
    return curl((isOperations ? operations : app) + path, method === "GET" ? "" : `-X ${method}`, head, hasBody ? `${json} -d @body.json` : "");
}

/** An operation, closed; what it holds is made when it is opened. */
function card(operation, addresses) {
    const made = element("details", {class: "card operation"},
        element("summary", {}, chip(operation.method, operation.method === "GET" ? "good" : "busy"), " ",
            element("code", {}, operation.path), operation.translated
                ? element("span", {class: "summary"}, withCode(operation.translated))
                : element("span", {class: "summary", lang: "en"}, withCode(operation.summary))));
    made.addEventListener("toggle", () => {
        if (!made.open || made.children.length > 1) return;
        made.append(
            operation.description ? element("p", {lang: "en"}, withCode(operation.description)) : "",
            element("p", {}, copyable(command(operation, addresses), word("callName"))),
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
