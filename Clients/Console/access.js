// Who is signed in to the console.

import {call, path} from "./calls.js";
import {agentName} from "./device-names.js";
import {attempt, confirmed} from "./dialogs.js";
import {button, chip, element, foreign, moment, table, term, word} from "./elements.js";

export async function consoleSessions(context) {
    const {sessions} = await call("GET", "/console-sessions");
    return table("consoleSessions", ["who", "roleName", "browser", "begun", "lastUsed", "ends", "action"],
        sessions.map(session => {
            const isOwn = session.id === context.session.id;
            const name = session.apiKeyName ?? term("credential", session.credential);
            return [
                element("span", {}, foreign(name), session.beganBy === "passkey" ? [" ", chip(word("byPasskey"))] : null),
                term("role", session.role), agentName(session.userAgent), moment(session.createdAt),
                moment(session.lastUsedAt), moment(session.expiresAt),
                isOwn ? chip(word("you"), "good") : !context.may("operator") ? ""
                    : button("endSession", () => end(session, name, context), {kind: "plain", about: name})];
        }));
}

async function end(session, name, context) {
    if (!await confirmed("endSession", word("endConsoleText"), {subject: name})) return;
    if (await attempt(() => call("DELETE", path`/console-sessions/${session.id}`))) await context.done("sessionEnded");
}
