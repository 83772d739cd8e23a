"""What the check of the console does with passkeys of operators."""

AUTHENTICATOR = {
    'protocol': 'ctap2', 'transport': 'internal', 'hasResidentKey': True, 'hasUserVerification': True,
    'isUserVerified': True, 'automaticPresenceSimulation': True}


class PasskeySteps:
    """Steps of an operator with an API key of their own. The page is opened by a name, since an IP address has no passkeys."""

    def passkeys(self):
        first = self.page
        made = self.operate('POST', '/api-keys', {'name': 'Grace', 'scopes': ['operate']}).json()
        self.secrets.append(made['secret'])
        self.page = self.new_page()
        self.page.ask('WebAuthn.enable')
        self.page.ask('WebAuthn.addVirtualAuthenticator', options=AUTHENTICATOR)
        self.add_passkey(made['secret'])
        self.show_wrong_key()
        self.click('Sign out', 'nav')
        self.sign_in_by_passkey()
        sessions = self.operate('GET', '/console-sessions').json()['sessions']
        self.found.expect_equal(
            [session['beganBy'] for session in sessions if session.get('apiKey') == made['id']], ['passkey'],
            'how the session has begun')
        self.open('keys?view=console')
        self.found.expect(
            self.page.run('![...document.querySelectorAll("main button")].some(one => one.textContent === "Add a passkey")'),
            'a session that began by a passkey adds none')
        self.end_with_key(made['id'])
        self.page.ask('Page.close')
        self.page = first
        self.page.ask('Page.bringToFront')

    def add_passkey(self, key):
        answer = self.operate('POST', '/console-links', **{'X-API-Key': key})
        link = answer.json()['url']
        self.secrets.append(link.split('=')[1])
        self.page.ask('Page.navigate', url=link)
        self.page.wait('document.querySelector(".tiles") !== null', 'the overview')
        self.open('keys?view=console')
        self.click('Add a passkey')
        self.page.wait('document.querySelector("dialog[open]") !== null', 'the question for a name')
        self.fill('dialog input', self.hostile[:60])
        self.click('Add a passkey', 'dialog')
        self.said('The passkey is added. Next time, sign in with it.')
        self.page.wait('document.querySelector("#title-consolePasskeys") !== null', 'the passkeys')
        self.inspect('keys-passkeys', widths=[360])
        listed = self.operate('GET', '/console-passkeys').json()['passkeys']
        self.found.expect_equal([passkey['apiKeyName'] for passkey in listed], ['Grace'], 'whose passkeys there are')

    def show_wrong_key(self):
        """A refused API key does not end the page's session."""
        status = self.page.run("""import("/console/files/calls.js").then(({session}) => session(
            "POST", {}, "/passkeys/options", {"X-API-Key": "wrong"})).then(() => 200, refusal => refusal.status)""")
        self.found.expect_equal(status, 401, 'the status of a wrong key')
        self.found.expect(self.page.run('document.querySelector("#title-consolePasskeys") !== null'), 'the page stays signed in')

    def sign_in_by_passkey(self):
        self.page.wait('document.querySelector("main .how") !== null', 'how to come in')
        self.inspect('sign-in-passkey', widths=[360])
        self.click('Sign in with a passkey')
        # Where whoever signed out has been.
        self.page.wait('document.querySelector("#title-consolePasskeys") !== null', 'the page of keys')

    def end_with_key(self, key):
        """With the key its session ends, and its passkey opens nothing any more."""
        answer = self.operate('DELETE', f'/api-keys/{key}')
        self.found.expect_equal(answer.status_code, 204, f'the status of revoking: {answer.text}')
        self.page.run('location.hash = "#/people"; undefined')
        self.page.wait('document.querySelector("main .how") !== null', 'the end of the session')
        self.click('Sign in with a passkey')
        self.page.wait('(document.querySelector("main .alert")?.innerText ?? "").includes("does not open the console")', 'the refusal')
        self.found.expect_equal(self.operate('GET', '/console-passkeys').json()['passkeys'], [], 'the passkeys after that')
