// The calls of the page. The session is a cookie that no script can read; each call says that it comes from this page.

import {hasWord, language, readWords, word} from "./elements.js";

/** Of these kinds the server's text says what to do, in English. The pages that need no script know the same ones. A sentence
 * that is one of the texts `says.…` is translated. */
const detailed = ["INVALID_REQUEST", "CONFLICT", "DUPLICATE_FIELD", "RATE_LIMITED"];

/** What the server answered instead of doing what was asked; `message` is a text for people. */
export class Refusal extends Error {
    constructor(status, message, {code, ticket} = {}, isPrecise = false) {
        super(message);
        this.isPrecise = isPrecise;
        this.status = status;
        this.code = code;
        this.ticket = ticket;
    }

    /** The text for people where what they filled in was refused; `name` is that of a text. */
    text(name) {
        return name && this.code === "INVALID_REQUEST" && !this.isPrecise ? word(name) : this.message;
    }
}

/** Calls the server, and gives its answer when it does what is asked. */
export async function send(method, path, body, headers = {}) {
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
    if (!response.ok) throw await refusal(response.status, await response.json().catch(() => ({})));
    return response;
}

async function refusal(status, answer) {
    const {code, message} = answer;
    if (detailed.includes(code) && message) {
        const text = language === "en" ? message : await translated(answer);
        if (text) return new Refusal(status, text, answer, true);
    }
    // A signed-in person proves with a password that it is still them, and enters no name.
    const name = code === "INVALID_CREDENTIALS" && status === 403 ? "error.WRONG_PASSWORD" : `error.${code}`;
    return new Refusal(status, hasWord(name) ? word(name) : word("failedStatus", {status}), answer);
}

/** What the server says of what is wrong, in the page's language; undefined if it is not known there. */
async function translated(answer) {
    const wrong = Object.entries(answer).filter(([name]) => name.startsWith("errors.")).map(([, text]) => text);
    const english = await readWords("en").catch(() => ({}));
    const texts = (wrong.length ? wrong : [answer.message]).map(text => {
        // A number stands as {count} in a text, where it differs from time to time.
        const count = text.match(/\d+/)?.[0], general = text.replace(count, "{count}");
        const name = Object.keys(english).find(
            key => key.startsWith("says.") && [text, general].includes(english[key]));
        return name && word(name, {count});
    });
    return texts.every(Boolean) ? texts.join(" ") : undefined;
}

/** Calls the server, and gives the JSON of its answer. */
export async function call(method, path, body, headers) {
    const response = await send(method, path, body, headers);
    return response.json().catch(() => ({}));
}

/** A call of the API of the apps. */
export const api = (method, path, body, headers) => call(method, `/api/v1/${path}`, body, headers);
