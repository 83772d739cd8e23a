"""Goes through the whole life of an account as a person on a phone lives it, in English and in French: from / to a new
account, its parts, a sign-in by a code, and its end."""

import json
import os
import re

from balise_process import Balise
from page_inspection import PASSWORD, Inspection

PHONE = ('Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) '
         'Version/18.1 Mobile/15E148 Safari/604.1')
TEXTS = {
    'en': {
        'common': 'This password is very common and easy to guess', 'own': 'This password consists of your own name',
        'taken': 'This user name belongs to another account', 'browser': 'Safari on iPhone', 'ends': 'Ends on',
        'wrong': 'The password is wrong.', 'saved': 'Your name is saved.', 'confirmed': 'Your address is confirmed.',
        'tracker': 'The tracker is added.', 'link': 'The link is ready.', 'ended': 'The link no longer shows your place.', 'circle': 'The circle is ready.',
        'none': 'No link, circle or address shows where you are.', 'seen': '1 link', 'quiet': 'Your quiet hours are saved.', 'kinds': 'Your choice is saved.',
        'soon': 'A code was sent; another one can be asked for in',
        'tells': 'You get a notification when a person looks', 'mail': 'Open the page of your account'},
    'fr': {
        'common': 'Ce mot de passe est très courant', 'own': 'Ce mot de passe est fait de votre nom',
        'taken': 'Ce nom d’utilisateur appartient à un autre compte', 'browser': 'Safari sur iPhone', 'ends': 'Prend fin le',
        'wrong': 'Le mot de passe est incorrect.', 'saved': 'Votre nom est enregistré.', 'confirmed': 'Votre adresse est confirmée.',
        'tracker': 'Le suivi est ajouté.', 'link': 'Le lien est prêt.', 'ended': 'Le lien ne montre plus votre position.', 'circle': 'Le cercle est prêt.',
        'none': 'Aucun lien, cercle ni adresse ne montre où vous êtes.', 'seen': '1 lien', 'quiet': 'Vos heures calmes sont enregistrées.', 'kinds': 'Votre choix est enregistré.',
        'soon': 'Un code a été envoyé. Vous pourrez en demander un autre dans',
        'tells': 'Vous recevez une notification quand une personne',
        'mail': 'Ouvrez la page de'},
}


def check_newcomers(program, browser, pictures, found):
    """Without http.publicUrl, as a server is at first."""
    with Balise(program) as balise:
        for language in TEXTS:
            person = Newcomer(balise, browser, pictures, found, language)
            person.accept()
            person.sign_up()
            person.confirm()
            person.sessions()
            person.profile()
            person.share()
            person.choose()
            person.code()
            person.erase()
    with Balise(program, {'identity': {'registration': 'invited'}}) as balise:
        stranger = Newcomer(balise, browser, pictures, found, 'en')
        stranger.uninvited()


