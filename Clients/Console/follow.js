// Looks again and again at what changes, for as long as it is shown.

import {element, word} from "./elements.js";

/** Seconds between two looks, which double while nothing changes, and without a change after which no more are taken. */
const shortest = 2, longest = 60, patience = 600;

/**
 * Looks again while `part` is on the page and the page is seen. `look` shows what it finds, and gives whether that is new;
 * null ends it. Gives the element that says how it goes. Each look may be an entry of the audit log, so they become rare.
 */
export function follow(part, look) {
    const state = element("p", {class: "note"}, word("updatesItself"));
    let pause = shortest, silence = 0, timer, turn = 0;
    const later = () => { timer = setTimeout(again, pause * 1000); };
    const again = async () => {
        if (!part.isConnected) return document.removeEventListener("visibilitychange", seen);
        if (document.hidden) return;
        const begun = ++turn;
        let isNew = false;
        try {
            isNew = await look();
            state.textContent = word("updatesItself");
        } catch (refusal) {
            if (refusal.status === undefined || refusal.status === 401) throw refusal;
            state.textContent = `${word("updatesFail")} ${refusal.message}`;
        }
        if (begun !== turn) return;
        if (isNew === null) {
            state.textContent = "";
            return document.removeEventListener("visibilitychange", seen);
        }
        silence = isNew ? 0 : silence + pause;
        pause = isNew ? shortest : Math.min(longest, 2 * pause);
        if (silence < patience) return later();
        state.textContent = word("updatesPaused");
    };
    /** Begins anew when somebody comes back to the page. */
    const seen = () => {
        if (document.hidden) return;
        clearTimeout(timer);
        [pause, silence] = [shortest, 0];
        again();
    };
    document.addEventListener("visibilitychange", seen);
    later();
    return state;
}
