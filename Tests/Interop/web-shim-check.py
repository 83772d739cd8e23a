#!/usr/bin/env python3
"""Loads the web shim into a page of a real browser (Chromium), and watches where the token goes.

    web-shim-check.py PROGRAM

PROGRAM is the built `balise`. The page comes from an origin of its own, which is allowed to call; another one is not, and
a third program stands for whatever else a page calls.
"""

import json
import sys

import requests

from balise_process import Balise
from chromium import Chromium
from findings import Findings
from openid_provider import Provider
from site_server import Site

found = Findings('web shim in Chromium')


def main():
    with Provider() as provider, Site() as host, Site() as stranger, Site() as elsewhere:
        provider.add('ada', email='ada@example.org', given_name='Ada')
        with Balise(sys.argv[1], provider.settings(host.origin)) as balise, Chromium() as browser:
            host.page = stranger.page = page_with(balise.origin)
            page = browser.open(host.origin + '/')
            found.expect_equal(
                page.run('Object.keys(EcoveloSDK).sort().join()'), 'clear,fetch,setIAMToken', 'what the page sees')
            missing(page)
            token = provider.sign_in('ada')
            signed_in(page, token)
            elsewhere_untouched(page, elsewhere)
            expired(page, provider)
            ended(page, balise, provider)
            old_requests(page, provider)
            old_requests_held(page, balise, provider)
            old_requests_elsewhere(page, elsewhere)
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
            // As Angular and axios do it: headers one by one, listeners of both kinds.
            function request(path, {{headers = {{}}, type = "", method = "GET", body = null, isAsync = true, abortAfter}} = {{}}) {{
                return new Promise(resolve => {{
                    const xhr = new XMLHttpRequest();
                    const seen = [];
                    xhr.open(method, path.startsWith("http") ? path : base + path, isAsync);
                    if (isAsync) xhr.responseType = type;
                    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
                    xhr.onreadystatechange = () => xhr.readyState > 1 && seen.push(xhr.readyState);
                    for (const name of ["loadstart", "load", "error", "abort"])
                        xhr.addEventListener(name, () => seen.push(name));
                    xhr.onloadend = () => resolve({{
                        status: xhr.status, seen: seen.join(), length: type === "json" ? JSON.stringify(xhr.response).length : xhr.response.length}});
                    xhr.send(body);
                    if (abortAfter) setTimeout(() => xhr.abort(), abortAfter);
                    if (!isAsync) resolve({{status: xhr.status}});
                }});
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


def revoke(balise, token):
    """Signs out elsewhere."""
    requests.post(f'{balise.origin}/oauth/revoke', data={'token': token}, timeout=30).raise_for_status()


def ended(page, balise, provider):
    """A sign-out elsewhere ends the token before its time; the page is told as it is of any other that counts no more."""
    gone, fresh = provider.session_token('ada', 'sid-gone'), provider.session_token('ada', 'sid-next')
    page.run(f'EcoveloSDK.setIAMToken({json.dumps(gone)})')
    found.expect_equal(page.run('call("/users/me")')['status'], 200, 'the status before the sign-out elsewhere')
    revoke(balise, gone)
    page.run(f'window.whenExpired = () => setTimeout(() => EcoveloSDK.setIAMToken({json.dumps(fresh)}), 50)')
    found.expect_equal(page.run('call("/users/me")')['status'], 200, 'held after the sign-out elsewhere')
    found.expect_equal(
        page.run('events.splice(0).join()'), 'ecovelo-token-expired', 'the events of a session that has ended')
    page.run('window.whenExpired = null')


def old_requests(page, provider):
    """XMLHttpRequest brings the token as fetch does."""
    page.run('EcoveloSDK.clear()')
    found.expect_equal(page.run('request("/users/me")')['status'], 401, 'the status of XMLHttpRequest without a token')
    found.expect_equal(page.run('events.splice(0).join()'), 'ecovelo-token-missing', 'the events of XMLHttpRequest')
    token = provider.sign_in('ada')
    page.run(f'EcoveloSDK.setIAMToken({json.dumps({"token": token, "programId": "rennes"})})')
    for kind in ['', 'text', 'json']:
        answer = page.run(f'request("/users/me", {{type: "{kind}", headers: {{"X-Installation-Id": "a"}}}})')
        found.expect_equal(answer['status'], 200, f'the status of XMLHttpRequest as {kind or "nothing"}')
        found.expect_equal(answer['seen'], 'loadstart,2,3,4,load', 'what the page sees of it')
    found.expect_equal(page.run('request("/users/me", {isAsync: false})')['status'], 200, 'the status at once')
    found.expect_equal(
        page.run('request("/users/me", {headers: {Authorization: "Bearer another"}})')['status'], 401,
        'the status of XMLHttpRequest with a token of its own')
    found.expect_equal(
        page.run('request("/users/me", {headers: {Authorization: "", program: "paris"}})')['status'], 403,
        'the status of XMLHttpRequest with a program of its own')
    found.expect_equal(page.run('events.splice(0).join()'), '', 'the events of a good token in XMLHttpRequest')


def old_requests_held(page, balise, provider):
    old, fresh = provider.expired_token('ada'), provider.sign_in('ada')
    gone = provider.session_token('ada', 'sid-gone-too')
    page.run(f'EcoveloSDK.setIAMToken({json.dumps({"token": gone, "programId": None})})')
    found.expect_equal(page.run('request("/users/me")')['status'], 200, 'the status before the other sign-out')
    revoke(balise, gone)
    for token in [old, gone]:
        page.run(f"""(function () {{
            EcoveloSDK.setIAMToken({json.dumps(token)});
            window.whenExpired = () => setTimeout(() => EcoveloSDK.setIAMToken({json.dumps(fresh)}), 50);
        }})()""")
        answers = page.run(
            'Promise.all([request("/users/me"), request("/users/me", {type: "json"}), call("/users/me")])')
        found.expect_equal([answer['status'] for answer in answers], [200, 200, 200], 'both kinds are held')
        found.expect_equal(answers[0]['seen'], 'loadstart,2,3,4,load', 'the page sees one request')
        found.expect_equal(page.run('events.splice(0).join()'), 'ecovelo-token-expired', 'the events of both kinds')
    page.run(f'(window.whenExpired = null, EcoveloSDK.setIAMToken({json.dumps(old)}))')
    answer = page.run('request("/users/me", {abortAfter: 300})')
    found.expect('abort' in answer['seen'] and 'load,' not in answer['seen'] + ',', 'a held request can be given up')
    page.run('window.whenExpired = () => setTimeout(() => EcoveloSDK.clear(), 50)')
    answer = page.run('request("/users/me")')
    found.expect_equal(answer['status'], 401, 'the answer to XMLHttpRequest when nobody brings another')
    found.expect('load' in answer['seen'] and answer['length'] > 0, 'which the page can read')
    page.run('(window.whenExpired = null, events.splice(0))')
    page.run(f'EcoveloSDK.setIAMToken({json.dumps(fresh)})')


def old_requests_elsewhere(page, elsewhere):
    del elsewhere.requests[:]
    page.run(f'request("{elsewhere.origin}/x")')
    found.expect_equal([method for method, _, _ in elsewhere.requests], ['GET'], 'what XMLHttpRequest sends elsewhere')
    for _, _, headers in elsewhere.requests:
        found.expect(not headers & {'authorization', 'program', 'cookie'}, 'XMLHttpRequest brings nothing elsewhere')


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
