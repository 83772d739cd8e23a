"""What the check of the console does on its pages of notifications, and with keys that publish."""

import datetime
import json
import re

from console_page import TALLEST


class NotificationSteps:
    """Steps of a journey that has seen a person (`account`) with a push device, and knows a text that tries to be more."""

    def make_key(self):
        self.click('Keys and providers', 'nav')
        self.ready('keys')
        self.click('Create a key')
        self.fill('dialog input[name=name]', 'Support')
        self.page.run('document.querySelector("#scopes-view").click()')
        self.accessible(self.page, 'the form of a key')
        self.page.picture(f'{self.pictures}/make-key-1440-light.png', TALLEST)
        self.click('Create a key', 'dialog')
        self.page.wait('document.querySelector("dialog input[readonly]") !== null', 'the secret')
        self.viewers_key = self.page.run('document.querySelector("dialog input[readonly]").value')
        self.found.expect(self.viewers_key.startswith('bk_'), 'the secret of the key')
        self.click('Close', 'dialog')
        self.page.wait('document.querySelector("main").innerText.includes("Support")')

    def key_that_publishes(self):
        """A key with all that a form can say of what it may send."""
        self.click('Keys and providers', 'nav')
        self.ready('keys')
        self.click('Create a key')
        for name, text in [('name', self.hostile[:80]), ('otherTopics', 'news'), ('perMinute', '60')]:
            self.fill(f'dialog input[name={name}]', text)
        for box in ['scopes-publish', 'scopes-interrupt', 'kinds-OFFER', 'kinds-EVENT']:
            self.page.run(f'document.querySelector("#{box}").click()')
        self.accessible(self.page, 'the form of a key that publishes')
        self.click('Create a key', 'dialog')
        self.page.wait('document.querySelector("dialog input[readonly]") !== null', 'the secret')
        self.found.expect(self.hostile[:80] in self.text('dialog'), 'whose secret it is')
        self.click('Copy', 'dialog')
        self.page.wait('document.querySelector("dialog [role=status]").textContent !== ""', 'that the secret is copied')
        self.click('Close', 'dialog')
        self.page.wait('document.querySelector("main").innerText.includes("60 notifications a minute")', 'what the key may send')
        self.found.expect('Kinds of notifications: ' in self.text(), 'the kinds that the key may send')
        keys = self.operate_get('/api-keys')['keys']
        made = next(key for key in keys if 'interrupt' in key['scopes'])
        self.found.expect_equal(
            (sorted(made['kinds']), made['topics'], made['perMinute']), (['EVENT', 'OFFER'], ['news'], 60), 'what the key may send')
        self.found.expect('expiresAt' in made, 'a key ends, unless somebody says otherwise')
        self.open('overview')
        self.open('keys')
        self.click('Create a key')
        self.page.wait('document.querySelector("dialog #topics-news") !== null', 'a topic of another key can be ticked')
        self.click('Cancel', 'dialog')

    def operate_get(self, path):
        return self.operate('GET', path).json()

    def choose(self, name, value, place=0):
        """Chooses in a list; `place` is that of the list among those of its name."""
        found = f'document.querySelectorAll("select[name={name}]")[{place}]'
        self.page.wait(f'{found} !== undefined', name)
        self.page.run(f"""(select => {{ select.value = {json.dumps(value)}; select.dispatchEvent(new Event("change", {{bubbles: true}})); }})({found})""")

    def values(self, selector):
        """The values of all fields that a selector finds, and are shown."""
        return self.page.run(f"""[...document.querySelectorAll({json.dumps(selector)})].filter(field => field.checkVisibility()).map(field => field.value)""")

    def compose(self, kind='OFFER'):
        self.click('Notifications', 'nav')
        self.click('New notification')
        self.page.wait('document.querySelector("select[name=kind]") !== null', 'the composer')
        # A draft has its kind; a new form has none.
        if self.page.run('document.querySelector("select[name=kind]").value') == '':
            self.choose('kind', kind)

    def estimate(self):
        """What is counted of itself after a change."""
        self.page.wait('/\\d/.test(document.querySelector(".composer .figure").textContent)', 'the estimate')
        return self.text('.composer .figure')

    def find_by_name(self, field, name):
        self.fill(f'#field-{field}', name)
        self.page.wait('document.querySelector(".found button") !== null', f'{name} is found')
        self.page.run('document.querySelector(".found button").click()')

    def announce(self):
        self.compose()
        self.choose('kind', 'announce:EVENT')
        for name, text in [('id', '77'), ('title', self.hostile), ('latitude', '48.86'), ('longitude', '2.35')]:
            self.fill(f'input[name={name}]', text)
        self.found.expect_equal(self.estimate(), '0 people on 0 devices', 'the estimate')
        self.inspect('compose-filled')
        self.click('Send')
        self.page.wait('document.querySelector("dialog[open]") !== null', 'the question')
        self.click('Cancel', 'dialog')
        self.click('Send')
        self.confirm('Send', '0')
        self.page.wait('location.hash.startsWith("#/notification/")', 'the announcement')
        self.ready('notification')
        self.announcement = self.page.run('location.hash.split("/")[2]')
        self.found.expect(self.hostile in self.text(), 'the title is shown as it is')
        # Nobody presses anything: the page follows what happens.
        self.page.wait('document.querySelector("h1 .chip").textContent === "sent"', 'the page updates itself')
        self.found.expect('Audience (people)' in self.text(), 'the funnel')

    def why_not(self):
        self.find_by_name('whyPerson', 'ada')
        self.page.wait('document.querySelector(".answer .chip") !== null', 'the reason')
        self.found.expect('no position is known' in self.text(), 'why ada was not notified')
        self.inspect('announcement')
        inquiries = self.operate('GET', f'/audit?account={self.account}').json()['entries']
        self.found.expect('ExplainNotification' in [entry['call'] for entry in inquiries], 'the question is in the audit log')
        # The same from the page of the person, by the title.
        self.open(f'person/{self.account}?tab=notifications')
        mine = '[aria-labelledby=title-notifications]'
        self.page.wait(f'document.querySelector("{mine} tbody") !== null', 'the titles of notifications')
        self.found.expect(self.hostile[:40] in self.text(f'{mine} tbody'), 'a title on the page of a person')
        self.click('Why?', mine)
        self.page.wait('document.querySelector(".details .answer .chip") !== null', 'the reason on the page of a person')
        self.accessible(self.page, 'a reason on the page of a person')
        self.click('Why?', mine)
        self.page.wait('document.querySelector(".details") === null', 'the reason is closed')

    def old_version(self):
        """Everyone on an old version, in five clicks and without JSON; and an error on a page that is scrolled down."""
        self.compose()
        self.choose('who', 'rows')
        self.fill('input[name=version]', '2.1')
        self.click('Add a condition')
        self.fill('input[name=title]', 'Please update')
        self.page.run('document.querySelector(".composer details").open = true')
        self.fill('input[name=link]', 'no address')
        self.page.run('scrollTo(0, document.body.scrollHeight)')
        self.click('Send')
        self.page.wait('document.querySelector("#message").textContent.includes("link")', 'the error')
        self.found.expect(
            self.page.run('document.querySelector("#message").getBoundingClientRect().top >= document.querySelector(".bar").getBoundingClientRect().bottom'),
            'the error stands below the bar')
        self.fill('input[name=link]', '')
        count = re.search(r'\d+', self.estimate()).group()
        self.click('Send')
        self.confirm('Send', count)
        self.page.wait('location.hash.startsWith("#/notification/")', 'the notification')
        self.ready('notification')
        text = self.text()
        for what in ['Please update', 'Everyone on iOS below version 2.1', 'Operators']:
            self.found.expect(what in text, f'{what} is on the page')
        self.page.wait('document.querySelector("h1 .chip").textContent.startsWith("sen")', 'it is on its way')
        self.click('Duplicate')
        self.page.wait('document.querySelector("input[name=title]")?.value === "Please update"', 'the copy')
        self.found.expect_equal(self.page.run('document.querySelector("input[name=version]").value'), '2.1', 'the version of the copy')

    def tomorrow_at_nine(self):
        """For tomorrow at nine; then at ten, without the texts typed anew."""
        tomorrow = (datetime.datetime.now() + datetime.timedelta(days=1)).strftime('%Y-%m-%d')
        self.compose()
        self.fill('input[name=title]', 'Good morning')
        self.fill('#field-newLanguage', 'francish')
        self.click('Add a language')
        self.page.wait('document.querySelector("#message").textContent.includes("There is no language “francish”")', 'no language')
        self.fill('#field-newLanguage', 'French')
        self.click('Add a language')
        self.fill('[role=tabpanel]:not([hidden]) input[name=title]', 'Bonjour')
        self.choose('way', 'instant')
        self.found.expect_equal(self.page.run('document.querySelector("input[name=startsAt]").value'), f'{tomorrow}T09:00', 'the time that is proposed')
        self.found.expect('In the time zone of this browser' in self.text(), 'the time zone is said')
        self.click('Schedule')
        self.confirm('Schedule')
        self.page.wait('document.querySelector("h1 .chip")?.textContent === "scheduled"', 'it is scheduled')
        self.click('Change')
        self.page.wait('document.querySelectorAll("[role=tab]").length === 2', 'the texts of before')
        self.found.expect_equal(
            self.page.run('[...document.querySelectorAll("input[name=title]")].map(input => input.value).join()'), 'Good morning,Bonjour', 'the texts of before')
        self.fill('input[name=startsAt]', f'{tomorrow}T10:00')
        self.click('Save the change')
        self.confirm('Save the change')
        self.page.wait('document.querySelector("h1 .chip")?.textContent === "scheduled"', 'it is changed')
        waiting = self.page.run('location.hash.split("/")[2]')
        self.found.expect('10:00' in self.text(), 'the new time')
        self.open('notifications?state=sent')
        self.found.expect('Good morning' not in self.text(), 'what is scheduled is not among what was sent')
        self.open('notifications?state=scheduled')
        self.found.expect('Good morning' in self.text('tbody'), 'it is among what is scheduled')
        self.open('notifications')
        self.found.expect(
            self.page.run('Math.max(...[...document.querySelectorAll("tbody .chip")].map(chip => chip.getClientRects().length))') == 1
            and self.page.run('Math.max(...[...document.querySelectorAll("tbody .chip")].map(chip => chip.offsetHeight))') < 30, 'no state breaks')
        # What another operator cancels leaves the list of itself.
        self.operate('DELETE', f'/notifications/{waiting}')
        self.page.wait(f"""[...document.querySelectorAll("tbody tr")].find(row => row.innerHTML.includes("{waiting}")).innerText.includes("cancelled")""", 'the list updates itself')
        self.between_zones()

    def between_zones(self):
        """A local time that the first time zones have passed and the last have not: the console says so before and after."""
        self.compose()
        self.fill('input[name=title]', 'Local')
        self.choose('way', 'local')
        self.fill('input[name=startsAtLocal]', datetime.datetime.now(datetime.timezone.utc).strftime('%Y-%m-%dT%H:%M'))
        self.fill('input[name=timeZone]', 'Pacific/Honolulu')
        self.click('Schedule')
        self.page.wait('document.querySelector("dialog[open]")?.innerText.includes("so it begins at once")', 'when it begins')
        self.confirm('Schedule')
        self.page.wait('document.querySelector("main").innerText.includes("It has begun in the first time zones.")', 'how far it has come')
        waiting = self.shown_notification()
        self.open('notifications?state=scheduled')
        self.found.expect('under way' in self.text('tbody'), 'it is among what is scheduled')
        self.operate('DELETE', f'/notifications/{waiting}')

    def shown_notification(self):
        """The id of the notification whose page is shown."""
        return self.page.run('location.hash.split("/")[2]')

    def later_announcement(self):
        """An announcement that waits gets another title and another time. A push without a text is sent once more."""
        tomorrow = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=1)
        waits = self.operate('POST', '/announcements', {
            'type': 'EVENT', 'id': 78, 'title': 'Market', 'latitude': 48.86, 'longitude': 2.35, 'startsAt': tomorrow.strftime('%Y-%m-%dT%H:%M:%SZ')})
        self.found.expect_equal(waits.status_code, 201, f'the status of announcing for later: {waits.text}')
        waiting = next(entry['id'] for entry in self.operate_get('/notifications?state=scheduled')['notifications'] if entry.get('announcement'))
        self.open(f'notification/{waiting}')
        self.click('Change')
        self.page.wait('document.querySelector("input[name=title]")?.value === "Market"', 'the announcement of before')
        self.found.expect_equal(self.page.run('document.querySelector("select[name=way]").value'), 'instant', 'the time of before')
        self.fill('input[name=title]', 'Market hall')
        self.click('Save the change')
        self.confirm('Save the change')
        self.page.wait('document.querySelector("h1")?.textContent.startsWith("Market hall") && document.querySelector("h1 .chip").textContent === "scheduled"', 'the new one')
        self.found.expect_equal(self.operate_get(f'/notifications/{waiting}')['state'], 'cancelled', 'the state of the former announcement')
        self.operate('DELETE', f'/notifications/{self.shown_notification()}')
        self.open('log')
        self.found.expect('Market hall' in self.text('tbody'), 'the log names the announcement that was cancelled')
        silent = self.operate('POST', '/notifications', {
            'kind': 'OFFER', 'audience': {'topic': 'nobody'}, 'content': {'pushType': 'background', 'data': {'sync': 1}}})
        self.found.expect_equal(silent.status_code, 201, f'the status of a silent push: {silent.text}')
        self.open(f'notification/{silent.json()["id"]}')
        self.click('Duplicate')
        self.page.wait('document.querySelector(".composer input[name=title]")?.disabled === true', 'a push without a text')
        self.found.expect_equal(self.estimate(), '0 people on 0 devices', 'the estimate of a silent push')
        self.click('Send')
        self.confirm('Send', '0')
        self.page.wait('location.hash.startsWith("#/notification/")', 'the copy')
        copy = self.operate_get(f'/notifications/{self.shown_notification()}')['content']
        self.found.expect_equal((copy['pushType'], copy['texts'], copy['data']), ('background', [], {'sync': 1}), 'the copy of a silent push')

    def composer(self):
        """People, a place on the map, JSON, a draft, a template and the question of an announcement."""
        self.compose()
        self.choose('way', 'local')
        self.choose('kind', 'announce:EVENT')
        self.found.expect_equal(
            self.page.run('[document.querySelector("select[name=way]").value, document.querySelector(".composer form > .row button").textContent].join()'),
            'now,Send', 'an announcement has no local time, and the button says so')
        self.choose('kind', 'OFFER')
        self.fill('input[name=title]', 'Hello')
        self.choose('way', 'again')
        self.fill('input[name=timeZone]', 'Paris')
        self.found.expect_equal(
            self.page.run('document.querySelector("input[name=timeZone]").validationMessage'),
            'There is no time zone “Paris”. Choose one of the list, such as Europe/Paris.', 'what is said of a time zone that there is not')
        self.choose('way', 'now')
        self.choose('who', 'people')
        self.find_by_name('people', 'ada')
        self.found.expect(re.match('[01] pe', self.estimate()) is not None, 'one person at most is counted')
        self.inspect('compose-people')
        self.choose('who', 'near')
        # The map has its name once it hears presses, which may be after it is drawn.
        self.page.wait('document.querySelector("world-map canvas[aria-label*=choose]") !== null && document.querySelector("world-map").drawn > 0', 'the map')
        self.page.run("""(canvas => { const box = canvas.getBoundingClientRect();
            canvas.dispatchEvent(new MouseEvent("click", {clientX: box.x + box.width / 2, clientY: box.y + box.height / 2})); })
            (document.querySelector("world-map canvas[tabindex]"))""")
        self.page.wait('document.querySelector("input[name=latitude]").value !== ""', 'the place from the map')
        self.choose('who', 'advanced')
        self.fill('textarea[name=audience]', 'no JSON')
        self.click('Send')
        self.page.wait('document.querySelector("#message").textContent.includes("not JSON")', 'the error')
        self.fill('textarea[name=audience]', '{"any": [{"topic": "news"}, {"tag": "vip"}]}')
        self.found.expect_equal(self.estimate(), '0 people on 0 devices', 'the estimate of JSON')
        self.click('Save as a template')
        self.fill('dialog input', 'Greeting')
        self.click('Save as a template', 'dialog')
        self.said('The template is saved in this browser.')
        self.open('overview')
        self.compose()
        self.page.wait('document.querySelector("input[name=title]")?.value === "Hello"', 'the draft that was left')
        self.found.expect('vip' in self.page.run('document.querySelector("textarea[name=audience]").value'), 'the audience of the draft')
        # Another session has nothing of it.
        self.page.run("""sessionStorage.setItem("balise.console.drafts",
            sessionStorage.getItem("balise.console.drafts").replace(/"owner":"[^"]*"/, '"owner":"another"'))""")
        kept = self.page.run('location.hash')
        self.open('overview')
        self.open(kept.removeprefix('#/'))
        self.page.wait('document.querySelector("input[name=title]")?.value === ""', 'no draft of another session')
        self.fill('input[name=title]', 'Once more')
        self.page.wait('sessionStorage.getItem("balise.console.drafts").includes("Once more")', 'the draft is kept')
        self.found.expect('Hello' not in self.page.run('sessionStorage.getItem("balise.console.drafts")'), 'the draft of another session is gone')
        self.page.run('document.dispatchEvent(new Event("signedout"))')
        self.found.expect_equal(self.page.run('sessionStorage.getItem("balise.console.drafts")'), None, 'the draft ends with the session')
        self.page.go(f'{self.balise.operations}/console')
        self.compose()
        self.fill('input[name=title]', 'Hello')
        self.page.wait('sessionStorage.getItem("balise.console.drafts")?.includes("Hello")', 'a draft')
        self.open('overview')
        self.compose()
        self.click('Discard the draft')
        self.page.wait('document.querySelector("input[name=title]")?.value === ""', 'the form without the draft')
        self.click('Greeting')
        self.page.wait('document.querySelector("input[name=title]")?.value === "Hello"', 'the template')
        self.found.expect('vip' in self.page.run('document.querySelector("textarea[name=audience]").value'), 'the audience of the template')
        self.click('Delete')
        self.page.wait('!document.querySelector("aside").innerText.includes("Greeting")', 'the template is deleted')

    def schedules(self):
        """A series is made, stands among what comes, and is ended; another one and a notification for later stay."""
        texts = {'texts': [{'language': 'en', 'title': self.hostile, 'body': 'Body'}]}
        tomorrow = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=1)
        first = tomorrow.strftime('%Y-%m-%dT09:00')
        body = {'kind': 'OFFER', 'audience': {'everyone': True}, 'content': texts}
        kept = self.operate('PUT', '/series/kept', body | {'rule': 'FREQ=MONTHLY', 'startsAtLocal': first, 'timeZone': 'Europe/Paris'})
        self.found.expect_equal(kept.status_code, 200, f'the status of making a series: {kept.text}')
        later = self.operate('POST', '/notifications', body | {'startsAt': tomorrow.strftime('%Y-%m-%dT%H:%M:%SZ')})
        self.found.expect_equal(later.status_code, 201, f'the status of sending for later: {later.text}')
        self.notification = later.json()['id']
        self.compose()
        self.choose('way', 'again')
        self.choose('repeat', 'DAILY')
        for name, text in [('title', 'Tips'), ('first', first), ('interval', '2')]:
            self.fill(f'input[name={name}]', text)
        self.found.expect('It comes: every 2 days. Next: ' in self.text(), 'the series in words')
        self.fill('input[name=interval]', '1')
        self.estimate()
        self.inspect('compose-series')
        self.click('Schedule')
        self.confirm('Schedule')
        self.page.wait('location.hash === "#/notifications?state=scheduled" && document.querySelectorAll("tbody tr").length === 3', 'three that come')
        text = self.text()
        for what in ['every day', 'every month', 'Operators', 'Cancel notification', 'Tips', self.hostile[:40]]:
            self.found.expect(what in text, f'{what} is among what comes')
        self.open('notifications')
        for what in ['every day', 'AM in Europe/Paris', 'Tips']:
            self.found.expect(what in self.text('tbody'), f'{what} is among all notifications')
        self.open('notifications?state=scheduled')
        self.page.run('[...document.querySelectorAll("tbody tr")].find(row => row.innerText.includes("every day")).querySelector("a.button").click()')
        self.page.wait('document.querySelector("select[name=repeat]")?.value === "DAILY"', 'a series can be changed')
        self.choose('repeat', 'WEEKLY')
        self.page.run('document.querySelector("input[name=day][value=SA]").click()')
        self.choose('ends', 'date')
        self.fill('input[name=lastDay]', '2099-12-31')
        self.click('Save the change')
        self.confirm('Save the change')
        self.page.wait('location.hash === "#/notifications?state=scheduled" && document.querySelector("tbody")?.innerText.includes("every week on Saturday until Dec 31, 2099")', 'on one day of the week')
        tips = next(entry for entry in self.operate_get('/series')['series'] if entry['content']['texts'][0]['title'] == 'Tips')
        rule = tips['rule']
        self.found.expect(re.fullmatch(r'FREQ=WEEKLY;BYDAY=SA;UNTIL=(20991231|21000101)T\d{6}Z', rule) is not None, f'the rule: {rule}')
        self.page.run('[...document.querySelectorAll("tbody tr")].find(row => row.innerText.includes("Saturday")).querySelector("a.button").click()')
        self.page.wait('document.querySelector("input[name=day][value=SA]")?.checked === true', 'the day of before is ticked')
        self.found.expect_equal(
            [self.values('select[name=repeat]'), self.values('select[name=ends]'), self.values('input[name=lastDay]')], [['WEEKLY'], ['date'], ['2099-12-31']],
            'the series of before')
        # The form counts the days by itself, and has to agree with the server.
        following = datetime.datetime.fromisoformat(tips['nextAt'].replace('Z', '+00:00'))
        self.found.expect(f'Next: {following:%a, %b} {following.day}, {following.year}' in self.text(), f'the next day is that of the server: {following}')
        self.open('notifications?state=scheduled')
        ends = """[...document.querySelectorAll("tbody tr")].find(row => row.innerText.includes("Saturday"))
            .querySelector("button.danger")"""
        self.page.run(f'({ends}).click()')
        self.confirm('End the series', 'end')
        self.said('The series has ended.')
        self.found.expect('Saturday' not in self.text(), 'the series is not among what comes any more')

    def sent(self):
        """What was sent, by how far it has come, and one of it cancelled."""
        self.open('notifications?state=sent')
        self.found.expect(self.notification not in self.page.run('document.querySelector("main").innerHTML'), 'what waits is not sent')
        self.open('notifications?state=scheduled')
        self.found.expect(
            self.notification in self.page.run('[...document.querySelectorAll("tbody a")].map(link => link.hash).join()'),
            'what waits is shown by its state')
        self.open(f'notification/{self.notification}')
        self.inspect('notification')
        self.click('Cancel notification')
        self.confirm('Cancel notification', 'cancel')
        self.said('The notification is cancelled.')
        self.found.expect('cancelled' in self.text('h1'), 'it is cancelled')
