#!/usr/bin/env python3
"""Runs the scripts of the SDK's web view host in a real browser (Chromium), as a WKWebView would, and plays the host.

    web-view-check.py PROGRAM

PROGRAM is the built `balise`. The scripts stand in a file with which a test of the SDK compares what the SDK makes
(EcoveloWebScriptsTests). The page loads nothing of ours: what it calls with is brought by the host.
"""

import json
import pathlib
import sys

from balise_process import Balise
from chromium import Chromium
from findings import Findings
from openid_provider import Provider
from site_server import Site

found = Findings('web view in Chromium')

SDK = pathlib.Path(__file__).parent.parent.parent / 'Clients/Swift'
SCRIPTS = json.loads((SDK / 'Tests/BaliseEcoveloTests/WebView/scripts.json').read_text())
SHIM = (SDK / 'Sources/BaliseEcovelo/WebView/ecovelo-sdk.js').read_text()
WORLD = 'Balise'


class Host:
    """The host's side of a web view: which scripts run at the start of a document, and which now."""

    def __init__(self, page, origin, server):
        self.page = page
        self.places = {'https://page.example': origin, 'https://balise.example': server}
        self.start = None
        # WebKit's message handler, of which Chromium has none. The document is what both worlds see.
        self.add(
            'window.webkit = {messageHandlers: {ecovelo: {postMessage(name) {'
            'document.documentElement.dataset.posted = (document.documentElement.dataset.posted || "") + name + ";"; }}}};',
            WORLD)
        self.add(self.script('events'), WORLD)

    def script(self, name, token='', program=''):
        text = SCRIPTS[name].replace('"TOKEN"', json.dumps(token)).replace('"PROGRAM"', json.dumps(program))
        for place, origin in self.places.items():
            text = text.replace('"' + place.replace('/', '\\u002f') + '"', json.dumps(origin))
        return text.replace('SHIM', SHIM)

    def add(self, script, world=None):
        parameters = {'worldName': world} if world else {}
        return self.page.ask('Page.addScriptToEvaluateOnNewDocument', source=script, **parameters)['identifier']

    def set_start(self, name, **values):
        if self.start:
            self.page.ask('Page.removeScriptToEvaluateOnNewDocument', identifier=self.start)
        self.start = self.add(self.script(name, **values))

    def posted(self):
        """What the page has told since the last time."""
        return self.page.run(
            '(() => { const all = document.documentElement.dataset.posted || "";'
            'delete document.documentElement.dataset.posted; return all; })()')


PAGE = """<!doctype html>
    <script>
        // The first script of the page calls at once.
        const atStart = typeof EcoveloSDK;
        const first = SERVER && fetch(SERVER + "/ecovelo/users/me").then(answer => answer.status, () => "failed");
        function old(path) {
            return new Promise(resolve => {
                const xhr = new XMLHttpRequest();
                xhr.open("GET", SERVER + path);
                xhr.onloadend = () => resolve(xhr.status);
                xhr.send();
            });
        }
        const status = path => fetch(SERVER + path).then(answer => answer.status);
    </script>"""


def main():
    with Provider() as provider, Site() as site, Site() as stranger:
        provider.add('ada', email='ada@example.org', given_name='Ada')
        with Balise(sys.argv[1], provider.settings(site.origin, stranger.origin)) as balise, Chromium() as browser:
            site.page = stranger.page = PAGE.replace('SERVER', json.dumps(balise.origin))
            page = browser.open('about:blank')
            page.ask('Page.enable')
            host = Host(page, site.origin, balise.origin)
            without_token(host, site)
            token = provider.sign_in('ada')
            from_the_start(host, site, token)
            renewed(host, provider)
            with_element(host, site, balise, token)
            elsewhere(host, stranger, token)
            signed_out(host, site)
    found.report()


def without_token(host, site):
    host.set_start('startWithoutToken')
    host.page.go(site.origin + '/')
    found.expect_equal(host.page.run('atStart'), 'object', 'the shim stands before the first script')
    found.expect_equal(host.page.run('first'), 401, 'the first call without a token')
    found.expect_equal(host.posted(), 'ecovelo-token-missing;', 'what the host hears of it')
    found.expect_equal(host.page.run('typeof window.webkit'), 'undefined', 'the page does not see the message handler')


def from_the_start(host, site, token):
    host.set_start('start', token=token, program='rennes')
    host.page.go(site.origin + '/')
    found.expect_equal(host.page.run('first'), 200, 'the first call of the page')
    found.expect_equal(host.page.run('old("/ecovelo/users/me")'), 200, 'an XMLHttpRequest')
    host.set_start('start', token=token, program='paris')
    host.page.go(site.origin + '/')
    found.expect_equal(host.page.run('first'), 403, 'a program that the token does not speak for')
    found.expect_equal(host.posted(), '', 'the host hears nothing of a good token')
    found.expect_equal(
        host.page.run('typeof EcoveloSDKHost + Object.keys(window).filter(name => /ecovelo/i.test(name))'),
        'undefinedEcoveloSDK', 'what of the host stands in the page')
    seen = host.page.run('Object.values(EcoveloSDK).map(String).join() + document.documentElement.outerHTML')
    found.expect(token not in seen, 'the page holds no token to be read')


def renewed(host, provider):
    old, fresh = provider.expired_token('ada'), provider.sign_in('ada')
    host.page.run(host.script('change', token=old, program='rennes'))
    host.page.run('window.held = Promise.all([status("/ecovelo/users/me"), old("/ecovelo/users/me")]), 0')
    found.come_to_hold(lambda: host.posted() == 'ecovelo-token-expired;', 'the host hears once that the token is over')
    host.page.run(host.script('change', token=fresh, program='rennes'))
    found.expect_equal(host.page.run('held'), [200, 200], 'both kinds of held calls are sent again')


def with_element(host, site, balise, token):
    """A page may also load the shim as it did before there was such a host."""
    plain, site.page = site.page, f'<script src="{balise.origin}/ecovelo-sdk.js"></script>' + site.page
    host.set_start('start', token=token, program='rennes')
    host.page.go(site.origin + '/')
    found.expect_equal(host.page.run('first'), 200, 'the first call of a page that loads the shim as well')
    site.page = plain


def elsewhere(host, stranger, token):
    host.page.go(stranger.origin + '/')
    found.expect_equal(host.page.run('atStart'), 'undefined', 'what a page of another origin has of the shim')
    found.expect_equal(host.page.run('first'), 401, 'what a page of another origin is answered')
    host.page.run(host.script('change', token=token, program='rennes'))
    host.page.run(
        'window.taken = 0, window.EcoveloSDK = {setIAMToken() { window.taken += 1; }}, 0')
    host.page.run(host.script('change', token=token, program='rennes'))
    found.expect_equal(host.page.run('taken'), 0, 'how often a page of another origin is given a token')
    host.page.run('window.dispatchEvent(new CustomEvent("ecovelo-token-expired"))')
    found.expect_equal(host.posted(), '', 'what a page of another origin can tell the host')


def signed_out(host, site):
    host.page.go(site.origin + '/')
    found.expect_equal(host.page.run('first'), 200, 'the call before the sign-out')
    host.page.run(host.script('clear'))
    host.set_start('startWithoutToken')
    found.expect_equal(host.page.run('status("/ecovelo/users/me")'), 401, 'the call after the sign-out')
    host.page.go(site.origin + '/')
    found.expect_equal(host.page.run('first'), 401, 'the first call of the page that is loaded then')


if __name__ == '__main__':
    main()
