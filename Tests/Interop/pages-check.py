#!/usr/bin/env python3
"""Goes through the pages for people in a real browser (Chromium): a person signs in by the keyboard, looks, changes and ends
what they have, forgets their password with scripts off, and deletes their account.

    pages-check.py PROGRAM PICTURES

PROGRAM is the built `balise`; pictures of every page go into the folder PICTURES. On the way axe looks for what keeps people
out, and names, devices and user agents try to be more than text.
"""

import json
import os
import re
import sys
import urllib.parse

import pyotp
import requests
from balise_process import Balise
from chromium import Chromium
from findings import Findings
from page_arrivals import check_arrivals
from page_inspection import HOSTILE, PASSWORD, Inspection
from page_newcomers import check_newcomers
from page_scripts import HUGE, WATCH, check_keyboard
from page_sign_ins import check_sign_ins

found = Findings('pages in Chromium')

VIEWS = ['profile', 'security', 'devices', 'sharing', 'notifications', 'privacy']
AGENT = 'Evil/1 <script>window.hacked=1</script> ' + 'x' * 400
PUBLIC = 'https://pages.example'


def main():
    program, pictures = sys.argv[1:]
    os.makedirs(pictures, exist_ok=True)
    settings = {
        'http': {'publicUrl': PUBLIC}, 'pages': {'name': HOSTILE, 'operatedBy': HOSTILE}}
    with Balise(program, settings) as balise, Chromium() as browser:
        journey = Journey(balise, browser, pictures)
        journey.register()
        journey.welcome()
        journey.sign_in_wrong()
        journey.sign_in()
        journey.account()
        journey.keyboard()
        journey.huge()
        journey.second_step()
        journey.end_forwarder()
        # With the session in which it registered, a push device would go as well.
        journey.remove_devices()
        journey.end_session()
        journey.change_password()
        journey.foreign_page()
        journey.sign_out()
        journey.forget()
        journey.erase()
        log = balise.read_log()
        found.expect('pr_' not in log and 'token=' not in log, 'no token in the log of the program')
        check_arrivals(balise, browser, pictures, found)
        check_sign_ins(program, browser, pictures, found)
        check_newcomers(program, browser, pictures, found)
    found.report()


