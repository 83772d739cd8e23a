"""Scripts that a check runs in a page."""

import importlib.util
import os

# Noted from the first moment of each page: what its policy refused, and what went wrong in its scripts.
WATCH = """
    window.refused = [];
    document.addEventListener("securitypolicyviolation", event => window.refused.push(event.violatedDirective));
    window.addEventListener("error", event => window.refused.push(String(event.message)));
    window.addEventListener("unhandledrejection", event => window.refused.push(String(event.reason)));
"""
# Every text of every answer is replaced by 10 kB that try to be more than text; times, words and ids stay.
HUGE = """
    const hostile = '<img src=x onerror="window.hacked=1"></li></ul><script>window.hacked=1<\\/script>\\u202e' + 'W'.repeat(10240);
    const spoilt = (value, name) => {
        if (Array.isArray(value)) return value.map(inner => spoilt(inner));
        if (value && typeof value === "object")
            return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, spoilt(inner, key)]));
        const kept = /At$|^at$|^id$|state/.test(name) || typeof value === "boolean" || typeof value === "number";
        return kept ? value : hostile;
    };
    const plain = window.fetch;
    window.fetch = async (address, init) => {
        const answer = await plain(address, init);
        if (String(address).startsWith("/account/files/")) return answer;
        return new Response(JSON.stringify(spoilt(await answer.json())), {status: answer.status});
    };
"""


def axe_source():
    folder = importlib.util.find_spec('axe_playwright_python').submodule_search_locations[0]
    with open(os.path.join(folder, 'axe.min.js')) as file:
        return file.read()


def check_keyboard(page, found):
    """The Tab key reaches every control of the page, and each shows that it has the focus."""
    page.run('document.activeElement.blur()')
    controls = page.run("""[...document.querySelectorAll("a, button, input, textarea, select, summary, [tabindex='0']")]
        .filter(element => element.checkVisibility() && !element.disabled).length""")
    # The Tab key stops at each part of a time.
    parts = page.run('''[...document.querySelectorAll("[type=time]")].filter(element => element.checkVisibility()).length * 4''')
    reached = []
    for _ in range(controls + parts + 2):
        page.press('Tab')
        reached.append(page.run("""(element => {
            if (element === document.body) return null;
            element.dataset.reached ??= String(Math.random());
            const style = getComputedStyle(element);
            return [element.dataset.reached, style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2];
        })(document.activeElement)"""))
    found.expect_equal(len({entry[0] for entry in reached if entry}), controls, 'the controls that the Tab key reaches')
    found.expect(all(entry[1] for entry in reached if entry), 'each shows the focus')
