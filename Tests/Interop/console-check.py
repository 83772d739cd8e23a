#!/usr/bin/env python3
"""Goes through the console for operators in a real browser (Chromium): an operator comes in by a link of `balise console`,
finds a person, ends a stolen session, disables and erases, announces after a count, asks why a person was not told, and sees
which version most people run.

    console-check.py PROGRAM PICTURES

PROGRAM is the built `balise`. Pictures of every page at each width and in both colours go into the folder PICTURES; those of docs/console are
made by pictures-check.py. On the way axe looks for what keeps people out, and names, titles, devices and user agents try to be more than text.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.parse

import requests

from balise_process import Balise
from chromium import Chromium
from console_access_steps import AccessSteps
from console_audience_steps import AudienceSteps
from console_log_and_map_steps import LogAndMapSteps
from console_notification_steps import NotificationSteps
from console_overview_steps import OverviewSteps
from console_page import TALLEST, ConsolePage
from console_passkey_steps import PasskeySteps
from console_people_steps import PeopleSteps
from console_push_steps import PushSteps
from console_tile_steps import TileSteps, write_archive
from findings import Findings
from page_scripts import WATCH, check_keyboard

found = Findings('console in Chromium')

PASSWORD = 'correct horse staple'
# As whom operators look at the map.
MAP = {'reader': 'the operator', 'readerKey': 'the key of the operator'}
# Markup, an override of the direction of writing, and a word that is wider than a phone.
HOSTILE = '<img src=x onerror="window.hacked=1"><b>\u202ekcab</b>&amp;\'' + 'W' * 60
PAGES = ['overview', 'history', 'people', 'notifications', 'notifications?state=scheduled', 'webhooks', 'push-health', 'installations', 'keys', 'keys?view=console', 'keys?view=tokens', 'log', 'log?view=security', 'backups', 'checks', 'map', 'settings?query=http', 'api', 'compose']
# Every text of every answer is replaced by 10 kB that try to be more than text; times, ids and words of ours stay.
HUGE = """
    const hostile = '<img src=x onerror="window.hacked=1"></li></ul><script>window.hacked=1<\\/script>\\u202e' + 'W'.repeat(10240);
    const spoilt = (value, name) => {
        if (Array.isArray(value)) return value.slice(0, 5).map(inner => spoilt(inner, name));
        if (value && typeof value === "object")
            return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, spoilt(inner, key)]));
        return /At$|^at$|^id$|role|nextCursor|^scopes$/.test(name) || typeof value !== "string" ? value : hostile;
    };
    const plain = window.fetch;
    window.fetch = async (address, init) => {
        const answer = await plain(address, init);
        if (!/json/.test(answer.headers.get("Content-Type")) || !/^.console.(api|session)/.test(address)) return answer;
        return new Response(JSON.stringify(spoilt(await answer.json())), {status: answer.status});
    };
