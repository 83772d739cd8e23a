// The calls of the console: those of the operations port. The session is a cookie that no script can read.

import {word} from "./elements.js";

/** What the server answered instead of doing what was asked; `message` is its text for people. */
export class Refusal extends Error {
    constructor(status, message) {
        super(message);
        this.status = status;
    }
}

/** Asks the server; the answer is a success, and is read by whoever asks. */
async function ask(method, path, body, headers = {}) {
    const init = {
        method, credentials: "same-origin", cache: "no-store",
        headers: {"X-Requested-With": "BaliseConsole", ...headers}};
    if (method !== "GET") {
        init.headers["Content-Type"] = "application/json";
        init.body = JSON.stringify(body ?? {});
    }
    let response;
    try {
        response = await fetch(path, init);
    } catch {
        throw new Refusal(0, word("notReached"));
    }
    if (response.ok) return response;
    const answer = await response.json().catch(() => ({}));
    if (response.status === 401) document.dispatchEvent(new CustomEvent("signedout"));
    throw new Refusal(response.status, answer.detail || answer.title || word("failedStatus", {status: response.status}));
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
export const session = async (method, body, below = "") => json(await ask(method, `/console/session${below}`, body));

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
