"""What the check of the console does on its pages of people and installations: each fault that was found there, and each job."""

import datetime
import os

from console_page import TALLEST

# The words of the log and of the pages about people are read at the same time, whatever the network does.
TOGETHER = """
    const plain = window.fetch, waiting = [];
    window.fetch = async (address, init) => {
        const answer = await plain(address, init);
        if (!/[.](people|log)[.]json$/.test(address)) return answer;
        const words = await answer.json();
        return {ok: true, json: () => new Promise(read => {
            waiting.push(() => read(words));
            if (waiting.length === 2) waiting.forEach(go => go());
        })};
    };
"""


class PeopleSteps:
    """Steps of a journey with the person ada (`account`), whose names are hostile, and grace, who has a dozen sessions."""

    def find_person(self):
        """Finds a person by half a name, whole names in any order, and an address."""
        self.click('People', 'nav')
        self.page.wait('document.querySelectorAll("tbody tr").length === 2', 'two people')
        self.found.expect('2 people' in self.text(), 'how many people there are')
        for text in ['Grace Hopper', 'hopper grace', 'HÔPP', 'opper']:
            self.open('people?query=' + text.replace(' ', '%20'))
            rows = self.page.run('[...document.querySelectorAll("tbody tr")].map(row => row.innerText)')
            self.found.expect(len(rows) == 1 and 'Grace Hopper' in rows[0], f'{text} finds one person: {rows}')
        self.open('people')
        self.fill('input[name=query]', 'ada@')
        self.click('Find')
        self.page.wait('document.querySelectorAll("tbody tr").length === 1', 'one person')
        self.found.expect(self.hostile[:60] in self.text(), 'the name is shown as it is')
        self.page.run('document.querySelector("tbody a").click()')
        self.page.wait('location.hash.startsWith("#/person/")', 'the person')
        self.ready('person')
        self.account = self.page.run('location.hash.split("/")[2]')
        self.found.expect(
            self.page.run('document.querySelector(".facts").innerText.match(/Last sign-in\\s+–/) === null'),
            'a person with a session has a last sign-in')
        for tab, expected in [
            ('', [self.hostile[:60], 'ada@example.org']), ('sessions', ['<b>9</b>']), ('devices', [self.device, 'Location devices']),
            ('notifications', ['Notification preferences', '10 km', 'Offers', '0 of 0 in the inbox']), ('security', ['sign-in refused']),
            ('data', [self.account]),
        ]:
            self.open_tab(tab)
            text = self.text()
            for what in expected:
                self.found.expect(what in text, f'{what[:40]} is shown of the person')
            self.inspect(f'person-{tab}' if tab else 'person')
        self.open_tab('')
        self.click('Operators’ actions')
        self.page.wait('document.querySelector("details details summary") !== null', 'what operators looked at')
        self.found.expect('FindAccount' not in self.text(), 'looks of operators are closed')

    def find_anywhere(self):
        """The key / and the button in the bar find a person from every page: one click, the typing, and one more."""
        self.open('checks')
        self.page.run('document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "/", bubbles: true})); undefined')
        self.page.wait('document.activeElement?.id === "field-finder"', 'the finder')
        self.accessible(self.page, 'the finder')
        self.fill('#field-finder', 'hopper')
        self.page.wait('document.querySelectorAll(".found button").length === 1', 'one person')
        self.page.press('Enter')
        self.page.wait('document.querySelector("h1")?.textContent.startsWith("Grace Hopper")', 'the only person by Enter')
        self.open('people')
        self.page.run("""(field => { field.focus(); field.dispatchEvent(new KeyboardEvent("keydown", {key: "/", bubbles: true})); })
            (document.querySelector("input[name=query]"))""")
        self.click('Find a person', 'header')
        self.fill('#field-finder', 'nobody of this name')
        self.page.wait('document.querySelector("dialog")?.innerText.includes("No person found.")', 'that nobody is found')
        self.found.expect_equal(self.page.run('document.querySelectorAll("dialog").length'), 1, 'the finders that are open')
        self.click('See all in People', 'dialog')
        self.page.wait('location.hash === "#/people?query=nobody+of+this+name"', 'the same search in the list')
        self.ready('people')
        self.click('Show all people')
        self.page.wait('document.querySelectorAll("tbody tr").length === 2', 'all people again')
        self.page.look(390, 'light')
        self.open('overview')
        self.open('people')
        self.found.expect(self.page.run('!document.querySelector("select[name=status]").checkVisibility()'), 'the filters are folded on a phone')
        self.click('More filters')
        self.found.expect(self.page.run('document.querySelector("select[name=status]").checkVisibility()'), 'the filters open')
        self.page.look(1440, 'light')

    def words_at_once(self):
        """A browser that begins with a person reads two files of words at once, and loses none."""
        page = self.new_page(TOGETHER)
        page.go(f'{self.balise.operations}/console#/person/{self.account}')
        page.wait('document.querySelector("main nav, main [role=tablist]") !== null', 'the person')
        self.found.expect('To all people' in page.run('document.querySelector("main").innerText'), 'words of the pages about people')
        page.ask('Page.close')
        self.page.ask('Page.bringToFront')

    def open_tab(self, tab):
        self.open(f'person/{self.account}' + (f'?tab={tab}' if tab else ''))

    def end_sharing(self):
        """The links of a person end at once; the operator sees their number alone."""
        mine, path = {'Authorization': f'Bearer {self.token}'}, '/api/v1/users/me/share-links'
        end = datetime.datetime.now(datetime.UTC) + datetime.timedelta(hours=1)
        answer = self.api('POST', path, {'device': self.device, 'name': 'Secret', 'endsAt': end.strftime('%Y-%m-%dT%H:%M:%SZ')}, **mine)
        self.found.expect_equal(answer.status_code, 201, f'the status of a new link: {answer.text}')
        self.open_tab('devices')
        text = self.text()
        self.found.expect('Open share links\t1' in text and 'Secret' not in text, f'the number of links is shown: {text}')
        self.click('End all')
        self.confirm('End all')
        self.said('All of this kind have ended.')
        links = self.api('GET', path, **mine).json()['data']['links']
        self.found.expect_equal([link['state'] for link in links], ['ended'], 'the state of the link')
        self.open_tab('')
        self.click('Operators’ actions')
        self.page.wait('document.body.innerText.includes("ended all links of")', 'the log says what was ended')

    def end_stolen_session(self):
        """Of two sessions the stolen one is known by its device and place; and what it leaves of its push device."""
        answer = self.api('POST', '/api/v1/auth/login', {'username': 'ada', 'password': self.password}, **{
            'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
            'X-Meeshy-City': 'Lyon', 'X-Meeshy-Country': 'FR'})
        self.found.expect_equal(answer.status_code, 200, f'the status of a second sign-in: {answer.text}')
        self.open_tab('sessions')
        text = self.text()
        news = self.page.run("""import("/console/files/person-sessions.js").then(({newsOf}) => {
            const session = (createdAt, place, network) => ({createdAt, place, network});
            const sessions = [session("4", "Hanoi, VN", "2"), session("3", "Paris, FR", "2"), session("2"), session("1", "Lyon, FR", "1")];
            return sessions.map(one => newsOf(sessions).get(one) ?? null);
        })""")
        self.found.expect_equal(news, ['country', 'network', None, None], 'what is new of sessions, the latest first')
        names = self.page.run("""import("/console/files/notification-texts.js").then(({readable}) =>
            ["SANTE_BIEN_ETRE", "BIO_FOOD", "Bio & co"].map(name => readable("category", name)))""")
        self.found.expect_equal(names, ['Health and well-being', 'Bio food', 'Bio & co'], 'categories in words')
        for what in ['Firefox', 'Windows', 'Lyon, France', '127.0.0.0/24']:
            self.found.expect(what in text, f'{what} is shown of a session')
        self.page.run("""[...document.querySelectorAll("tbody tr")].find(row => !row.innerText.includes("Firefox"))
            .querySelector("button").click()""")
        self.confirm('End the session')
        self.said('The session has ended.')
        status = self.api('GET', '/api/v1/users/me', Authorization=f'Bearer {self.token}').status_code
        self.found.expect_equal(status, 401, 'the status of the session that was ended')
        path = f'/accounts/{self.account}/devices'
        self.found.come_to_hold(lambda: 'endedPushDevices' in self.operate('GET', path).json(), 'the push device has ended')
        self.open_tab('devices')
        self.found.expect('The session on the device ended.' in self.text(), 'why a device gets no pushes any more')
        self.inspect('person-ended-device', widths=[1440])

    def many_people(self):
        """More people than a page: after a person the list comes back as it was, sorted, and as a file."""
        for number in range(60):
            answer = self.operate('POST', '/accounts', {
                'email': f'guest{number}@example.org', 'firstName': 'Guest', 'lastName': f'Number {number}'})
            self.found.expect_equal(answer.status_code, 201, f'the status of an invitation: {answer.text}')
        rows = 'document.querySelectorAll("tbody tr").length'
        self.open('people')
        self.click('Show more')
        self.page.wait(f'{rows} === 71', 'all people')
        self.page.run('scrollTo(0, 2000)')
        top = self.page.run('scrollY')
        self.page.run('document.querySelectorAll("tbody a")[58].click()')
        self.page.wait('location.hash.startsWith("#/person/")', 'a person')
        self.ready('person')
        self.page.run('history.back()')
        self.page.wait(f'location.hash === "#/people" && {rows} === 71 && scrollY === {top}', 'the list as it was left')
        self.page.run('[...document.querySelectorAll("th button")].find(button => button.textContent === "Name").click()')
        self.page.wait('document.querySelector("th[aria-sort=ascending]") !== null', 'the list by name')
        names = self.page.run('[...document.querySelectorAll("tbody tr td:nth-child(2)")].map(cell => cell.innerText)')
        guests = [name for name in names if name.startswith('Guest')]
        self.found.expect_equal(guests[:3], ['Guest Number 0', 'Guest Number 1', 'Guest Number 2'], 'the names in their order')
        self.open('people?query=guest%201')
        self.page.ask('Page.setDownloadBehavior', behavior='allow', downloadPath=os.path.abspath(self.pictures))
        self.click('Download as CSV')
        saved = os.path.join(self.pictures, 'people.csv')
        self.found.come_to_hold(lambda: os.path.exists(saved), 'the file of people is saved')
        with open(saved, encoding='utf-8-sig') as file:
            lines = file.read().splitlines()
        self.found.expect(len(lines) == 12 and '"guest17@example.org"' in '\n'.join(lines), f'the file has who was found: {lines[:2]}')
        cells = self.page.run("""import("/console/files/csv.js").then(({cell}) => [
            '=1', ' @x', 'x;=1', 'a, "+1"', 'x;"=1', 'Ada - Lovelace', 'a@b', 'x\\t-1', null].map(cell))""")
        self.found.expect_equal(
            cells, ['"\'=1"', '" \'@x"', '"x;\'=1"', '"a, ""\'+1"""', '"x;""\'=1"', '"Ada - Lovelace"', '"a@b"', '"x\t\'-1"', '""'],
            'no cell of the file is a formula, also behind a separator')
        self.click('Save this filter')
        self.page.wait('document.querySelector("dialog[open]") !== null', 'the question for a name')
        self.fill('dialog input', 'My guests')
        self.click('Save this filter', 'dialog')
        self.page.wait('document.querySelector(".kept a")?.innerText === "My guests"', 'the kept filter')
        self.open('people')
        self.click('My guests')
        self.page.wait('location.hash === "#/people?query=guest%201" || location.hash === "#/people?query=guest+1"', 'the filter')
        self.ready('people')
        self.click('Remove')
        self.page.wait('document.querySelector(".kept") === null', 'no kept filter')

    def several_at_once(self):
        """What is done to several people is shown before: how many, who, and what happens."""
        self.open('people?query=guest%201')
        self.page.run('[...document.querySelectorAll("tbody input")].slice(0, 2).forEach(box => box.click())')
        self.page.wait('document.querySelector(".bulk")?.innerText.includes("2 people chosen")', 'two that are chosen')
        self.inspect('people-chosen')
        self.click('Change a tag')
        self.fill('dialog input[name=tag]', 'vip')
        self.click('Change a tag', 'dialog')
        self.said('The tag of 2 people is changed.')
        tagged = [self.operate('GET', f'/accounts/{entry["id"]}/preferences').json()['tags']
                  for entry in self.operate('GET', '/accounts?query=guest%201&limit=50').json()['accounts'][:2]]
        self.found.expect_equal(tagged, [['vip'], ['vip']], 'the tags of the two')
        self.open('people?query=guest%201')
        self.page.run('[...document.querySelectorAll("tbody input")].slice(0, 2).forEach(box => box.click())')
        self.page.wait('document.querySelector(".bulk")?.innerText.includes("2 people chosen")', 'the same two are chosen')
        self.click('Disable the accounts')
        self.page.wait('document.querySelector("dialog[open]") !== null', 'the question')
        self.found.expect('2 people are signed out' in self.text('dialog') and 'Guest Number' in self.text('dialog'), 'what will happen, and to whom')
        self.accessible(self.page, 'the question about several people')
        self.confirm('Disable the accounts')
        self.said('2 accounts are disabled.')
        self.page.run('[...document.querySelectorAll("tbody tr")].filter(row => row.innerText.includes("disabled")).forEach(row => row.querySelector("input").click())')
        self.click('Erase the accounts')
        self.confirm('Erase the accounts', '2')
        self.said('The erasure of 2 accounts has begun.')
        self.page.wait('document.querySelectorAll("tbody tr").length === 9', 'the others')

    def change_names(self):
        """An operator makes a person and corrects a name."""
        self.open('people')
        self.click('New person')
        self.page.wait('document.querySelector("dialog[open]") !== null', 'the form for a person')
        for name, text in [('email', 'sean@example.org'), ('firstName', 'Sean'), ('lastName', 'Fitzgerld')]:
            self.fill(f'dialog input[name={name}]', text)
        self.click('New person', 'dialog')
        self.page.wait('location.hash.startsWith("#/person/")', 'the new person')
        self.ready('person')
        self.click('Edit')
        self.page.wait('document.querySelector("dialog[open]") !== null', 'the form with the names')
        self.fill('dialog input[name=lastName]', 'Fitzgerald')
        self.click('Edit', 'dialog')
        self.said('The changes are saved.')
        self.open('people?query=fitz%20sean')
        self.found.expect('Sean Fitzgerald' in self.text(), 'the corrected name is found')
        # Somebody without an address, with a password to hand over.
        self.click('New person')
        self.choose('way', 'password')
        self.found.expect(
            self.page.run('document.querySelector("dialog input[name=email]").disabled && !document.querySelector("dialog input[name=email]").checkVisibility()'),
            'the address is not asked for')
        password = self.page.run('document.querySelector("dialog input[name=password]").value')
        self.found.expect_equal(len(password), 19, 'the length of the password that is proposed')
        self.accessible(self.page, 'the form for a person without an address')
        self.fill('dialog input[name=username]', 'meera.mehta')
        self.click('New person', 'dialog')
        self.page.wait('location.hash.startsWith("#/person/") && document.querySelector("h1")?.textContent.includes("meera.mehta")', 'the person without an address')
        login = self.api('POST', '/api/v1/auth/login', {'username': 'meera.mehta', 'password': password})
        self.found.expect_equal(login.status_code, 200, f'the status of signing in with the first password: {login.text}')
        self.open('people?query=mehta')
        self.found.expect('meera.mehta' in self.text(), 'the second word of a user name is found')

    def most_used_version(self):
        """Which version most people run, who they are, and a notification for them."""
        # A group of fewer than ten people is hidden.
        for number in range(9):
            answer = self.api('POST', '/api/v1/auth/register', {
                'username': f'user{number}', 'email': f'user{number}@example.org', 'password': 'correct horse staple',
                'firstName': 'User', 'lastName': f'{number}'}, **{'X-Meeshy-Version': '1.2.0', 'X-Meeshy-OS-Version': '17.5'})
            self.found.expect_equal(answer.status_code, 201, f'the status of registering: {answer.text}')
        for name in ['grace', *(f'user{number}' for number in range(9))]:
            answer = self.api('POST', '/api/v1/auth/login', {'username': name, 'password': 'correct horse staple'}, **{
                'X-Meeshy-Version': '1.3.0', 'X-Meeshy-OS-Version': '17.5'})
            self.found.expect_equal(answer.status_code, 200, f'the status of signing in: {answer.text}')
        self.click('Installations', 'nav')
        self.ready('installations')
        text = self.text()
        first = self.page.run('document.querySelector(".groups li").innerText')
        self.found.expect('1.2.0' in first and '%' in first, f'the version that most people run comes first: {first}')
        self.found.expect('1.3.0 has 10 installations.' in text, f'the newest version: {text}')
        self.click('Notify people below 1.3.0')
        self.page.wait('document.querySelector("input[name=version]")?.value === "1.3.0"', 'the audience of those on an older version')
        self.found.expect_equal(self.page.run('document.querySelector("select[name=comparison]").value'), '<', 'which versions are meant')
        self.open('installations')
        self.page.run('[...document.querySelectorAll(".bars li")].find(row => row.innerText.includes("1.2.0")).querySelector("a").click()')
        self.page.wait('location.hash.includes("appVersion=1.2.0")', 'the people of a version')
        self.ready('installations')
        self.found.expect('Grace Hopper' in self.text('table'), 'who runs the version')
        self.inspect('installation-people')
        few = self.operate('GET', '/installations/people?appVersion=%3Cb%3E9%3C%2Fb%3E')
        self.found.expect_equal(few.status_code, 404, 'the status for a group of few')

    def disable(self):
        # A browser keeps 250 of these entries.
        self.page.run('performance.clearResourceTimings()')
        self.open('people')
        self.open_tab('')
        asked = self.page.run('performance.getEntriesByType("resource").map(entry => entry.name)')
        self.found.expect(
            any(name.endswith(f'/accounts/{self.account}?by=id') for name in asked), 'the page asks for its person by the id')
        for button, message in [('Disable the account', 'The account is disabled.'), ('Enable the account', 'The account is enabled.')]:
            self.click(button)
            self.confirm(button)
            self.said(message)

    def erase(self):
        """A question that somebody went back from erases nothing; the name confirms it, and the receipt is shown."""
        self.open_tab('data')
        self.click('Erase the account')
        self.page.wait('document.querySelector("dialog[open]") !== null', 'the question')
        self.page.run('history.back()')
        self.page.wait('document.querySelector("dialog") === null', 'the question to close')
        self.found.expect_equal(self.operate('GET', f'/accounts/{self.account}').status_code, 200, 'the status after going back')
        self.open_tab('data')
        self.click('Erase the account')
        self.page.wait('document.querySelector("dialog[open]") !== null')
        self.accessible(self.page, 'the question before an erasure')
        self.page.picture(f'{self.pictures}/erase-question-1440-light.png', TALLEST)
        name = self.text('dialog code')
        self.found.expect(self.account not in self.text('dialog'), 'a name confirms, and no id')
        self.confirm('Erase the account', name.upper())
        self.page.wait('document.querySelector("#receipt") !== null', 'the receipt')
        receipt = self.page.run('document.querySelector("#receipt").value')
        self.found.expect_equal(len(receipt.split('.')), 3, 'the parts of the receipt')
        self.page.ask('Page.setDownloadBehavior', behavior='allow', downloadPath=os.path.abspath(self.pictures))
        self.click('Save the receipt')
        self.found.come_to_hold(
            lambda: any(name.endswith('.jws') for name in os.listdir(self.pictures)), 'the receipt is saved')
        self.inspect('erased')
        answer = self.operate('GET', f'/accounts/{self.account}')
        self.found.expect_equal(answer.status_code, 404, 'the status of the erased account')
        self.open('people')
        self.found.expect('ada@example.org' not in self.text(), 'the list is without the erased person')
