"""What the check of the console does on its pages of notifications for later, of webhooks, of pushes and of keys that publish."""

import datetime
import http.server
import re
import threading

from console_page import TALLEST


class Refusing(http.server.BaseHTTPRequestHandler):
    """A receiver of events that wants none any more, and counts them."""

    def do_POST(self):
        self.rfile.read(int(self.headers['Content-Length']))
        self.server.asked += 1
        self.send_response(410)
        self.send_header('Content-Length', '0')
        self.end_headers()

    def log_message(self, *_):
        pass


class NotificationSteps:
    """Steps of a journey that has seen a person (`account`) with a push device, and knows a text that tries to be more."""

    def make_key(self):
        self.click('Keys and providers', 'nav')
        self.ready('keys')
        self.click('Create a key')
        self.fill('dialog input[name=name]', 'Support')
        self.page.run('document.querySelector("#scope-view").click()')
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
        for name, text in [('name', self.hostile[:80]), ('kinds', 'OFFER, EVENT'), ('topics', 'news'), ('perMinute', '60')]:
            self.fill(f'dialog input[name={name}]', text)
        for scope in ['publish', 'interrupt']:
            self.page.run(f'document.querySelector("#scope-{scope}").click()')
        self.click('Create a key', 'dialog')
        self.page.wait('document.querySelector("dialog input[readonly]") !== null', 'the secret')
        self.click('Close', 'dialog')
        self.page.wait('document.querySelector("main").innerText.includes("60 a minute")', 'what the key may send')
        self.found.expect('Kinds of notifications: ' in self.text(), 'the kinds that the key may send')
        keys = self.operate_get('/api-keys')['keys']
        made = next(key for key in keys if 'interrupt' in key['scopes'])
        self.found.expect_equal(
            (sorted(made['kinds']), made['topics'], made['perMinute']), (['EVENT', 'OFFER'], ['news'], 60), 'what the key may send')

    def operate_get(self, path):
        return self.operate('GET', path).json()

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
        self.click('Notifications', 'nav')
        self.click('New notification')
        self.page.wait('document.querySelector("select[name=way]") !== null', 'the form')
        self.page.run("""(way => { way.value = "again"; way.dispatchEvent(new Event("change", {bubbles: true})); })
            (document.querySelector("select[name=way]"))""")
        for name, text in [('kind', 'OFFER'), ('title', self.hostile), ('name', 'tips'), ('rule', 'FREQ=DAILY'), ('first', first)]:
            self.fill(f'input[name={name}]', text)
        # Without a count it counts first, and then asks.
        self.click('Send')
        self.page.wait('document.querySelector("dialog[open]") !== null', 'the question after the count')
        self.click('Cancel', 'dialog')
        self.click('Count the recipients')
        self.page.wait('document.querySelector("form .answer").textContent !== ""', 'the count')
        count = re.search(r'\d+', self.text('form .answer')).group()
        self.inspect('notify-filled')
        self.click('Send')
        self.confirm('Send', count)
        self.page.wait('location.hash === "#/notifications?view=scheduled" && document.querySelectorAll("tbody tr").length === 3', 'three that come')
        text = self.text()
        for what in ['FREQ=DAILY', 'FREQ=MONTHLY', 'operator', 'Take it back']:
            self.found.expect(what in text, f'{what} is among what comes')
        ends = """[...document.querySelectorAll("tbody tr")].find(row => row.innerText.includes("FREQ=DAILY"))
            .querySelector("button.danger")"""
        self.page.run(f'({ends}).click()')
        self.confirm('End the series', 'tips')
        self.said('The series has ended.')
        self.found.expect('FREQ=DAILY' not in self.text(), 'the series is not among what comes any more')

    def sent(self):
        """What was sent, by how far it has come, and one of it taken back."""
        self.open('notifications?state=done')
        self.found.expect(self.notification not in self.page.run('document.querySelector("main").innerHTML'), 'what waits is not done')
        self.open('notifications?state=scheduled')
        self.found.expect(
            self.notification in self.page.run('[...document.querySelectorAll("tbody a")].map(link => link.hash).join()'),
            'what waits is shown by its state')
        self.open(f'notification/{self.notification}')
        self.inspect('notification')
        self.click('Take it back')
        self.confirm('Take it back', 'take back')
        self.said('The notification is taken back.')
        self.found.expect('taken back' in self.text('h1'), 'it is taken back')

    def pushes(self):
        """A test to a token, and what became of it."""
        self.click('Pushes', 'nav')
        self.ready('push-health')
        self.fill('input[name=token]', 'ab12cd34')
        self.click('Find')
        self.page.wait('document.querySelector("tbody tr") !== null', 'the push device')
        self.click('Send a test')
        self.said('The test is on its way.')
        self.found.come_to_hold(lambda: self.operate_get('/push-health')['apps'], 'the test is counted')
        self.open('overview')
        self.open('push-health')
        self.found.expect('APNs production' in self.text(), 'the push is shown by its channel')
        inquiries = self.operate_get(f'/audit?account={self.account}')['entries']
        self.found.expect('TestPushDevice' in [entry['call'] for entry in inquiries], 'the test is in the audit log')

    def webhooks(self):
        """Sets the address of a receiver that refuses each event, and sends what makes one, a minute later."""
        self.receiver = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Refusing)
        self.receiver.asked = 0
        threading.Thread(target=self.receiver.serve_forever, daemon=True).start()
        made = self.operate('POST', '/api-keys', {'name': self.hostile[:70], 'scopes': ['publish']}).json()
        self.publisher = made['publisher']
        self.click('Webhooks', 'nav')
        self.ready('webhooks')
        self.click('Set an address')
        self.page.run(f'document.querySelector("dialog select").value = "{made["id"]}"')
        self.fill('dialog input[name=url]', f'http://127.0.0.1:{self.receiver.server_port}/events')
        self.click('Set an address', 'dialog')
        self.page.wait('document.querySelector("dialog input[readonly]") !== null', 'the secret')
        self.found.expect(
            self.page.run('document.querySelector("dialog input[readonly]").value.startsWith("whsec_")'), 'the secret of the webhook')
        self.click('Close', 'dialog')
        # Somebody without a push device, for whom all is done at once.
        grace = self.operate_get('/accounts/grace')['id']
        sent = self.api('POST', '/api/v1/notifications', {
            'kind': 'OFFER', 'audience': {'account': grace}, 'content': {'texts': [{'language': 'en', 'title': 'T', 'body': 'B'}]}},
            **{'X-API-Key': made['secret']})
        self.found.expect_equal(sent.status_code, 201, f'the status of sending: {sent.text}')
        self.publishing = made['id']

    def webhook_failures(self):
        """An event that was given up is posted again; the receiver stays, for the pages with huge texts."""
        failures = lambda: self.operate_get(f'/api-keys/{self.publishing}/webhook')['failures']
        self.found.come_to_hold(failures, 'the event is given up', seconds=120)
        self.open('overview')
        self.open('webhooks')
        text = self.text()
        for what in ['notification.sent', 'status 410', 'Failing', self.hostile[:70]]:
            self.found.expect(what in text, f'{what[:30]} is shown of the webhook')
        self.click('Post again')
        self.said('Posted again: 1.')
        self.found.come_to_hold(lambda: self.receiver.asked == 2 and failures(), 'the event is posted again, and given up again')

    def remove_webhook(self):
        self.open('webhooks')
        self.click('Remove the webhook')
        self.confirm('Remove the webhook', self.publisher)
        self.said('The webhook is removed.')
        self.receiver.shutdown()
        self.receiver.server_close()
