"""A page of the console in a real browser: small steps, and what every page is held to."""

import json

from page_scripts import axe_source

WIDTHS = [360, 768, 1440]
# Pixels of a picture: some lists are as long as a book.
TALLEST = 6000


class ConsolePage:
    """What a check does on the pages of the console. `found` collects what it finds out, pictures go into a folder."""

    def __init__(self, found, pictures, page):
        self.found = found
        self.pictures = pictures
        self.page = page
        self.axe = axe_source()

    # What every page is held to.

    def inspect(self, name, page=None, widths=WIDTHS):
        """A picture of the page at each width and in both colours: it fits, it is text, and axe finds nothing serious."""
        page = page or self.page
        page.ask('Page.bringToFront')
        for width in widths:
            for scheme in ['light', 'dark']:
                page.look(width, scheme)
                wide = page.run('document.documentElement.scrollWidth - document.documentElement.clientWidth')
                self.found.expect(wide <= 0, f'{name} at {width}: {wide} pixels too wide')
                page.picture(f'{self.pictures}/{name}-{width}-{scheme}.png', TALLEST)
                # Between a phone and a desk the layout is that of a phone, and so are the colours.
                self.accessible(page, f'{name} at {width} in {scheme} colours', contrast=width != WIDTHS[1])
        page.look(1440, 'light')
        self.is_text(page, name)

    def accessible(self, page, name, contrast=True):
        if not page.run('"axe" in window'):
            page.run(self.axe)
        faults = page.run("""axe.run(document, {resultTypes: ["violations"], rules: {"color-contrast": {enabled: CONTRAST}}}).then(result => result.violations
            .filter(fault => ["serious", "critical"].includes(fault.impact))
            .map(fault => fault.id + ": " + fault.nodes.slice(0, 5).map(node => node.target.join(" ")).join(", ")))""".replace('CONTRAST', json.dumps(contrast)))
        self.found.expect_equal(faults, [], f'what axe finds in {name}')

    def is_text(self, page, name):
        self.found.expect_equal(page.run('window.hacked ?? null'), None, f'{name}: no markup has run')
        self.found.expect_equal(
            page.run('document.querySelectorAll("img, b, i, u, script:not([src]), iframe").length'), 0,
            f'{name}: elements that nobody meant')
        found = page.run('/\\[object |undefined|NaN/.exec(document.querySelector("#place").innerText)?.[0] ?? null')
        self.found.expect_equal(found, None, f'{name}: what is no text for people')
        self.found.expect_equal(page.run('window.refused'), [], f'{name}: what the policy refused, and errors of scripts')

    # Small steps.

    def open(self, address, page=None):
        page = page or self.page
        page.run(f'location.hash = {json.dumps("#/" + address)}; undefined')
        self.ready(address, page)

    def ready(self, what, page=None):
        (page or self.page).wait(
            'document.querySelector(".page h1") !== null && document.querySelector(".page [role=status].quiet") === null', f'the page {what}')

    def click(self, text, inside='main', page=None):
        """Presses a button or follows a link by the words on it."""
        page = page or self.page
        script = f"""[...document.querySelectorAll({json.dumps(inside)} + " :is(button, a, summary)")]
            .find(element => element.textContent.trim().startsWith({json.dumps(text)}) && element.checkVisibility())"""
        page.wait(f'({script}) !== undefined && !({script}).disabled', f'the button {text}')
        page.run(f'({script}).click()')

    def fill(self, selector, text):
        self.page.wait(f'document.querySelector({json.dumps(selector)}) !== null', selector)
        self.page.run(f"""(element => {{ element.value = {json.dumps(text)};
            element.dispatchEvent(new Event("input", {{bubbles: true}})); }})(document.querySelector({json.dumps(selector)}))""")

    def confirm(self, button, phrase=None):
        self.page.wait('document.querySelector("dialog[open]") !== null', 'the question')
        if phrase is not None:
            self.found.expect(self.page.run('document.querySelector("dialog form button").disabled'), f'{button} waits for what is typed')
            self.fill('dialog input', 'something else')
            self.found.expect(self.page.run('document.querySelector("dialog form button").disabled'), f'{button} takes nothing else')
            self.fill('dialog input', phrase)
        self.click(button, 'dialog')
        self.page.wait('document.querySelector("dialog[open]") === null', 'the end of the question')

    def said(self, text):
        self.page.wait(f'document.querySelector("#message").textContent === {json.dumps(text)}', f'{text!r} to be said')

    def text(self, selector='main'):
        return self.page.run(f'document.querySelector({json.dumps(selector)}).innerText')

    def cookies(self):
        return self.page.ask('Network.getAllCookies')['cookies']
