#!/usr/bin/env python3
"""Loads the web shim into a page of a real browser (Chromium), and watches where the token goes.

    web-shim-check.py PROGRAM

PROGRAM is the built `balise`. The page comes from an origin of its own, which is allowed to call; another one is not, and
a third program stands for whatever else a page calls.
"""

import http.server
import json
import sys
import threading

from balise_process import Balise
from chromium import Chromium
from findings import Findings
from openid_provider import CLIENT, Provider

found = Findings('web shim in Chromium')


class Site:
    """A web server that gives one page to everybody, lets pages of all origins call it, and keeps what it was sent."""

    def __init__(self):
        self.page = ''
        self.requests = []
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self):
                if self.path != '/favicon.ico':
                    site.requests.append((self.command, self.path, {name.lower() for name in self.headers}))
                body = site.page.encode()
                self.send_response(200)
                self.send_header('Content-Type', 'text/html; charset=utf-8')
                self.send_header('Content-Length', str(len(body)))
                self.send_header('Access-Control-Allow-Origin', '*')
                self.send_header('Access-Control-Allow-Headers', '*, Authorization')
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = do_OPTIONS = answer

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        self.origin = f'http://127.0.0.1:{self.server.server_port}'

    def __enter__(self):
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={'poll_interval': 0.05})
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


def main():
    with Provider() as provider, Site() as host, Site() as stranger, Site() as elsewhere:
        provider.add('ada', email='ada@example.org', given_name='Ada')
        settings = {
            'issuers': {'host': {
                'issuer': provider.issuer, 'audiences': [CLIENT], 'programs': ['rennes', 'nantes']}},
            'ecovelo': {'allowedOrigins': [host.origin]}}
        with Balise(sys.argv[1], settings) as balise, Chromium() as browser:
            host.page = stranger.page = page_with(balise.origin)
            page = browser.open(host.origin + '/')
            found.expect_equal(
                page.run('Object.keys(EcoveloSDK).sort().join()'), 'clear,fetch,setIAMToken', 'what the page sees')
            missing(page)
            token = provider.sign_in('ada')
            signed_in(page, token)
            elsewhere_untouched(page, elsewhere)
            expired(page, provider)
            nothing_kept(page, token)
            signed_out(page)
            refused_origin(browser.open(stranger.origin + '/'), token)
    found.report()


def page_with(origin):
    """Loads the shim, and notes its events."""
    return f"""<!doctype html>
        <script src="{origin}/ecovelo-sdk.js"></script>
        <script>
            const base = "{origin}/ecovelo";
            const events = [];
            for (const name of ["ecovelo-token-missing", "ecovelo-token-expired"])
                window.addEventListener(name, event => {{
                    events.push(name + (event.detail ? JSON.stringify(event.detail) : ""));
                    if (window.whenExpired && name === "ecovelo-token-expired") window.whenExpired();
                }});
            async function call(path, init) {{
                const response = await fetch(base + path, init);
                return {{status: response.status, body: await response.json()}};
            }}
        </script>"""


def missing(page):
    for _ in range(2):
        found.expect_equal(page.run('call("/users/me")')['status'], 401, 'the status without a token')
    found.expect_equal(page.run('call("/programs")')['status'], 200, 'the status of what is public')
    found.expect_equal(page.run('events.splice(0).join()'), 'ecovelo-token-missing', 'the events, once')