class Journey(Inspection):
    def __init__(self, balise, browser, pictures):
        super().__init__(balise, browser, pictures, found)
        self.page = self.new_page()
        self.page.look(1440, 'light')

    # What there is before the browser comes.

    def register(self):
        """A person with a name, a session, a push device and a location device that try to be more than text."""
        first, last = HOSTILE[:60], 'W' * 60
        self.name = f'{first} {last}'
        client = {'User-Agent': AGENT, 'X-Meeshy-Device': '<i>phone</i>' + 'W' * 80, 'X-Meeshy-City': '<u>Brest</u>',
                  'X-Meeshy-Country': 'FR', 'X-Meeshy-Version': '1.0'}
        answer = self.api('POST', '/api/v1/auth/register', {
            'username': 'ada', 'email': 'ada@example.org', 'password': PASSWORD, 'firstName': first,
            'lastName': last}, **client)
        found.expect_equal(answer.status_code, 201, 'the status of registering')
        self.token = answer.json()['token']
        mine = {'Authorization': f'Bearer {self.token}'}
        self.device = '<img src=x onerror=window.hacked=1>' + 'W' * 100
        self.forwarders = f'/api/v1/users/me/location-devices/{urllib.parse.quote(self.device, safe="")}/forwarders'
        for status, path, body in [
            (201, '/api/v1/push/register', {'token': 'ab12cd34' * 8, 'deviceName': self.device[:120]}),
            (200, '/v1/setDeviceKey', {'MiataruSetDeviceKey': {'DeviceID': self.device, 'NewDeviceKey': 'key'}}),
            (201, '/api/v1/users/me/location-devices', {'device': self.device, 'deviceKey': 'key'}),
            (201, self.forwarders, {
                'name': self.device[:95], 'form': 'owntracks', 'precision': 'town', 'url': 'https://places.example/in?key=private'}),
        ]:
            answer = self.api('POST', path, body, **mine)
            found.expect_equal(answer.status_code, status, f'the status of {path}: {answer.text}')

    # The journey.

    def welcome(self):
        self.open('/')
        found.expect('balise console' not in self.page.run('document.body.innerText'), 'what is for operators is folded')
        self.unfold()
        text = self.page.run('document.body.innerText')
        found.expect(HOSTILE in text, 'the name of the server is shown as it is')
        for what in [f'Welcome to {HOSTILE}', 'What you can do here', 'Create an account', 'Do you run this server?', 'balise console', '/api/v1/', f'It is run by {HOSTILE}.']:
            found.expect(what in text, f'a newcomer reads {what[:40]}')
        self.inspect('welcome')
        self.open('/nope')
        found.expect('There is no page at this address.' in self.page.run('document.body.innerText'), 'a page that does not exist')
        self.inspect('missing')
        answer = self.api('GET', '/nope')
        found.expect_equal((answer.status_code, answer.json()), (404, {'error': 'Not found: /nope'}), 'what a program gets there')
        self.open('/')
        self.click('a[href="/account"]')
        self.page.wait('document.URL.endsWith("/account") && document.querySelector("#signed-out")?.hidden === false')
        self.inspect('sign-in')

    def sign_in_wrong(self):
        self.fill('#login', 'ada')
        self.fill('#password', 'wrong')
        self.click('#sign-in button')
        self.page.wait('document.querySelector("#message").textContent !== ""')
        found.expect_equal(self.message(), 'The name or the password is wrong.', 'what a wrong password is told')
        found.expect_equal(self.page.run('document.querySelector("#password").value'), '', 'the password that stays')
        self.inspect('sign-in-refused')

    def tab_to(self, condition, what):
        """Goes on with the Tab key until the element with the focus is the one."""
        for _ in range(40):
            self.page.press('Tab')
            if self.page.run(f'(element => {condition})(document.activeElement)'):
                return True
        found.expect(False, f'the keyboard reaches {what}')
        return False

    def sign_in(self, password=PASSWORD):
        """By the keyboard alone."""
        self.open('/account')
        self.page.wait('document.querySelector("#signed-out").hidden === false')
        self.page.press('Tab')
        found.expect_equal(self.page.run('document.activeElement.className'), 'skip', 'where the first Tab leads')
        self.tab_to('element.id === "login"', 'the name')
        self.page.type('ada')
        self.page.press('Tab')
        self.page.type(password)
        self.page.press('Enter')
        self.page.wait('document.querySelector("#signed-in").hidden === false', 'the account')
        self.page.wait('document.querySelectorAll("#sessions li").length > 0')

    def account(self):
        self.page.wait('document.querySelectorAll("#location-devices li").length > 0')
        text = self.page.run('document.querySelector("#signed-in").textContent')
        for what in [self.name, 'ada@example.org', 'Account created', 'Last sign-in', self.device, '<u>Brest</u>', AGENT[:512].strip()]:
            found.expect(what in text, f'{what[:40]} is shown')
        found.expect_equal(self.page.run('document.querySelectorAll("#sessions li").length'), 2, 'the sessions')
        found.expect_equal(
            self.page.run('[localStorage.length, sessionStorage.length, document.cookie]'), [0, 0, ''],
            'what scripts can find')
        for view in VIEWS:
            self.view(view)
            self.inspect(f'account-{view}')
        self.page.run('history.back()')
        self.page.wait('location.hash === "#notifications" && !document.querySelector("[data-view=notifications]").hidden')
        # From another page, since a change of the part alone loads nothing.
        self.open('/')
        self.open('/account#sharing')
        self.page.wait('document.querySelector("#signed-in").hidden === false')
        self.page.wait('document.querySelector("[data-view=sharing]").checkVisibility()', 'the part that the address names')

    def view(self, name):
        """Opens a part of the account, and all that is folded in it."""
        self.unfold()
        self.click(f'#views a[href="#{name}"]')
        self.page.wait(f'document.querySelector("[data-view={name}]").checkVisibility()', f'the part {name}')
        found.expect_equal(self.page.run('document.querySelectorAll("#signed-in > [data-view]:not([hidden])").length'), 1, 'the parts that are shown')

    def keyboard(self):
        """Every control is reached, in the order of the page, and shows that it has the focus."""
        for view in VIEWS:
            self.view(view)
            check_keyboard(self.page, found)

    def huge(self):
        """Each text of an answer is 10 kB of markup: the page keeps its layout, and its buttons."""
        page = self.new_page(WATCH + HUGE)
        page.look(1440, 'light')
        page.go(self.balise.origin + '/account')
        page.wait('document.querySelectorAll("#sessions li, #push-devices li, #location-devices li").length === 4')
        for view in ['profile', 'devices', 'notifications']:
            page.run(f'location.hash = "{view}"')
            page.wait(f'document.querySelector("[data-view={view}]").checkVisibility()')
            self.inspect(f'account-huge-{view}', page)
            found.expect(
                page.run("""[...document.querySelectorAll("#sessions li, #push-devices li")]
                    .every(card => card.getBoundingClientRect().height < 2500)"""), 'no text pushes the rest away')
            found.expect(
                page.run("""[...document.querySelectorAll("#signed-in button")].every(button => {
                    const box = button.getBoundingClientRect();
                    return !button.checkVisibility() || (box.left >= 0 && box.right <= innerWidth && box.height >= 24);
                })"""), 'every button stays within reach')
        page.ask('Page.close')
        self.page.ask('Page.bringToFront')

    def second_step(self):
        """Set up with the key that the page shows, and removed again."""
        self.view('security')
        self.click('#begin-totp')
        self.page.wait('document.querySelector("#set-up-totp").hidden === false')
        key = self.page.run('document.querySelector("#totp-secret").textContent').replace(' ', '')
        link = self.page.run('document.querySelector("#totp-link").href')
        found.expect(link.startswith('otpauth://totp/') and key in link, 'the link for the app has the key')
        found.expect(self.page.run('document.querySelector("#totp-picture svg path[stroke]") !== null'), 'the key as a QR code')
        self.inspect('second-step')
        self.fill('#totp-code', pyotp.TOTP(key).now())
        self.click('#confirm-totp button')
        self.page.wait('document.querySelectorAll("#recovery-codes li").length === 10')
        self.page.wait('document.querySelector("#remove-totp").hidden === false')
        found.expect_equal(self.page.run('document.querySelector("#totp-secret").textContent'), '', 'the key that stays')
        self.inspect('recovery-codes')
        self.fill('#remove-proof', PASSWORD)
        self.click('#remove-totp button')
        self.page.wait('document.querySelector("#message").textContent === "The second step is off."')
        found.expect_equal(
            self.page.run('document.querySelectorAll("#recovery-codes li").length'), 0, 'the recovery codes that stay')

    def end_forwarder(self):
        """A person sees where their places go, and ends it."""
        self.view('sharing')
        self.page.wait('document.querySelectorAll("#forwarders button").length === 1', 'the forwarder')
        text = self.page.run('document.querySelector("#forwarders").innerText')
        for what in [self.device[:95], 'https://places.example', 'OwnTracks', 'About 10 kilometres']:
            found.expect(what in text, f'{what[:40]} is said of a forwarder: {text}')
        found.expect('private' not in text, 'the key in the address of a forwarder is not shown')
        self.click('#forwarders button')
        self.page.wait('document.querySelector("#forwarders button") === null')
        self.page.wait('document.querySelector("#message").textContent === "Balise no longer sends places to this address."')
        answer = self.api('GET', self.forwarders, Authorization=f'Bearer {self.token}')
        found.expect_equal(answer.json()['data']['forwarders'], [], 'the forwarders after that')

    def end_session(self):
        """The page stays in its part, the focus stays at the list, and how it went is within sight."""
        self.view('devices')
        self.page.look(360, 'light')
        self.page.run('document.querySelector("#sessions li button").focus()')
        self.click('#sessions li button')
        self.page.wait('document.querySelectorAll("#sessions li").length === 1')
        self.page.wait('document.querySelector("#message").textContent !== ""')
        found.expect_equal(self.message(), 'You are signed out there.', 'what is said of an ended session')
        found.expect_equal(
            self.page.run('[location.hash, document.activeElement.id]'), ['#devices', 'sessions-title'], 'where the person is then')
        found.expect(self.page.run("""(box => box.top >= 0 && box.bottom <= innerHeight)(
            document.querySelector("#message").getBoundingClientRect())"""), 'how it went is within sight')
        self.page.look(1440, 'light')
        status = self.api('GET', '/api/v1/users/me', Authorization=f'Bearer {self.token}').status_code
        found.expect_equal(status, 401, 'the status of the session that was ended')

    def remove_devices(self):
        for place, text in [('push-devices', 'The device no longer receives notifications.'), ('location-devices', 'The device is no longer yours')]:
            self.click(f'#{place} li > button:last-child')
            self.page.wait(f'document.querySelector("#{place} button") === null')
            self.page.wait(f'document.querySelector("#message").textContent.startsWith({json.dumps(text)})')

    def change_password(self):
        other = self.api('POST', '/api/v1/auth/login', {'username': 'ada', 'password': PASSWORD}).json()['token']
        for current, new, text in [
            ('wrong', 'another horse staple', 'The password is wrong.'),
            (PASSWORD, 'password', 'This password is very common and easy to guess; choose another one.'),
            (PASSWORD, 'another horse staple', 'The password is changed, and the other sessions have ended.'),
        ]:
            self.fill('#current', current)
            self.fill('#new', new)
            self.page.run('document.querySelector("#message").textContent = ""')
            self.click('#change-password button')
            self.page.wait('document.querySelector("#message").textContent !== "" && !document.querySelector("#change-password button").disabled')
            found.expect_equal(self.message(), text, 'what is said of a new password')
        status = self.api('GET', '/api/v1/users/me', Authorization=f'Bearer {other}').status_code
        found.expect_equal(status, 401, 'the status of a session elsewhere after that')

    def foreign_page(self):
        """A page of another origin on the same site can neither read nor change; none at all can show the page in a frame."""
        page = self.new_page()
        page.go(f'{self.balise.operations}/livez')
        for method, path in [('GET', '/account/session'), ('DELETE', '/api/v1/users/me'), ('DELETE', '/account/session')]:
            for headers in [{}, {'X-Requested-With': 'BaliseAccount'}]:
                page.run(f"""fetch({json.dumps(self.balise.origin + path)}, {{method: {json.dumps(method)},
                    credentials: "include", headers: {json.dumps(headers)}}}).then(answer => answer.text(), () => null)""")
                page.run(f"""fetch({json.dumps(self.balise.origin + path)}, {{method: "POST", mode: "no-cors",
                    credentials: "include"}}).then(() => null, () => null)""")
        self.open('/account')
        self.page.wait('document.querySelector("#signed-in").hidden === false', 'the account, which is still there')
        page.go(f'{self.balise.origin}/robots.txt')
        found.expect(page.run(f"""new Promise(resolve => {{
            const frame = document.createElement("iframe");
            frame.src = {json.dumps(self.balise.origin + '/account')};
            frame.onload = () => resolve(frame.contentDocument === null);
            document.documentElement.append(frame);
        }})"""), 'the page is not shown in a frame')

    def sign_out(self):
        self.click('#sign-out')
        self.page.wait('document.querySelector("#signed-out").hidden === false')
        found.expect_equal(self.message(), 'You are signed out.', 'what is said of signing out')
        self.open('/account')
        self.page.wait('document.querySelector("#signed-out").hidden === false')

    def forget(self):
        """With scripts off: a person asks for a link, opens it, is refused a common password, sets one, and uses it up."""
        page = self.page = self.new_page()
        page.ask('Emulation.setScriptExecutionDisabled', value=True)
        page.look(1440, 'light', 'fr')
        self.open('/account')
        found.expect(page.run('document.querySelector("noscript") !== null'), 'what is said without scripts')
        self.open('/account/forgot')
        found.expect_equal(page.run('document.documentElement.lang'), 'fr', 'the language')
        page.run('document.querySelector("#email").focus()')
        page.type('ada@example.org')
        page.press('Enter')
        page.wait('document.querySelector("form") === null && document.readyState === "complete"')
        found.expect('un message est en route' in page.run('document.body.innerText'), 'what is said of the message')
        found.come_to_hold(self.link, 'there is a message')
        link = self.link()
        found.expect(link.startswith(f'{PUBLIC}/account/reset?token=pr_'), f'where the message leads: {link}')
        path = link.removeprefix(PUBLIC)
        self.open(path)
        for password, text in [('password', None), ('staple horse correct', 'Le mot de passe est enregistré.')]:
            page.run('document.querySelector("#password").focus()')
            page.type(password)
            page.run('document.body.dataset.old = "yes"')
            page.press('Enter')
            page.wait('document.body?.dataset.old === undefined && document.readyState === "complete"')
            found.expect('token=' not in page.run('document.URL'), 'no token in the address of the answer')
            if text:
                found.expect(text in page.run('document.body.innerText'), 'what is said of the new password')
            else:
                said = page.run('document.querySelector("[role=alert]").textContent')
                found.expect(said.startswith('Ce mot de passe est très courant'), f'why a common password is refused: {said}')
        self.open(path)
        found.expect('Demander un nouveau lien' in page.run('document.body.innerText'), 'what is said of a used link')
        found.expect(page.run('document.querySelector("form") === null'), 'a used link asks for no password')
        # Pictures, and axe, with scripts on.
        requests.post(f'{self.balise.origin}/account/forgot', data={'email': 'ada@example.org'}, timeout=30)
        found.come_to_hold(lambda: self.link() != link, 'there is another message')
        other = self.link().removeprefix(PUBLIC)
        self.page = self.new_page()
        self.page.look(1440, 'light')
        for name, path in [('forgot', '/account/forgot'), ('reset', other), ('link-over', path)]:
            self.open(path)
            self.inspect(name)
        found.expect_equal(self.page.run('document.referrer'), '', 'no page is told where a person came from')

    def link(self):
        with open(os.path.join(self.balise.folder.name, 'data', 'messages.log')) as lines:
            found_links = re.findall(r'https://pages\.example/account/reset[^"\s\\]+', lines.read().replace('\\/', '/'))
        return urllib.parse.unquote(found_links[-1]) if found_links else ''

    def erase(self):
        self.sign_in('staple horse correct')
        self.page.wait('document.querySelectorAll("#location-devices li").length > 0')
        self.fill('#proof', 'wrong')
        self.click('#sure')
        self.click('#erase button')
        self.page.wait('document.querySelector("#message").textContent !== ""')
        found.expect(not self.page.run('document.querySelector("#signed-in").hidden'), 'a wrong password erases nothing')
        self.page.wait('!document.querySelector("#erase button").disabled')
        self.fill('#proof', 'staple horse correct')
        self.click('#erase button')
        self.page.wait('document.querySelector("#receipt").hidden === false', 'the receipt')
        receipt = self.page.run('document.querySelector("#receipt-text").value')
        found.expect_equal(len(receipt.split('.')), 3, 'the parts of the receipt')
        self.page.ask('Page.setDownloadBehavior', behavior='allow', downloadPath=os.path.abspath(self.pictures))
        self.click('#save-receipt')
        found.come_to_hold(lambda: any(self.saved(receipt)), 'the receipt is saved')
        self.inspect('erased')
        self.open('/account')
        self.page.wait('document.querySelector("#signed-out").hidden === false')
        found.expect_equal(self.message(), '', 'what the page says without a session')
        answer = self.api('POST', '/api/v1/auth/login', {'username': 'ada', 'password': 'staple horse correct'})
        found.expect_equal(answer.status_code, 401, 'the status of signing in to an erased account')

    def saved(self, receipt):
        for name in os.listdir(self.pictures):
            if name.endswith('.jws'):
                with open(os.path.join(self.pictures, name)) as file:
                    yield file.read().strip() == receipt


if __name__ == '__main__':
    main()
