// What the console keeps in this browser: templates of notifications, drafts, and the device for tests. A browser may refuse to keep it.

const names = {templates: "balise.console.templates", device: "balise.console.testDevice"};

function read(name) {
    try { return JSON.parse(localStorage.getItem(names[name])); } catch { return null; }
}

function write(name, value) {
    try {
        localStorage.setItem(names[name], JSON.stringify(value));
        return true;
    } catch { return false; }
}

/** All templates by their names. */
export const templates = () => read("templates") ?? {};

/** Gives whether it is kept. */
export const saveTemplate = (name, template) => write("templates", {...templates(), [name]: template});

export function forgetTemplate(name) {
    const {[name]: _, ...others} = templates();
    write("templates", others);
}

/** The drafts of the composer by the addresses of its forms. They end with the session, with the tab, and with the sign-out, which clears all of the tab. */
const draftsName = "balise.console.drafts";

function drafts(session) {
    try {
        const {owner, kept} = JSON.parse(sessionStorage.getItem(draftsName)) ?? {};
        // Somebody else may have signed in, or the same person later.
        return owner === session.id ? kept : {};
    } catch { return {}; }
}

function writeDrafts(session, kept) {
    try { sessionStorage.setItem(draftsName, JSON.stringify({owner: session.id, kept})); } catch { /* The draft is not kept. */ }
}

/** What was left in the form at an address during a session; undefined for nothing. */
export const draft = (address, session) => drafts(session)[address];
export const keepDraft = (address, session, said) => writeDrafts(session, {...drafts(session), [address]: said});

export function forgetDraft(address, session) {
    const {[address]: _, ...others} = drafts(session);
    writeDrafts(session, others);
}

document.addEventListener("signedout", () => {
    try { sessionStorage.removeItem(draftsName); } catch { /* There are none. */ }
});

/** The device for tests: `{account, device, name}`; null for none. */
export const testDevice = () => read("device");
export const setTestDevice = device => write("device", device);