class Newcomer(Inspection):
    def __init__(self, balise, browser, pictures, found, language):
        super().__init__(balise, browser, pictures, found)
        self.language = language
        self.texts = TEXTS[language]
        self.name = f'adalovelace-{language}'
        self.email = f'{self.name}@example.org'
        self.page = self.new_page()
        self.hold()

    def hold(self):
        """A phone with the person's language."""
        self.page.look(390, 'light', self.language, PHONE)

    def is_shown(self, selector):
        return f'document.querySelector({json.dumps(selector)})?.checkVisibility() === true'

    def view(self, name):
        self.page.run(f'location.hash = "{name}"')
        self.page.wait(self.is_shown(f'[data-view={name}]'), f'the part {name}')

    def told(self, name, act):
        """Does something, and waits for a text that begins so."""
        self.page.run('document.querySelector("#message").textContent = ""')
        act()
        text = self.texts[name]
        self.page.wait('document.querySelector("#message").textContent !== ""', name)
        self.found.expect(self.message().startswith(text), f'what is said of {name} ({self.language}): {self.message()}')
        # The button of a form waits for the answer.
        self.page.wait('document.querySelector("button:disabled") === null')

    def submit(self, form, **fields):
        for field, text in fields.items():
            self.fill(f'#{form} [name={field}]', text)
        self.click(f'#{form} button')

    def mailed(self, kind):
        """The latest message of a kind."""
        path = os.path.join(self.balise.folder.name, 'data', 'messages.log')
        if not os.path.exists(path):
            return None
        with open(path) as lines:
            messages = [json.loads(line) for line in lines if line.strip()]
        mine = [message for message in messages if message['kind'] == kind and message['to'] == self.email]
        return mine[-1] if mine else None

    # The life of an account.

    def accept(self):
        """A stranger follows an invitation, makes an account, and is then asked to join the circle."""
        self.open('/account/join#ABCDE-12345')
        self.page.wait(self.is_shown('#join a'))
        self.click('#join a')
        self.page.wait(self.is_shown('#to-sign-up'))
        self.found.expect(self.page.run(self.is_shown('#invited')), 'the page to sign in says that a circle waits')
        self.click('#to-sign-up a')
        self.page.wait(self.is_shown('#sign-up'))
        self.submit('sign-up', username=f'{self.name}-invited', password=PASSWORD)
        self.page.wait(self.is_shown('#circle-code'), 'the form to join, after signing up')
        self.found.expect_equal(
            self.page.run('document.querySelector("#circle-code").value'), 'ABCDE-12345', 'the code of the invitation')
        self.click('#sign-out')
        self.page.wait(self.is_shown('#sign-in'))

    def sign_up(self):
        self.open('/')
        self.click('a[href="/account#sign-up"]')
        self.page.wait(self.is_shown('#sign-up'), 'the form for a new account')
        self.inspect(f'sign-up-{self.language}')
        self.hold()
        self.told('common', lambda: self.submit('sign-up', username=self.name, email=self.email, password='azerty123'))
        self.told('own', lambda: self.submit('sign-up', password=self.name + '!'))
        self.submit('sign-up', password=PASSWORD)
        self.page.wait(self.is_shown('#signed-in'), 'the new account')
        self.page.wait('document.querySelectorAll("#sessions li").length > 0')
        self.page.wait('location.hash === ""')
        self.found.expect_equal(self.page.run('document.cookie'), '', 'what scripts can find')

    def confirm(self):
        self.click('#send-email-code')
        self.page.wait(self.is_shown('#confirm-email'))
        self.found.come_to_hold(lambda: self.mailed('email-verification'), 'a code is on its way')
        self.told('soon', lambda: self.click('#send-email-code'))
        code = self.mailed('email-verification')['token']
        self.told('confirmed', lambda: self.submit('confirm-email', code=code))

    def sessions(self):
        self.view('devices')
        self.unfold()
        text = self.page.run('document.querySelector("#sessions").innerText')
        for what in ['browser', 'ends']:
            self.found.expect(self.texts[what] in text, f'{self.texts[what]} is said of a session: {text}')
        self.found.expect('Mozilla' not in text and 'false' not in text, 'a session has the name of a browser as people say it')
        self.inspect(f'sessions-{self.language}')
        self.hold()

    def profile(self):
        self.view('profile')
        self.page.run('document.querySelectorAll("[data-view=profile] details").forEach(part => { part.open = true; })')
        self.page.run('scrollTo(0, 250)')
        self.told('saved', lambda: self.submit('change-profile', displayName='Ada L.', firstName='Ada', lastName='L'))
        self.found.expect_equal(self.page.run('scrollY'), 250, 'where the page is after an action')
        self.found.expect_equal(
            self.page.run('getComputedStyle(document.querySelector("#message")).pointerEvents'), 'none', 'a finger reaches what lies below the text')
        self.found.expect('Ada L.' in self.page.run('document.querySelector("#person").innerText'), 'the new name is shown')
        self.told('wrong', lambda: self.submit('change-names', username=f'{self.name}-2', proof='wrong'))
        other = self.api('POST', '/api/v1/auth/register', {'username': f'ben-{self.name}', 'password': PASSWORD})
        self.found.expect_equal(other.status_code, 201, 'the status of registering')
        self.told('taken', lambda: self.submit('change-names', username=f'ben-{self.name}', proof=PASSWORD))

    def share(self):
        self.view('sharing')
        self.seen('none')
        self.told('tracker', lambda: self.submit('add-tracker', name='My phone'))
        self.page.wait(self.is_shown('#made-tracker'))
        link = self.page.run('document.querySelector("#made-tracker code").textContent')
        self.found.expect(link.startswith('owntracks:///config?inline='), f'the link to set up a tracker: {link}')
        self.found.expect_equal(
            self.page.run('document.querySelector("#made-tracker a.button").href'), link, 'what opens the app on the phone itself')
        self.view('devices')
        self.told('tells', lambda: self.click('#location-devices button'))
        self.view('sharing')
        self.told('link', lambda: self.submit('add-share-link', name='Ride home'))
        self.page.wait(self.is_shown('#made-share-link'))
        self.seen('seen')
        # The name of what sees the person leads to what can be done about it.
        self.page.run('document.querySelector("#share-links").closest("details").open = false')
        self.click('#seen-by button')
        self.page.wait(self.is_shown('#share-links button'), 'the link that shows the place')
        link = self.page.run('document.querySelector("#made-share-link code").textContent')
        self.found.expect(f'{self.balise.origin}/s/' in link, f'the link to share: {link}')
        self.told('circle', lambda: self.submit('add-circle', name='Family'))
        self.click('#circles > li > button')
        self.page.wait(self.is_shown('#made-invitation'))
        pictures = self.page.run('document.querySelectorAll(".made svg path[stroke]").length')
        self.found.expect_equal(pictures, 3, 'the links as QR codes')
        self.inspect(f'sharing-{self.language}')
        self.hold()
        self.follow_invitation(self.page.run('document.querySelector("#made-invitation code.link").textContent'))
        self.told('ended', lambda: self.click('#share-links button'))
        self.page.wait('document.querySelector("#share-links button") === null', 'a link that has ended')

    def seen(self, name):
        """Sharing begins with what sees the person, and the rest is folded."""
        self.page.wait(f'document.querySelector("#sharing-summary").innerText === {json.dumps(self.texts[name])}', name)

    def follow_invitation(self, link):
        """The link of an invitation leads to the form that takes its code."""
        self.page.go(link)
        self.page.wait(self.is_shown('#join a'))
        self.inspect(f'join-{self.language}')
        self.hold()
        self.click('#join a')
        self.page.wait(self.is_shown('#circle-code'), 'the form to join a circle')
        self.found.expect_equal(
            self.page.run('document.querySelector("#circle-code").value'), link.split('#')[1], 'the code of the invitation')
        self.page.wait('document.querySelectorAll("#share-links button").length === 1')

    def choose(self):
        self.view('notifications')
        self.found.expect(not self.page.run(self.is_shown('#quiet-start')), 'no empty times where there are no quiet hours')
        self.told('quiet', lambda: self.submit('quiet-hours', start='22:00', end='07:00'))
        self.found.expect('22:00 – 07:00' in self.page.run('document.querySelector("#quiet-state").innerText'), 'the quiet hours')
        self.click('#kind-list input')
        self.told('kinds', lambda: self.click('#kinds button'))
        self.found.expect(not self.page.run('document.querySelector("#kind-list input").checked'), 'the choice is kept')

    def code(self):
        """Signs in with a code by mail, and gets a notice that says when in words and without half a link."""
        self.click('#sign-out')
        self.page.wait(self.is_shown('#sign-in'))
        self.click('a[href="#code"]')
        self.page.wait(self.is_shown('#ask-code'))
        self.submit('ask-code', email=self.email)
        self.page.wait(self.is_shown('#enter-code'))
        self.inspect(f'code-{self.language}')
        self.hold()
        self.found.come_to_hold(lambda: self.mailed('sign-in-code'), 'a code is on its way')
        self.submit('enter-code', code=self.mailed('sign-in-code')['token'])
        self.page.wait(self.is_shown('#signed-in'), 'the account, by a code')
        # Another browser is new to the account.
        answer = self.api('POST', '/api/v1/auth/login', {'username': self.name, 'password': PASSWORD}, **{
            'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0'})
        self.found.expect_equal(answer.status_code, 200, 'the status of signing in elsewhere')
        self.found.come_to_hold(lambda: self.mailed('new-sign-in'), 'a notice of a new browser')
        text = self.mailed('new-sign-in')['text']
        self.found.expect(self.texts['mail'] in text and '/account' not in text, f'a mail without half a link: {text}')
        self.found.expect(not re.search(r'\d{4}-\d\d-\d\d', text), f'a mail with a date in words: {text}')

    def erase(self):
        self.view('privacy')
        self.submit('export', proof=PASSWORD)
        self.page.wait(self.is_shown('#export-file'), 'the archive')
        self.inspect(f'privacy-{self.language}')
        self.hold()
        self.click('#sure')
        self.submit('erase', proof=PASSWORD)
        self.page.wait(self.is_shown('#receipt'), 'the receipt')
        self.inspect(f'erased-{self.language}')
        self.page.ask('Page.close')

    def uninvited(self):
        """Where only invited people get an account, no page offers one."""
        self.open('/')
        self.found.expect('Create an account' not in self.page.run('document.body.innerText'), 'no account is offered at /')
        self.open('/account')
        self.page.wait(self.is_shown('#sign-in'))
        text = self.page.run('document.body.innerText')
        self.found.expect('by invitation only' in text and 'Create an account' not in text, f'no account is offered: {text}')
