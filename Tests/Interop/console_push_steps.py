"""What the check of the console does on its pages of pushes and webhooks."""

import http.server
import threading


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


class PushSteps:
    """Steps of a journey that has seen a person (`account`) with a push device, and knows a text that tries to be more."""

    def pushes(self):
        """A test to a token, and what became of it."""
        self.click('Pushes', 'nav')
        self.ready('push-health')
        self.fill('input[name=token]', 'ab12cd34')
        self.click('Find', 'form:has(input[name=token])')
        self.page.wait('document.querySelector("tbody tr") !== null', 'the push device')
        self.click('Send a test')
        self.said('The test is on its way.')
        self.found.come_to_hold(lambda: self.operate_get('/push-health')['apps'], 'the test is counted')
        self.open('overview')
        self.open('push-health')
        self.found.expect('Apple' in self.text('.charts'), 'the push is shown by its channel')
        self.page.run('document.querySelector("select[name=outcome]").value = "waiting"')
        self.page.run('document.querySelector("select[name=kind]").value = "PROFESSIONAL"')
        self.click('Find', 'form:has(select[name=kind])')
        self.page.wait('document.querySelector("main").innerText.includes("No notification matches")', 'pushes by outcome and kind')
        self.found.expect_equal(self.page.run('document.querySelector("select[name=outcome]").value'), 'waiting', 'the outcome that was asked for')
        self.open(f'push-health?account={self.account}')
        self.page.wait('document.querySelector("#title-pushDevices") !== null', 'the devices of a person')
        self.found.expect('id …' in self.text('[aria-labelledby=title-pushDevices]'), 'the end of the id tells two like devices apart')
        inquiries = self.operate_get(f'/audit?account={self.account}')['entries']
        self.found.expect('TestPushDevice' in [entry['call'] for entry in inquiries], 'the test is in the audit log')

    def webhooks(self):
        """Sets the address of a receiver that refuses each event, and sends what makes one, a minute later."""
        self.receiver = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Refusing)
        self.receiver.asked = 0
        threading.Thread(target=self.receiver.serve_forever, daemon=True).start()
        made = self.operate('POST', '/api-keys', {'name': self.hostile[:70], 'scopes': ['publish']}).json()
        self.click('Webhooks', 'nav')
        self.ready('webhooks')
        for what in ['notification.opened', 'standardwebhooks.com', 'timingSafeEqual']:
            self.found.expect(what in self.page.run('document.querySelector("main").textContent'), f'{what} is explained to publishers')
        self.click('Set a webhook')
        self.page.run(f'document.querySelector("dialog select").value = "{made["id"]}"')
        self.fill('dialog input[name=url]', f'http://127.0.0.1:{self.receiver.server_port}/events')
        self.click('Set a webhook', 'dialog')
        self.page.wait('document.querySelector("dialog input[readonly]") !== null', 'the secret')
        self.found.expect(
            self.page.run('document.querySelector("dialog input[readonly]").value.startsWith("whsec_")'), 'the secret of the webhook')
        self.click('Close', 'dialog')
        self.tested_and_paused(made['id'])
        # Somebody without a push device, for whom all is done at once.
        grace = self.operate_get('/accounts/grace')['id']
        sent = self.api('POST', '/api/v1/notifications', {
            'kind': 'OFFER', 'audience': {'account': grace}, 'content': {'texts': [{'language': 'en', 'title': 'T', 'body': 'B'}]}},
            **{'X-API-Key': made['secret']})
        self.found.expect_equal(sent.status_code, 201, f'the status of sending: {sent.text}')
        self.publishing = made['id']

    def tested_and_paused(self, key):
        """A test shows what the receiver answered, and a pause is one that the server knows of; a new secret is shown once."""
        webhook = lambda: self.operate_get(f'/api-keys/{key}/webhook')
        self.click('Send a test')
        self.page.wait('document.querySelector("#message").textContent.includes("The test failed.")', 'the answer to the test')
        for what in ['wants no further events (410)', 'Remove the webhook, or let the receiver']:
            self.found.expect(what in self.text('#message'), f'{what} is said of the test')
        self.found.expect('webhook.test' in self.text('.card table'), 'the test is among the last deliveries')
        self.click('Pause')
        self.said('The webhook is paused. Events wait until you resume it.')
        self.found.expect('pausedAt' in webhook() and 'Paused since' in self.text(), 'it is paused')
        self.click('Resume')
        self.said('The webhook works again. Waiting events are on their way.')
        self.found.expect('pausedAt' not in webhook(), 'it is not paused any more')
        self.click('New secret')
        self.confirm('New secret')
        self.page.wait('document.querySelector("dialog input[readonly]")?.value.startsWith("whsec_") === true', 'the new secret')
        self.click('Close', 'dialog')
        self.page.wait('document.querySelector("dialog") === null', 'the end of the dialog')
        self.receiver.asked = 0

    def webhook_failures(self):
        """An event that was given up is posted again; the receiver stays, for the pages with huge texts."""
        failures = lambda: self.operate_get(f'/api-keys/{self.publishing}/webhook')['failures']
        self.found.come_to_hold(failures, 'the event is given up', seconds=120)
        self.open('overview')
        self.open('webhooks')
        text = self.text()
        for what in ['A notification is done', 'notification.sent', '(410)', 'Failing', self.hostile[:70]]:
            self.found.expect(what in text, f'{what[:30]} is shown of the webhook')
        self.click('Post again')
        self.said('Posted again: 1.')
        self.found.come_to_hold(lambda: self.receiver.asked == 2 and failures(), 'the event is posted again, and given up again')

    def remove_webhook(self):
        self.open('webhooks')
        self.click('Remove the webhook')
        self.confirm('Remove the webhook', self.hostile[:40].strip())
        self.said('The webhook is removed.')
        self.receiver.shutdown()
        self.receiver.server_close()
