// The calls of the page. The session is a cookie that no script can read; each call says that it comes from this page.

import {word} from "./elements.js";

/** What the server answered instead of doing what was asked; `message` is its text for people. */
export class Refusal extends Error {
    constructor(status, message, answer = {}) {
        super(message);
        this.status = status;
        this.code = answer.code;
        this.ticket = answer.ticket;
    }
}

/** Calls the server, and gives the JSON of its answer. */
export async function call(method, path, body, headers = {}) {
    const init = {method, headers: {"X-Requested-With": "BaliseAccount", ...headers}, credentials: "same-origin"};
    if (body !== undefined) {
        init.headers["Content-Type"] = "application/json";
        init.body = JSON.stringify(body);
    }
    let response;
    try {
        response = await fetch(path, init);
    } catch {
        throw new Refusal(0, word("notReached"));
    }
    const answer = await response.json().catch(() => ({}));
    if (!response.ok) {
        throw new Refusal(response.status, answer.message || word("failedStatus", {status: response.status}), answer);
    }
    return answer;
}

/** A call of the API of the apps. */
export const api = (method, path, body, headers) => call(method, `/api/v1/${path}`, body, headers);
