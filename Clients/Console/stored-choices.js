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

/** The drafts of the composer by the addresses of its forms. They end with the tab, and with the sign-out, which clears all of the tab. */
const draftsName = "balise.console.drafts";

function drafts() {
    try { return JSON.parse(sessionStorage.getItem(draftsName)) ?? {}; } catch { return {}; }
}

function writeDrafts(all) {
    try { sessionStorage.setItem(draftsName, JSON.stringify(all)); } catch { /* The draft is not kept. */ }
}

/** What was left in the form at an address; undefined for nothing. */
export const draft = address => drafts()[address];
export const keepDraft = (address, said) => writeDrafts({...drafts(), [address]: said});

export function forgetDraft(address) {
    const {[address]: _, ...others} = drafts();
    writeDrafts(others);
}

/** The device for tests: `{account, device, name}`; null for none. */
export const testDevice = () => read("device");
export const setTestDevice = device => write("device", device);