def signed_in(page, token):
    page.run(f'EcoveloSDK.setIAMToken({json.dumps(token)})')
    answer = page.run('call("/users/me")')
    found.expect_equal(answer['status'], 200, 'the status with a token')
    found.expect('ada@example.org' in json.dumps(answer['body']), 'the person is recognised')
    for program, status in [('rennes', 200), ('paris', 403)]:
        page.run(f'EcoveloSDK.setIAMToken({json.dumps({"token": token, "programId": program})})')
        found.expect_equal(page.run('call("/users/me")')['status'], status, f'the status for program {program}')
    page.run(f'EcoveloSDK.setIAMToken({json.dumps({"token": token, "programId": "rennes"})})')
    found.expect_equal(
        page.run('fetch(new Request(base + "/users/me")).then(response => response.status)'), 200,
        'the status of a Request')
    found.expect_equal(
        page.run('call("/users/me", {headers: {Authorization: "Bearer another"}})')['status'], 401,
        'the status where the page has a token of its own')
    found.expect_equal(page.run('events.splice(0).join()'), '', 'the events of a good token')


def elsewhere_untouched(page, elsewhere):
    for script in ['fetch(URL)', 'fetch(new Request(URL, {method: "POST", body: "a"}))', 'EcoveloSDK.fetch(new URL(URL))']:
        page.run(script.replace('URL)', f'"{elsewhere.origin}/x")').replace('URL,', f'"{elsewhere.origin}/x",')
                 + '.then(response => response.status)')
    found.expect_equal(
        [method for method, _, _ in elsewhere.requests], ['GET', 'POST', 'GET'],
        'what arrives elsewhere, with nothing that a preflight would be for')
    for _, _, headers in elsewhere.requests:
        found.expect(not headers & {'authorization', 'program', 'cookie'}, 'no header arrives elsewhere')


def expired(page, provider):
    old, fresh = provider.expired_token('ada'), provider.sign_in('ada')
    page.run(f"""(function () {{
        EcoveloSDK.setIAMToken({json.dumps(old)});
        window.whenExpired = () => setTimeout(() => EcoveloSDK.setIAMToken({json.dumps(fresh)}), 50);
    }})()""")
    answers = page.run('Promise.all([call("/users/me"), call("/users/me"), call("/users/me")])')
    found.expect_equal([answer['status'] for answer in answers], [200, 200, 200], 'held until there is another token')
    found.expect_equal(page.run('events.splice(0).join()'), 'ecovelo-token-expired', 'the events of an expired token')
    page.run(f'(window.whenExpired = null, EcoveloSDK.setIAMToken({json.dumps(old)}))')
    answer = page.run('call("/users/me", {tokenWait: 200})')
    found.expect_equal(
        (answer['status'], answer['body'].get('code')), (401, 'TOKEN_EXPIRED'), 'the answer when nobody brings another')
    found.expect_equal(page.run('events.splice(0).join()'), 'ecovelo-token-expired', 'the events once more')
    page.run(f'EcoveloSDK.setIAMToken({json.dumps(fresh)})')


def nothing_kept(page, token):
    found.expect_equal(
        page.run('[localStorage.length, sessionStorage.length, document.cookie]'), [0, 0, ''], 'what is kept')
    found.expect_equal(
        page.run('indexedDB.databases().then(all => all.length)'), 0, 'what is kept in databases')
    seen = page.run("""(function () {
        const texts = [];
        for (const name of Object.getOwnPropertyNames(window))
            try { texts.push(name, typeof window[name] === "function" ? String(window[name]) : JSON.stringify(window[name])); }
            catch (error) { /* It holds itself. */ }
        for (const value of Object.values(EcoveloSDK)) texts.push(String(value));
        return texts.join();
    })()""")
    found.expect(token not in seen and token.split('.')[1] not in seen, 'no global gives the token back')


def signed_out(page):
    page.run('EcoveloSDK.clear()')
    found.expect_equal(page.run('call("/users/me")')['status'], 401, 'the status after the sign-out')
    found.expect_equal(page.run('events.splice(0).join()'), 'ecovelo-token-missing', 'the events after the sign-out')


def refused_origin(page, token):
    page.run(f'EcoveloSDK.setIAMToken({json.dumps(token)})')
    found.expect_equal(
        page.run('call("/users/me").then(() => "read", error => error.name)'), 'TypeError',
        'what a page of another origin reads')


if __name__ == '__main__':
    main()