"""

def main():
    program, pictures = sys.argv[1:]
    os.makedirs(pictures, exist_ok=True)
    settings = {'pages': {'name': HOSTILE}, 'api': {'registrationsPerMinute': 1000}, 'miataru': {'detailedVisitors': True, 'visitorCap': 1000}}
    with tempfile.TemporaryDirectory() as backups, Balise(program, settings | {'backups': {'to': backups}, 'console': MAP}) as balise, Chromium() as browser:
        journey = Journey(balise, browser, pictures)
        journey.prepare()
        journey.signed_out()
        journey.sign_in()
        journey.find_person()
        journey.find_anywhere()
        journey.words_at_once()
        journey.pushes()
        journey.end_sharing()
        journey.end_stolen_session()
        journey.announce()
        journey.why_not()
        journey.old_version()
        journey.audience_rows()
        journey.tomorrow_at_nine()
        journey.later_announcement()
        journey.composer()
        journey.most_used_version()
        journey.make_key()
        journey.key_that_publishes()
        journey.schedules()
        journey.webhooks()
        journey.log()
        journey.log_filters()
        journey.security_log()
        journey.overview()
        journey.unused_webhook()
        journey.settings_and_checks()
        journey.charts()
        journey.network_away()
        journey.backups()
        journey.access()
        journey.map()
        journey.try_call()
        journey.webhook_failures()
        journey.pages()
        journey.keyboard()
        journey.huge()
        journey.remove_webhook()
        journey.sent()
        journey.many_people()
        journey.several_at_once()
        journey.change_names()
        journey.disable()
        journey.erase()
        journey.viewer()
        journey.foreign_page()
        journey.passkeys()
        journey.sign_out()
        with Balise(program, {'console': MAP | {'tilesFile': write_archive(os.path.join(backups, 'map.pmtiles'))}}) as other:
            Journey(other, browser, pictures).tiles(MAP)
        with Balise(program) as fresh:
            Journey(fresh, browser, pictures).fresh_map()
        log = balise.read_log()
        found.expect(not any(secret in log for secret in journey.secrets), 'no secret of a link or a cookie is in the log')
    found.report()


class Journey(AccessSteps, PeopleSteps, NotificationSteps, AudienceSteps, PushSteps, LogAndMapSteps, OverviewSteps, PasskeySteps, TileSteps, ConsolePage):
    def __init__(self, balise, browser, pictures):
        self.balise = balise
        self.browser = browser
        self.secrets = []
        self.hostile = HOSTILE
        self.password = PASSWORD
        super().__init__(found, pictures, self.new_page())

    def new_page(self, script=WATCH, language='en'):
        page = self.browser.blank()
        page.ask('Page.enable')
        page.ask('Page.addScriptToEvaluateOnNewDocument', source=script)
        page.look(1440, 'light', language)
        return page

    def api(self, method, path, body=None, **headers):
        return requests.request(method, f'{self.balise.origin}{path}', json=body, headers=headers, timeout=60)

    def operate(self, method, path, body=None, **headers):
        headers = headers or {'Authorization': f'Bearer {self.balise.operator_token}'}
        return requests.request(method, f'{self.balise.operations}{path}', json=body or {}, headers=headers, timeout=60)

    def link(self):
        """A link by the command, as an operator gets it."""
        port = urllib.parse.urlsplit(self.balise.operations).port
        folder = os.path.join(self.balise.folder.name, 'data')
        done = subprocess.run(
            [self.balise.program, 'console', '--operations-port', str(port), '--data-dir', folder],
            capture_output=True, text=True, timeout=60)
        links = re.findall(r'http://localhost:\S+/console#link=\S+', done.stdout)
        found.expect_equal((done.returncode, len(links)), (0, 1), f'a link by the command: {done.stdout}{done.stderr}')
        self.secrets.append(links[0].split('=')[1])
        # Its cookie has to come back at the address that the other steps take.
        return links[0].replace('localhost', '127.0.0.1')

    # What there is before the browser comes.

    def prepare(self):
        """A person whose name and devices try to be more than text, and a dozen sessions of one version of the app."""
        client = {'User-Agent': 'Evil/1 <script>window.hacked=1</script>', 'X-Meeshy-Device': '<i>phone</i>' + 'W' * 80,
                  'X-Meeshy-Version': '<b>9</b>'}
        answer = self.api('POST', '/api/v1/auth/register', {
            'username': 'ada', 'email': 'ada@example.org', 'password': PASSWORD, 'firstName': HOSTILE[:60],
            'lastName': 'W' * 60}, **client)
        found.expect_equal(answer.status_code, 201, f'the status of registering: {answer.text}')
        self.token = answer.json()['token']
        mine = {'Authorization': f'Bearer {self.token}'}
        self.device = '<img src=x onerror=window.hacked=1>' + 'W' * 100
        for status, path, body in [
            (201, '/api/v1/push/register', {'token': 'ab12cd34' * 8, 'deviceName': self.device[:120]}),
            (200, '/v1/setDeviceKey', {'MiataruSetDeviceKey': {'DeviceID': self.device, 'NewDeviceKey': 'key'}}),
            (201, '/api/v1/users/me/location-devices', {'device': self.device, 'deviceKey': 'key'}),
            (200, '/v1/setDeviceKey', {'MiataruSetDeviceKey': {'DeviceID': MAP['reader'], 'NewDeviceKey': MAP['readerKey']}}),
        ]:
            answer = self.api('POST', path, body, **mine)
            found.expect_equal(answer.status_code, status, f'the status of {path}: {answer.text}')
        answer = self.api('POST', '/api/v1/auth/register', {
            'username': 'grace', 'email': 'grace@example.org', 'password': PASSWORD, 'firstName': 'Grace',
            'lastName': 'Hopper'})
        found.expect_equal(answer.status_code, 201, f'the status of registering: {answer.text}')
        for number in range(11):
            answer = self.api('POST', '/api/v1/auth/login', {'username': 'grace', 'password': PASSWORD}, **{
                'X-Meeshy-Version': '1.2.0', 'X-Meeshy-Platform': 'ios', 'X-Meeshy-OS-Version': '17.5',
                'X-Meeshy-Device': f'iPhone {number}'})
            found.expect_equal(answer.status_code, 200, f'the status of signing in: {answer.text}')
        for name in ['ada', HOSTILE]:
            answer = self.api('POST', '/api/v1/auth/login', {'username': name, 'password': 'wrong'}, **client)
            found.expect_equal(answer.status_code, 401, f'the status of a wrong password: {answer.text}')
        key = {'name': HOSTILE[:90], 'scopes': ['publish', 'view']}
        found.expect_equal(self.operate('POST', '/api-keys', key).status_code, 201, 'the status of making a key')

    # The journey.

    def signed_out(self):
        self.page.go(f'{self.balise.operations}/console')
        self.page.wait('document.querySelector("main h1") !== null')
        text = self.text()
        for what in ['Open a terminal on the server’s machine.', 'balise console', 'Copy', 'It works once', 'Balise runs in a container', 'You have an API key']:
            found.expect(what in text, f'{what} is said of how to come in')
        # An IP address has none.
        self.page.wait('document.querySelector("main").innerText.includes("Passkeys do not work at this")', 'why there are no passkeys')
        self.inspect('sign-in')

    def sign_in(self):
        link = self.link()
        self.page.ask('Page.navigate', url=link)
        self.page.wait('document.querySelector(".tiles") !== null', 'the overview')
        found.expect('link=' not in self.page.run('document.URL'), 'the secret has left the address')
        cookie = next(cookie for cookie in self.cookies() if cookie['name'] == 'balise-console')
        self.secrets.append(cookie['value'])
        found.expect_equal(
            (cookie['httpOnly'], cookie['sameSite'], cookie['path']), (True, 'Strict', '/console'), 'what the cookie is')
        found.expect_equal(
            self.page.run('[localStorage.length, sessionStorage.length, document.cookie]'), [0, 0, ''], 'what scripts can find')
        self.page.wait('document.querySelector("main").innerText.includes("Last 24 hours")', 'the figures of a day')
        text = self.text()
        for what in ['All ready', 'Requests', 'Server errors', 'Sign-ins', 'Pushes due', 'Free space', 'Last backup', 'Last warnings']:
            found.expect(what in text, f'the overview says {what}')
        other = self.new_page()
        other.ask('Page.navigate', url=link)
        other.wait('document.querySelector("main .alert") !== null', 'the refusal of a used link')
        found.expect('already used' in other.run('document.querySelector("main").innerText'), 'a link works once')
        other.ask('Page.close')
        self.page.ask('Page.bringToFront')

    def try_call(self):
        self.click('API', 'nav')
        self.page.wait('document.querySelectorAll(".calls").length > 10', 'the subjects')
        text = self.text()
        for what in ['Get started', '/api/v1/auth/register', f'{self.balise.operations}/checks', 'X-API-Key: KEY', 'Create a key', 'Keys and access to the console']:
            found.expect(what in text, f'{what} is said of how to begin')
        self.fill('input[type=search]', 'share-links')
        found.expect('/api/v1/users/me/share-links' in self.text(), 'a search finds calls of all subjects')
        found.expect(self.page.run('document.querySelectorAll(".operation").length < 20'), 'it leaves others out')
        # The body is that of the example, and the scopes are those that the document names.
        self.fill('input[type=search]', 'create api key')
        self.page.run('document.querySelector(".operation summary").click()')
        self.page.wait('document.querySelector(".operation code + button") !== null', 'the call as a command')
        for what in ["-X POST", '-d \'{"name":"Bakery","scopes":["publish"]', 'The key needs one of these scopes: operate']:
            found.expect(what in self.text('.operation'), f'{what} is said of the call')
        self.fill('input[type=search]', '')
        self.page.run('document.querySelectorAll(".calls").forEach(part => { part.open = true; })')
        card = '[...document.querySelectorAll(".operation")].find(card => card.innerText.includes("/installations"))'
        self.page.wait(f'{card} !== undefined', 'the calls of a subject that is opened')
        self.page.run(f'{card}.querySelector("summary").click()')
        self.click('Send')
        self.page.wait('[...document.querySelectorAll("pre")].some(answer => answer.innerText.includes("appVersions\\":"))', 'an answer')
        return None

    def pages(self):
        for name in PAGES:
            self.open(name)
            self.inspect(re.sub(r'\?((view|state)=)?', '-', name))

    def keyboard(self):
        """On a page with all kinds of controls the Tab key reaches each, and each shows the focus."""
        self.open('keys')
        check_keyboard(self.page, found)

    def huge(self):
        """Each text of an answer is 10 kB of markup: every page with texts of others keeps its layout."""
        page = self.new_page(WATCH + HUGE)
        page.go(f'{self.balise.operations}/console')
        page.wait('document.querySelector(".tiles") !== null')
        shown = ['overview', 'people', 'notifications', 'notifications?state=scheduled', 'webhooks', 'push-health', 'keys', 'keys?view=console', 'log', 'log?view=security', 'backups', 'installations']
        for name in [*shown, f'person/{self.account}', f'notification/{self.announcement}', f'notification/{self.notification}']:
            self.open(name, page)
            kind = re.sub(r'\W((view|state)=)?', '-', name.split('/')[0])
            for width in [360, 1440]:
                page.look(width, 'light')
                wide = page.run('document.documentElement.scrollWidth - document.documentElement.clientWidth')
                found.expect(wide <= 0, f'{kind} with huge texts at {width}: {wide} pixels too wide')
                page.picture(f'{self.pictures}/huge-{kind}-{width}.png', TALLEST)
                outside = page.run("""[...document.querySelectorAll("main button, main .button")].filter(button => {
                    const box = button.getBoundingClientRect();
                    return button.checkVisibility() && (box.left < 0 || box.right > innerWidth || box.height < 24);
                }).length""")
                found.expect_equal(outside, 0, f'{kind} with huge texts at {width}: buttons out of reach')
            self.accessible(page, f'{kind} with huge texts', contrast=False)
            self.is_text(page, f'{kind} with huge texts')
        page.ask('Page.close')
        self.page.ask('Page.bringToFront')

    def viewer(self):
        """With a key that may see alone, there is nothing to press, and no page of settings."""
        answer = self.operate('POST', '/console-links', **{'X-API-Key': self.viewers_key})
        found.expect_equal(answer.status_code, 201, f'the status of a link by a key: {answer.text}')
        self.page.ask('Page.navigate', url='about:blank')
        self.page.wait('document.URL === "about:blank"')
        self.page.ask('Page.navigate', url=answer.json()['url'].replace('localhost', '127.0.0.1'))
        self.page.wait('document.querySelector(".tiles") !== null', 'the overview')
        found.expect('Viewer' in self.text('nav') and 'Settings' not in self.text('nav'), 'what a viewer is shown')
        self.open('settings')
        found.expect('You need the role of an operator' in self.text(), 'a page for operators says so')
        self.open('people')
        self.page.run('document.querySelector("tbody a").click()')
        self.page.wait('location.hash.startsWith("#/person/")')
        self.ready('person')
        found.expect_equal(self.page.run('document.querySelectorAll("main .page button").length'), 0, 'the buttons of a viewer')
        self.inspect('person-viewer', widths=[360])

    def foreign_page(self):
        """A page of another origin on the same site can neither read nor change; none at all can show the page in a frame."""
        page = self.new_page()
        page.go(f'{self.balise.origin}/robots.txt')
        before = self.operate('GET', '/console-sessions').json()
        for method in ['GET', 'DELETE', 'POST']:
            for headers in [{}, {'X-Requested-With': 'BaliseConsole', 'Content-Type': 'application/json'}]:
                read = page.run(f"""fetch({json.dumps(self.balise.operations + '/console/session')}, {{
                    method: {json.dumps(method)}, credentials: "include", headers: {json.dumps(headers)}}})
                    .then(answer => answer.text(), () => null)""")
                found.expect_equal(read, None, f'what a foreign page reads by {method}')
        found.expect_equal(
            len(self.operate('GET', '/console-sessions').json()['sessions']), len(before['sessions']), 'the sessions after that')
        found.expect(page.run(f"""new Promise(resolve => {{
            const frame = document.createElement("iframe");
            frame.src = {json.dumps(self.balise.operations + '/console')};
            frame.onload = () => resolve(frame.contentDocument === null);
            document.documentElement.append(frame);
        }})"""), 'the page is not shown in a frame')
        page.ask('Page.close')

    def sign_out(self):
        self.page.ask('Page.bringToFront')
        self.page.look(1440, 'light', 'fr')
        self.page.go(f'{self.balise.operations}/console')
        self.page.wait('document.querySelector(".tiles") !== null')
        self.page.picture(f'{self.pictures}/overview-french-1440-light.png', TALLEST)
        self.click('Se déconnecter', 'nav')
        self.page.wait('document.querySelector("main .how") !== null', 'how to come in')
        self.page.go(f'{self.balise.operations}/console')
        self.page.wait('document.querySelector("main .how") !== null', 'how to come in')
        found.expect('Vue d’ensemble' not in self.page.run('document.body.innerText'), 'nothing is shown to strangers')

if __name__ == '__main__':
    main()
