// What can be called: how to begin, the API's documents, readable, and a try of what an operator may read.

import {apiDocument, call, operationsAddress, path, query, serverWords, text} from "./calls.js";
import {copyable, shellWord, withCode} from "./copy.js";
import {exampleOf} from "./document-example.js";
import {readOperations} from "./document.js";
import {chip, element, field, said, section, word} from "./elements.js";
import {scopeChip} from "./key-form.js";
import "./server-page-words.js";

const operators = "openapi-operators.yaml";
const documents = [operators, "openapi.yaml"];

/** The subjects of the operators' calls by what their addresses begin with; what is missing is of the server. */
const subjects = {
    people: ["accounts", "erasures", "account-imports", "missing-accounts"],
    sending: ["notifications", "announcements", "series", "push-devices", "push-health", "installations"],
    places: ["devices", "place-imports", "map"], access: ["api-keys", "signing-keys", "console-links", "console-sessions", "console-passkeys"], server: []};
const subjectOf = ({path}) => Object.keys(subjects).find(name => subjects[name].includes(path.split("/")[1])) ?? "server";

export async function show(_, context) {
    const [{summaries, tags}, addresses, ...texts] = await Promise.all([serverWords(), bases(context), ...documents.map(apiDocument)]);
    const operations = texts.flatMap((text, place) => readOperations(text, documents[place] === operators))
        .map(operation => ({...operation, translated: summaries[operation.id]}));
    const search = element("input", {type: "search", autocapitalize: "none", spellcheck: "false"});
    const list = element("div"), state = element("p", {class: "note", role: "status"});
    const fill = () => {
        const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
        const found = operations.filter(({method, path, id, summary, translated = ""}) => {
            const text = `${method} ${path} ${id} ${summary} ${translated}`.toLowerCase();
            return words.every(part => text.includes(part));
        });
        state.textContent = word("operationsFound", {count: found.length});
        const [ofTools, ofApps] = [true, false].map(isOperations => found.filter(operation => operation.isOperations === isOperations));
        const isSearch = words.length > 0;
        list.replaceChildren(
            ...part("apiOfTools", Map.groupBy(ofTools, subjectOf), name => word(`apiSubject.${name}`), addresses, isSearch),
            ...part("apiOfApps", Map.groupBy(ofApps, ({tag}) => tag), name => tags[name] ?? name, addresses, isSearch));
    };
    search.addEventListener("input", fill);
    fill();
    return [
        element("h1", {}, word("api")), beginning(addresses, context),
        element("h2", {}, word("apiCalls")), element("p", {class: "note"}, word("apiNote")), field("search", search, word("apiSearchNote")), state, list];
}

/** The calls of one port by subject. Their cards are made when a subject is opened; a search opens what it finds. */
function part(title, groups, nameOf, addresses, isSearch) {
    if (!groups.size) return [];
    return [element("h3", {}, word(title)), ...[...groups].map(([name, group]) => {
        const made = element("details", {class: "card calls"}, element("summary", {}, element("h4", {}, nameOf(name)), " ", element("span", {class: "quiet"}, `(${group.length})`)));
        const fill = () => { if (made.open && made.children.length === 1) made.append(...group.map(operation => card(operation, addresses))); };
        made.addEventListener("toggle", fill);
        made.open = isSearch;
        fill();
        return made;
    })];
}

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

/** The body of a call as options of the command, from the example in the document. */
function bodyOptions(request) {
    const {type, value} = request ? exampleOf(request) ?? {} : {};
    if (!request) return [];
    if (value === undefined) return [json, "-d @body.json"];
    const pairs = (option, values) => Object.entries(values).map(([name, text]) => `${option} ${shellWord(`${name}=${text}`)}`);
    if (type === "application/x-www-form-urlencoded") return pairs("--data-urlencode", value);
    if (type === "multipart/form-data") return pairs("-F", value);
    return [`-H 'Content-Type: ${type}'`, `-d ${shellWord(type === "application/json" ? JSON.stringify(value) : value)}`];
}

/** The call as a command. What is to be put in is in capital letters. */
function command({method, path, security, request, isOperations}, {app, operations}) {
    const head = /apiKey/.test(security) ? key : /session:/.test(security) ? "-H 'Authorization: Bearer TOKEN'" : "";
    const address = path.replace(/\{(\w+)\}/g, (_, name) => name.replace(/(?<=[a-z])(?=[A-Z])/g, "-").toUpperCase());
    // The operations port wants the type of a change also where that has no body.
    const body = isOperations && method !== "GET" && !request ? [json] : bodyOptions(request);
    return curl((isOperations ? operations : app) + address, method === "GET" ? "" : `-X ${method}`, head, ...body);
}

/** The scopes of which a key needs one, the lowest first. */
const scopesOf = ({security}) => /apiKey: \[([^\]]+)\]/.exec(security)?.[1].split(", ") ?? [];

/** Who may make the call, in one word or two. */
function caller(operation) {
    const [lowest] = scopesOf(operation);
    return lowest ? scopeChip(lowest) : chip(word(/session:/.test(operation.security) ? "caller.session" : /apiKey/.test(operation.security) ? "caller.key" : "caller.anybody"));
}

const methodKinds = {GET: "good", DELETE: "bad"};

/** An operation, closed; what it holds is made when it is opened. */
function card(operation, addresses) {
    const scopes = scopesOf(operation), made = element("details", {class: "operation"},
        element("summary", {}, chip(operation.method, methodKinds[operation.method] ?? "busy"), " ",
            element("code", {}, operation.path), operation.translated
                ? element("span", {class: "summary"}, withCode(operation.translated))
                : element("span", {class: "summary", lang: "en"}, withCode(operation.summary)), caller(operation)));
    made.addEventListener("toggle", () => {
        if (!made.open || made.children.length > 1) return;
        made.append(
            operation.description ? element("p", {lang: "en"}, withCode(operation.description)) : "",
            scopes.length ? element("p", {}, word("keyNeeds"), " ", scopes.map(scopeChip)) : "",
            element("p", {}, copyable(command(operation, addresses), word("callName"))),
            operation.isOperations && operation.method === "GET" ? trial(operation) : "",
            element("details", {}, element("summary", {}, word("source")),
                element("pre", {tabindex: "0", "aria-label": word("source")}, operation.source)));
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
