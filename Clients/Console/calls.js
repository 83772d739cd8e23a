// The calls of the console: those of the operations port. The session is a cookie that no script can read.

/**
 * The server's refusal. `message` is its text for people, `errors` the wrong members of the body with a text each. In another
 * language than the server's, `lead` says the same in general, and `detail` is what the server said, in English.
 */
export class Refusal extends Error {
    constructor(status, message, errors = [], lead = "") {
        super(lead ? `${lead} ${message}` : message);
        this.status = status;
        this.errors = errors;
        this.lead = lead;
        this.detail = message;
    }
}

/** Imported when it is needed, so that this file and its first calls wait for no other. */
const word = async (...named) => (await import("./elements.js")).word(...named);

/** What the server says in English, in the language of the page: `{statuses, texts, summaries, found, units, tags}`, each of them perhaps empty. */
export async function serverWords() {
    const {lang} = document.documentElement;
    const found = lang === "en" ? {} : await import(`./server-words-${lang}.js`).catch(() => ({}));
    return {statuses: {}, texts: {}, summaries: {}, found: {}, units: {}, tags: {}, ...found.default};
}

let used = Date.now();
/** When the server was asked last, in milliseconds since 1970. */
export const lastUse = () => used;

/** What was asked for before the modules were there that show it, by its path; each answer is taken once. */
const early = new Map();

function request(method, path, body, headers) {
    used = Date.now();
    const init = {
        method, credentials: "same-origin", cache: "no-store",
        headers: {"X-Requested-With": "BaliseConsole", ...headers}};
    if (method !== "GET") {
        init.headers["Content-Type"] = "application/json";
        init.body = JSON.stringify(body ?? {});
    }
    return fetch(path, init);
}

/** Asks the server; the answer is a success, and is read by whoever asks. */
async function ask(method, path, body, headers = {}) {
    const begun = method === "GET" ? early.get(path) : undefined;
    early.delete(path);
    const known = await begun;
    if (known?.ok) return known;
    let response;
    try {
        response = await request(method, path, body, headers);
    } catch {
        return unreached();
    }
    if (response.ok) return response;
    // A proxy answers for a server that is away.
    if ([502, 504].includes(response.status)) return unreached();
    const answer = await response.json().catch(() => ({}));
    if (response.status === 401 && await isOver(headers)) document.dispatchEvent(new CustomEvent("signedout"));
    const {statuses, texts} = await serverWords();
    const said = answer.detail || answer.title;
    const place = response.status === 500 && answer.requestId ? ` ${await word("requestInLog", {id: answer.requestId})}` : "";
    const text = (texts[said] ?? said ?? await word("failedStatus", {status: response.status})) + place;
    const isForeign = said && !texts[said];
    throw new Refusal(response.status, text, answer.errors, isForeign ? statuses[response.status] : "");
}

/** Whether a call was refused because the session has ended. The server may have refused an API key that the call shows as well. */
const isOver = async headers => !headers["X-API-Key"]
    || (await request("GET", "/console/session").catch(() => ({}))).status === 401;

/** Tells the page, which then tries again, and refuses. */
async function unreached() {
    document.dispatchEvent(new CustomEvent("unreached"));
    throw new Refusal(0, await word("notReached"));
}

async function json(response) {
    const text = await response.text();
    return text ? JSON.parse(text) : {};
}

const api = path => `/console/api${path}`;

/** A call of the operations port; gives the JSON of its answer. */
export const call = async (method, path, body, headers) => json(await ask(method, api(path), body, headers));

/** A call whose answer is text. */
export const text = async path => (await ask("GET", api(path))).text();

/** A call whose answer comes bit by bit; gives the response. */
export const stream = path => ask("GET", api(path));

/** A call whose answer is a file. */
export const file = async (method, path) => (await ask(method, api(path))).blob();

/** The session of this page, and what lies below it. */
export const session = async (method, body, below = "", headers = {}) => json(await ask(method, `/console/session${below}`, body, headers));

/** A document of the API, which a browser keeps. */
export const apiDocument = async name => (await fetch(`/console/files/${name}`).catch(unreached)).text();

/** The address of the operations port: where this page is, or behind a proxy, which may pass on the console alone, that on the server's machine. */
export const operationsAddress = (port = 8081) => location.protocol === "https:" ? `http://127.0.0.1:${port}` : location.origin;

/** What lies under the devices of the map: the address of tiles, their zooms, and whom they are owed to. */
export const mapTiles = async () => json(await ask("GET", "/console/tiles"));

/** A path with texts in its places: ``path`/accounts/${id}` ``. */
export const path = (parts, ...values) =>
    parts.reduce((whole, part, place) => whole + part + (place < values.length ? encodeURIComponent(values[place]) : ""), "");

/** What stands behind a path: parameters with their values, those without one left out. */
export function query(values) {
    const pairs = Object.entries(values).filter(([, value]) => value !== "" && value !== null && value !== undefined);
    return pairs.length ? `?${new URLSearchParams(pairs)}` : "";
}

/** Gives a file to whoever sits in front of the page. */
export function save(blob, name) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
}

/** The figures of the overview; others are many, and are left out. */
export const metricsPath = `/metrics?${new URLSearchParams([
    "balise_http_requests_total", "balise_http_request_duration_seconds", "balise_service_up",
    "balise_push_deliveries_due", "balise_identity_messages_waiting", "balise_identity_messages_given_up",
    "balise_edge_refused_credentials_total", "balise_storage_database_bytes", "balise_storage_free_bytes", "balise_backup_time_seconds",
    "balise_credential_end_seconds", "process_resident_memory_bytes", "process_start_time_seconds",
].map(name => ["name[]", name]))}`;

// What the first view needs is asked for at once. A link has to begin a session before.
if (!location.hash.startsWith("#link=")) {
    const isOverview = /^(#\/?(overview)?)?$/.test(location.hash);
    const first = isOverview ? [metricsPath, "/readyz", "/api-keys", "/warnings"].map(api) : [];
    for (const path of ["/console/session", ...first]) early.set(path, request("GET", path).catch(() => null));
}
