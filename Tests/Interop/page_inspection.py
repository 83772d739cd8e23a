"""What a check does with every page, and what every page is held to."""

import json

import requests

from page_scripts import WATCH, axe_source

WIDTHS = [360, 768, 1440]
PASSWORD = 'correct horse staple'
# Markup, an override of the direction of writing, and a word that is wider than a phone.
HOSTILE = '<img src=x onerror="window.hacked=1"><b>\u202ekcab</b>&amp;\'' + 'W' * 60


class Inspection:
    """A browser in front of a Balise, and what is found out there."""

    def __init__(self, balise, browser, pictures, found):
        self.balise = balise
        self.browser = browser
        self.pictures = pictures
        self.found = found
        self.axe = axe_source()

    def new_page(self, script=WATCH):
        page = self.browser.blank()
        page.ask('Page.enable')
        page.ask('Page.addScriptToEvaluateOnNewDocument', source=script)
        return page

    def api(self, method, path, body=None, **headers):
        return requests.request(method, f'{self.balise.origin}{path}', json=body, headers=headers, timeout=30)

    def inspect(self, name, page=None):
        """A picture of the page as it is at each width and in both colours: it fits, it is text, and on a phone axe finds
        nothing serious in it."""
        page = page or self.page
        # What lies behind another one is drawn late, if at all.
        page.ask('Page.bringToFront')
        for width in WIDTHS:
            for scheme in ['light', 'dark']:
                page.look(width, scheme)
                wide = page.run('document.documentElement.scrollWidth - window.innerWidth')
                self.found.expect(wide <= 0, f'{name} at {width}: {wide} pixels too wide')
                page.picture(f'{self.pictures}/{name}-{width}-{scheme}.png')
                if width == WIDTHS[0]:
                    self.accessible(page, f'{name} in {scheme} colours')
        page.look(1440, 'light')
        self.is_text(page, name)

    def accessible(self, page, name):
        if not page.run('"axe" in window'):
            page.run(self.axe)
        faults = page.run("""axe.run(document, {resultTypes: ["violations"]}).then(result => result.violations
            .filter(fault => ["serious", "critical"].includes(fault.impact))
            .map(fault => fault.id + ": " + fault.nodes.map(node => node.target.join(" ")).join(", ")))""")
        self.found.expect_equal(faults, [], f'what axe finds in {name}')

    def is_text(self, page, name):
        self.found.expect_equal(page.run('window.hacked ?? null'), None, f'{name}: no markup has run')
        self.found.expect_equal(
            page.run('document.querySelectorAll("img, b, i, u, script:not([src]), iframe").length'), 0,
            f'{name}: elements that nobody meant')
        self.found.expect_equal(page.run('window.refused'), [], f'{name}: what the policy refused, and errors of scripts')

    def open(self, path):
        self.page.go(self.balise.origin + path)

    def unfold(self):
        """Opens all parts that are folded."""
        self.page.run('document.querySelectorAll("details").forEach(part => { part.open = true; })')

    def message(self):
        return self.page.run('document.querySelector("#message").textContent')

    def click(self, selector):
        self.page.run(f'document.querySelector({json.dumps(selector)}).click()')

    def fill(self, selector, text):
        self.page.run(f'document.querySelector({json.dumps(selector)}).value = {json.dumps(text)}')
