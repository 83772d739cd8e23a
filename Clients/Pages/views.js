// The parts of the page: each has an address behind #, and a name that the page's title begins with.

import {byId, tell} from "./elements.js";

const title = document.title;

/** The parts of what is shown: of an account, or of signing in. */
function views() {
    const container = ["signed-in", "signed-out"].map(byId).find(part => !part.hidden);
    return container ? [...container.querySelectorAll(":scope > [data-view]")] : [];
}

/** The part that the address names, and what it says to that part: `#sharing=CODE`. */
export const addressed = () => location.hash.slice(1).split("=");

/** Shows one part, by default that of the address, and the first one where there is none of this name. */
export function showView([name] = addressed()) {
    const all = views();
    const view = all.find(part => part.dataset.view === name) ?? all[0];
    if (!view) return;
    for (const part of all) part.hidden = part !== view;
    document.title = `${view.querySelector("h2").textContent} – ${title}`;
    for (const link of byId("views").children) {
        if (link.hash === `#${view.dataset.view}`) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
    }
}

/** Goes to a part from its beginning, also with the keyboard. */
export function enterView(name) {
    showView(name ? [name] : undefined);
    views().find(part => !part.hidden)?.querySelector("h2").focus();
}

/** Takes the name of a part that no longer exists off the address, so that Back does not lead there. */
export function forgetView() {
    if (!views().some(part => part.dataset.view === addressed()[0])) {
        history.replaceState(null, "", location.pathname);
    }
}

addEventListener("hashchange", () => {
    tell("");
    enterView();
});
