"""Goes through what people do on the account page beside passwords, in a real browser: passkeys, an identity provider, all
that is kept of them, and an erasure that is taken back."""

import json
import os
import zipfile

from balise_process import Balise, free_port
from openid_provider import Provider
from page_inspection import HOSTILE, PASSWORD, Inspection

AUTHENTICATOR = {
    'protocol': 'ctap2', 'transport': 'internal', 'hasResidentKey': True, 'hasUserVerification': True,
    'isUserVerified': True, 'automaticPresenceSimulation': True}


def check_sign_ins(program, browser, pictures, found):
    """Runs a Balise of its own, since a passkey counts only at an address that is set beforehand."""
    port = free_port()
    origin = f'http://localhost:{port}'
    with Provider() as provider:
        provider.add('carol', given_name='Carol')
        provider.add('ben', email='ben@example.org', email_verified=True)
        settings = {
            'pages': {'name': HOSTILE}, 'passkeys': {'rpId': 'localhost', 'origins': [origin]},
            'identity': {'erasureGrace': '1h'},
            'issuers': {'mock': {
                'issuer': provider.issuer, 'clientId': 'balise-at-the-mock', 'clientSecret': 'a secret',
                'scopes': ['email', 'profile']}}}
        with Balise(program, settings, port=port) as balise:
            balise.origin = origin
            ways = SignIns(balise, browser, pictures, found)
            ways.register()
            ways.passkeys()
            ways.export()
            ways.french()
            ways.provider()
            ways.take_back()
            log = balise.read_log()
            found.expect('code=' not in log and 'ben@' not in log, 'no code and no address in the log of the program')


