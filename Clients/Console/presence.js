// Whether the server can be reached, and when the session ends. Each has one quiet line above the page.

import {lastUse, session} from "./calls.js";
import {button, element, word} from "./elements.js";

/** Milliseconds: the first and the longest pause between two tries, and how long before its end a session is spoken of. */
const shortest = 1000, longest = 30_000, notice = 5 * 60_000;
const place = document.getElementById("place");
const lines = {away: line(), ending: line()};

function line() {
    const made = element("p", {class: "notice", role: "status", hidden: true});
    place.before(made);
    return made;
}

function say(made, ...content) {
    made.replaceChildren(...content);
    made.hidden = !content.length;
}

/** The page in which a form was filled, and is not sent yet: it is not shown anew. */
let filledPage = null;
place.addEventListener("input", event => { if (event.target.closest("form")) filledPage = place.firstElementChild; });
const isFilled = () => filledPage?.isConnected || document.querySelector("dialog[open]") !== null;

/**
 * When a call has not reached the server, and another does not either, tries again and again, and shows the page anew when
 * one does. Where only the first has failed, its page says so.
 */
export function watchConnection(again, isOut, enter) {
    watchReturn(isOut, enter);
    let pause = 0, isAway = false, timer;
    const look = async () => {
        clearTimeout(timer);
        const refusal = await session("GET").catch(refusal => refusal);
        if (refusal?.status === 0) {
            isAway = true;
            say(lines.away, word("away"));
            timer = setTimeout(look, pause);
            pause = Math.min(longest, 2 * pause);
            return;
        }
        pause = 0;
        say(lines.away);
        if (isAway && !isFilled()) again();
        isAway = false;
    };
    document.addEventListener("unreached", () => {
        if (pause) return;
        pause = shortest;
        look();
    });
    addEventListener("online", () => { if (pause) look(); });
}

let timer;

/**
 * Says when a session ends, five minutes before, and offers to go on; a session that is used is renewed without a word.
 * `renewed` is given the session as it is then. Times are counted from now: the server's clock may differ.
 */
export function watchSession(present, renewed) {
    clearTimeout(timer);
    say(lines.ending);
    if (!present) return;
    const begun = Date.now(), left = Date.parse(present.expiresAt) - Date.parse(present.lastUsedAt), end = begun + left;
    // A call ends it, which the page hears of as of every refusal.
    const renew = () => session("GET").then(renewed, () => {});
    const until = (moment, task) => { timer = setTimeout(task, Math.max(0, moment - Date.now())); };
    const speak = () => {
        const time = new Intl.DateTimeFormat(document.documentElement.lang, {timeStyle: "short"}).format(end);
        const age = Date.parse(present.expiresAt) - Date.parse(present.createdAt);
        // Eight hours after its beginning a session ends, used or not.
        const isLast = age > 8 * 3_600_000 - 1000;
        say(lines.ending, word(isLast ? "sessionEndsAt" : "sessionEndsUnused", {time}), " ",
            isLast ? "" : button("staySignedIn", renew, {kind: "link"}));
        until(end + 1000, renew);
    };
    until(end - notice, () => left > notice && lastUse() > begun + 1000 ? renew() : speak());
}

/** Enters by itself when somebody has signed in beside this page, in another tab. */
function watchReturn(isOut, enter) {
    const look = async () => {
        if (document.hidden || !isOut()) return;
        const found = await session("GET").catch(() => null);
        if (found && isOut()) enter(found);
    };
    document.addEventListener("visibilitychange", look);
    addEventListener("focus", look);
}
