"""What the check of the console does with keys, sessions, restoring, and addresses and servers that are not there."""

import json
import os
import re

from console_passkey_steps import AUTHENTICATOR

# Sessions end in four minutes, as far as the page knows.
SHORT = """
    const plain = window.fetch;
    window.fetch = async (address, init) => {
        const answer = await plain(address, init);
        if (address !== "/console/session" || !answer.ok) return answer;
        const session = await answer.json();
        session.expiresAt = new Date(Date.parse(session.lastUsedAt) + 240_000).toISOString();
        return new Response(JSON.stringify(session), {status: answer.status});
    };
"""
HEX = r'\b[0-9a-f]{24}\b'


class AccessSteps:
    def access(self):
        """All of it; the page is signed in as the operator before and after."""
        self.own_passkey()
        self.keys_by_name()
        self.restore_command()
        self.no_page()
        self.away()
        self.session_end()
        self.french()

    def own_passkey(self):
        """In the first session, by the link of the command as it is, without an API key and without another terminal."""
        first, self.page = self.page, self.new_page()
        self.page.ask('WebAuthn.enable')
        self.page.ask('WebAuthn.addVirtualAuthenticator', options=AUTHENTICATOR)
        self.page.ask('Page.navigate', url=self.named(self.link()))
        self.page.wait('document.querySelector(".tiles") !== null', 'the overview')
        self.click('Add a passkey for yourself', 'nav')
        self.ready('the sign-in of the console')
        self.click('Add a passkey for yourself')
        self.fill('dialog input[name=name]', 'Barbara')
        self.accessible(self.page, 'the question for a passkey')
        self.click('Add a passkey for yourself', 'dialog')
        self.said('The passkey is added. Next time, sign in with it.')
        made = self.operate('GET', '/console-passkeys').json()['passkeys']
        self.found.expect_equal([passkey['apiKeyName'] for passkey in made], ['Barbara'], 'whose passkey it is')
        self.inspect('keys-console-passkey', widths=[390])
        self.click('Sign out', 'nav')
        self.click('Sign in with a passkey')
        self.page.wait('document.querySelector("#title-consolePasskeys") !== null', 'the page where the operator was')
        self.found.expect('Barbara' in self.text('nav'), 'the name of the operator')
        # Without a passkey the key goes, too.
        self.operate('DELETE', f'/api-keys/{made[0]["apiKey"]}')
        self.page.ask('Page.close')
        self.page = first
        self.page.ask('Page.bringToFront')

    def keys_by_name(self):
        self.operate('POST', '/api-keys', {'name': 'Old tool', 'scopes': ['view']})
        for view in ['keys', 'keys?view=console', 'webhooks']:
            self.open(view)
            self.found.expect(not re.search(HEX, self.text()), f'no id is shown on {view}')
        self.open('keys')
        row = '[...document.querySelectorAll("tbody tr")].find(row => row.innerText.includes("Old tool"))'
        self.page.run(f'{row}.querySelector("summary").click()')
        self.found.expect(re.search(HEX, self.page.run(f'{row}.innerText')), 'the id of a key, when asked for')
        self.page.run(f'{row}.querySelector("button.danger").click()')
        self.confirm('Revoke', 'OLD  tool')
        self.said('The key is revoked.')
        self.click('Revoked and expired keys')
        self.found.expect('revoked' in self.page.run(f'{row}.innerText'), 'how the key has ended')

    def restore_command(self):
        """With the name of a backup, the folder of backups and the data folder."""
        self.open('backups')
        self.page.wait('document.querySelector(".copyable code") !== null', 'the command')
        command = self.text('.copyable code')
        newest = self.operate('GET', '/backups').json()['backups'][0]['name']
        settings = {setting['name']: setting['value'] for setting in self.operate('GET', '/settings').json()['settings']}
        place = os.path.join(settings['backups.to'], newest)
        self.found.expect(
            command.startswith('balise restore ') and command.endswith(place) and f'--data-dir {settings["data.dir"]} ' in command,
            f'the command to restore: {command}')
        self.page.run('document.querySelector(".copyable button").click()')
        self.page.wait('document.querySelector(".copyable [role=status]").textContent !== ""', 'that the command is copied')

    def no_page(self):
        for address in ['nonsense', 'constructor', 'person/%25', 'keys/%']:
            self.open(address)
        self.open('nonsense')
        self.found.expect('This page does not exist' in self.text('h1'), 'a page that does not exist says so')
        self.found.expect(self.page.run('document.title.startsWith("This page does not exist")'), 'its title')
        self.inspect('no-page', widths=[390])
        self.click('People')
        self.page.wait('location.hash === "#/people"', 'a link to a page that exists')
        self.ready('people')

    def offline(self, isOffline):
        self.page.ask('Network.enable')
        self.page.ask(
            'Network.emulateNetworkConditions', offline=isOffline, latency=0, downloadThroughput=-1, uploadThroughput=-1)

    def away(self):
        """Without the network one line says so, and the page comes by itself when the network is back."""
        self.open('overview')
        self.offline(True)
        self.page.run('location.hash = "#/people"; undefined')
        self.page.wait('document.querySelector(".notice:not([hidden])")?.innerText.includes("Trying again") === true', 'the line')
        self.accessible(self.page, 'a page without the server')
        self.offline(False)
        self.page.wait('document.querySelector(".page tbody tr") !== null', 'the people, by themselves')
        self.found.expect(self.page.run('document.querySelector(".notice:not([hidden])") === null'), 'the line is gone')
        # What somebody has typed stays.
        self.open('compose')
        self.fill('input[name=title]', 'Half a title')
        self.offline(True)
        self.page.run('dispatchEvent(new Event("online")); document.dispatchEvent(new CustomEvent("unreached")); undefined')
        self.page.wait('document.querySelector(".notice:not([hidden])") !== null', 'the line')
        self.offline(False)
        self.page.wait('document.querySelector(".notice:not([hidden])") === null', 'the end of the line')
        self.found.expect_equal(self.page.run('document.querySelector("input[name=title]").value'), 'Half a title', 'what was typed')

    def session_end(self):
        first, self.page = self.page, self.new_page(SHORT)
        self.page.ask('Page.navigate', url=self.link())
        self.page.wait('document.querySelector(".notice:not([hidden])")?.innerText.includes("You will be signed out at") === true', 'the end of the session')
        self.click('Stay signed in')
        self.open('log')
        self.page.run("""fetch("/console/session", {headers: {"X-Requested-With": "BaliseConsole"}}).then(answer => answer.json())
            .then(session => { window.own = session.id; })""")
        self.operate('DELETE', f'/console-sessions/{self.page.run("window.own")}')
        self.page.run('location.hash = "#/backups"; undefined')
        self.page.wait('document.querySelector("main .how") !== null', 'the end of the session')
        self.found.expect('Sign in again to return to this page.' in self.text(), 'what to do when a session has ended')
        self.page.run(f'location.href = {json.dumps(self.link())}; undefined')
        self.page.wait('document.querySelector(".page h1")?.innerText === "Backups"', 'the page at which the session ended')
        self.page.ask('Page.close')
        self.page = first
        self.page.ask('Page.bringToFront')

    def french(self):
        """What the server says is French, or marked as English."""
        first, self.page = self.page, self.new_page(language='fr')
        self.page.ask('Page.navigate', url=self.link())
        self.page.wait('document.querySelector(".tiles") !== null', 'the overview')
        self.open('person/0a0a0a0a')
        self.found.expect('Ce compte n’existe pas.' in self.text(), 'a refusal in French')
        self.open('keys')
        self.click('Créer une clé')
        self.fill('dialog input[name=name]', 'x')
        self.click('Créer une clé', 'dialog')
        self.page.wait('document.querySelector("dialog .problem").textContent === "Choisissez au moins une portée."', 'what is missing')
        self.page.run('document.querySelector("#scopes-publish").click()')
        self.found.expect_equal(self.text('dialog .problem'), '', 'what was missing, once a scope is chosen')
        self.fill('dialog input[name=otherTopics]', 'a/b')
        self.click('Créer une clé', 'dialog')
        self.page.wait('document.querySelector("dialog .problem span[lang=en]") !== null', 'what the server said, marked as English')
        self.found.expect(self.text('dialog .problem').startswith('Le serveur refuse cette saisie.'), 'the same in French')
        self.click('Annuler', 'dialog')
        self.open('api')
        self.page.run('[...document.querySelectorAll(".calls")].slice(0, 5).forEach(part => { part.open = true; })')
        self.page.wait('document.querySelectorAll(".operation").length > 50', 'the calls of operators')
        self.found.expect_equal(
            self.page.run('document.querySelectorAll(".operation .summary[lang=en]").length'), 0, 'summaries that are not French')
        said = self.page.run("""import("/console/files/server-texts.js").then(({serverText}) => serverText("no push has reached Google since "
            + "2026-01-31 12:00 UTC; the provider refuses the credential (BadToken); correct it in the settings; waiting pushes are kept").innerHTML)""")
        for what in ['n’est parvenue à Google depuis le', 'janv. 2026', 'refuse les identifiants (BadToken).', 'Corrigez-les', 'sont gardées.']:
            self.found.expect(what in said, f'{what} is said of a stop: {said}')
        self.found.expect('lang="en"' not in said, f'all parts of what stops pushes are French: {said}')
        self.open('log?view=security')
        self.found.expect('mauvais mot de passe' in self.text() and 'wrong password' not in self.text(), 'the reasons of the security log in French')
        self.page.ask('Page.close')
        self.page = first
        self.page.ask('Page.bringToFront')

    def named(self, link):
        """A link as the command prints it, of which the other steps take the address."""
        return link.replace('127.0.0.1', 'localhost')