class SignIns(Inspection):
    def __init__(self, *parts):
        super().__init__(*parts)
        self.page = self.new_page()
        self.page.look(1440, 'light')
        self.page.ask('WebAuthn.enable')
        self.page.ask('WebAuthn.addVirtualAuthenticator', options=AUTHENTICATOR)

    def register(self):
        answer = self.api('POST', '/api/v1/auth/register', {
            'username': 'ben', 'email': 'ben@example.org', 'password': PASSWORD, 'firstName': 'Ben', 'lastName': 'B'})
        self.found.expect_equal(answer.status_code, 201, f'the status of registering: {answer.text}')

    def is_shown(self, selector):
        return f'document.querySelector({json.dumps(selector)})?.checkVisibility() === true'

    def sign_in(self, password=PASSWORD):
        self.open('/account')
        self.page.wait(self.is_shown('#sign-in'))
        self.fill('#login', 'ben')
        self.fill('#password', password)
        self.click('#sign-in button')

    def signed_in(self, what):
        self.page.wait(self.is_shown('#signed-in'), what)
        self.page.wait('document.querySelectorAll("#sessions li").length > 0')

    def view(self, name):
        self.page.run(f'location.hash = "{name}"')
        self.page.wait(self.is_shown(f'[data-view={name}]'), f'the part {name}')
        self.unfold()

    def sign_out(self):
        self.click('#sign-out')
        self.page.wait(self.is_shown('#signed-out'))

    def told(self, text, what):
        """Waits until the page says something, and holds that against a text."""
        self.page.wait('document.querySelector("#message").textContent !== ""', what)
        self.found.expect(self.message().startswith(text), f'what is said of {what}: {self.message()}')

    def passkeys(self):
        """One with a name that tries to be more than text is added, renamed, used, and removed."""
        self.sign_in()
        self.signed_in('the account')
        self.view('security')
        self.fill('#passkey-name', HOSTILE[:64])
        self.click('#add-passkey button')
        self.told('The passkey is added.', 'a new passkey')
        self.page.wait('document.querySelectorAll("#passkeys strong").length === 1')
        name = self.page.run('document.querySelector("#passkeys strong").textContent')
        self.found.expect_equal(name, HOSTILE[:64], 'the name of the passkey')
        self.page.wait(f'document.querySelector("#ways-in").textContent.includes({json.dumps(HOSTILE[:64])})', 'a passkey is a way to sign in')
        self.inspect('passkeys')
        self.click('#add-passkey button')
        self.page.wait('document.querySelector("#message").textContent.startsWith("This device already has a passkey")')
        self.fill('#passkeys input', 'My phone')
        self.click('#passkeys form button')
        self.page.wait('document.querySelector("#passkeys strong").textContent === "My phone"', 'the new name')
        self.sign_out()
        self.click('#sign-in-passkey')
        self.signed_in('the account, by a passkey')
        self.page.wait('document.querySelectorAll("#passkeys li > button").length === 1')
        self.click('#passkeys li > button')
        self.told('This passkey no longer signs in', 'a passkey that is removed')
        self.sign_out()
        self.click('#sign-in-passkey')
        self.page.wait('document.querySelector("#message").textContent.startsWith("This passkey does not open an account")')
        self.found.expect(not self.page.run(self.is_shown('#signed-in')), 'a passkey that is removed opens nothing')
        self.inspect('sign-in-ways')

    def export(self):
        self.sign_in()
        self.signed_in('the account')
        self.view('privacy')
        self.fill('#export-proof', 'wrong')
        self.click('#export button')
        self.told('The password is wrong.', 'an archive without the password')
        self.page.wait('!document.querySelector("#export button").disabled')
        self.fill('#export-proof', PASSWORD)
        self.click('#export button')
        self.page.wait(self.is_shown('#export-file'), 'the archive')
        self.inspect('export')
        self.page.ask('Page.setDownloadBehavior', behavior='allow', downloadPath=os.path.abspath(self.pictures))
        self.click('#export-file')
        self.found.come_to_hold(self.archive, 'the archive is saved')
        names = self.archive() or []
        self.found.expect('identity/profile.json' in names or any('profile' in name for name in names), f'what it holds: {names}')
        self.sign_out()

    def archive(self):
        """The names in the archive that was saved; none until it is there and whole."""
        for name in os.listdir(self.pictures):
            path = os.path.join(self.pictures, name)
            if name.startswith('account-') and name.endswith('.zip') and zipfile.is_zipfile(path):
                with zipfile.ZipFile(path) as archive:
                    return archive.namelist()
        return None

    def french(self):
        self.page.look(1440, 'light', 'fr')
        self.sign_in('faux')
        self.told('Le nom ou le mot de passe est incorrect.', 'a wrong password, in French')
        self.sign_in()
        self.signed_in('the account, in French')
        self.fill('#current', PASSWORD)
        self.fill('#new', 'password')
        self.click('#change-password button')
        self.told('Ce mot de passe est très courant et facile à deviner.', 'a common password, in French')
        # `inspect` goes on in English, and this page stays as it was loaded.
        for view in ['profile', 'security', 'devices', 'sharing', 'notifications', 'privacy']:
            self.view(view)
            self.inspect(f'account-fr-{view}')
        self.sign_out()

    def at_provider(self, person):
        """Signs in at the provider's own page, to which a link of the page leads."""
        self.open('/account')
        self.page.wait(self.is_shown('#sign-in'))
        self.click('#other-ways-in a[href^="/account/provider/"]')
        self.page.wait('document.querySelector("[name=sub]") !== null', 'the page of the provider')
        self.page.run(f"""(field => {{ field.value = {json.dumps(person)}; field.form.submit(); }})(
            document.querySelector("[name=sub]"))""")

    def asked(self, name, what):
        """Waits for a page with a field of this name, with its style."""
        self.page.wait(f'document.querySelector("[name={name}]") !== null && document.readyState === "complete"', what)

    def provider(self):
        self.at_provider('carol')
        self.signed_in('the account of a person of the provider')
        text = self.page.run('document.querySelector("#signed-in").textContent')
        self.found.expect('Carol' in text, 'who the provider says that it is')
        self.found.expect_equal(self.page.run('document.cookie'), '', 'what scripts can find')
        self.sign_out()
        # The provider's address is that of an account: its password links them, once.
        self.at_provider('ben')
        self.asked('make', 'the question for the password')
        self.inspect('provider-link')
        self.fill('#password', 'wrong')
        self.page.run('document.querySelector("#password").form.submit()')
        self.page.wait('document.querySelector("[role=alert]") !== null && document.readyState === "complete"')
        self.inspect('provider-link-refused')
        self.fill('#password', PASSWORD)
        self.page.run('document.querySelector("#password").form.submit()')
        self.signed_in('the account that was linked')
        self.sign_out()
        self.at_provider('ben')
        self.signed_in('the account, without its password')
        text = self.page.run('document.querySelector("#signed-in").textContent')
        self.found.expect('ben@example.org' in text, 'it is the same account')
        self.sign_out()
        for name, path, text in [
            ('provider-denied', '/account/provider?error=access_denied', 'You did not sign in'),
            ('provider-over', '/account/provider?code=stale', 'Start again'),
        ]:
            self.open(path)
            self.found.expect(text in self.page.run('document.body.innerText'), f'what {name} says')
            self.inspect(name)

    def take_back(self):
        self.sign_in()
        self.signed_in('the account')
        self.fill('#proof', PASSWORD)
        self.click('#sure')
        self.click('#erase button')
        self.page.wait('document.querySelector("#erased-title").textContent === "Your account will be deleted"')
        self.inspect('erasure-scheduled')
        # By the provider a page without a script asks.
        self.at_provider('ben')
        self.asked('cancel', 'the question whether it is kept')
        self.inspect('provider-erasure')
        self.sign_in()
        self.told('This account is due to be deleted', 'an account that is to be deleted')
        self.page.wait(self.is_shown('#take-back'))
        self.inspect('take-back')
        self.fill('#password', PASSWORD)
        self.click('#cancel')
        self.click('#sign-in button')
        self.signed_in('the account, which is kept')
        self.sign_out()
        self.sign_in()
        self.signed_in('the account, as ever')
