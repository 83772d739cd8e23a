"""What the check of the console does on the overview, and on its pages of settings, checks and history."""

import json

from page_scripts import WATCH


# Figures of the time before, which a new server does not have.
BEFORE = """
    const asked = window.fetch;
    window.fetch = async (address, init) => {
        const answer = await asked(address, init);
        if (!/api.history/.test(address)) return answer;
        const history = await answer.json(), sum = name => history.points.reduce((all, point) => all + point[name], 0);
        return Response.json({...history, before: {at: history.since, requests: 2 * sum("requests"), refused: 1, failed: 3, medianMilliseconds: 5,
            slowMilliseconds: 100, signIns: [], refusedSignIns: 0, newAccounts: sum("newAccounts"), pushes: []}});
    };
"""


class OverviewSteps:
    """Steps of a journey whose server has seen some requests."""

    def overview(self):
        """What needs attention comes first, and each tile leads where it says."""
        self.click('Overview', 'nav')
        self.ready('overview')
        self.page.wait('document.querySelector("#title-attention") !== null', 'what needs attention')
        self.page.wait('document.querySelector("#title-firstSteps") !== null', 'the first steps')
        self.page.wait('document.querySelector("main").innerText.includes("Last 24 hours")', 'the figures of a day')
        self.found.expect(self.page.run("""document.querySelector("#title-attention").getBoundingClientRect().top
            < document.querySelector(".tile").getBoundingClientRect().top"""), 'attention is above the figures')
        self.found.expect('Create a backup' in self.text('.steps'), 'a new server is asked for a backup')
        places = self.page.run('Object.fromEntries([...document.querySelectorAll(".tile h2")].map(head => [head.innerText, head.querySelector("a")?.hash ?? null]))')
        for name, place in {'Pushes sent': '#/push-health', 'Memory': None, 'Messages waiting': '#/checks', 'Free space': '#/checks',
                            'Requests': '#/history?chart=requests', 'Refused credentials': '#/log?view=security'}.items():
            self.found.expect_equal(places[name], place, f'where the tile {name} leads')
        self.redrawn()
        self.click('Hide this list')
        self.open('log')
        self.open('overview')
        self.page.wait('document.querySelector("#title-attention") !== null', 'what needs attention')
        self.found.expect(self.page.run('document.querySelector("#title-firstSteps") === null'), 'hidden steps stay hidden')

    def redrawn(self):
        """New figures leave what is there: the elements with their focus, and what is open."""
        self.page.run("""{
            window.keptTile = document.querySelector(".tile a");
            keptTile.focus();
            window.opened = document.querySelector("#title-lastWarnings ~ table details");
            if (opened) opened.open = true;
        }""")
        figures = 'document.querySelector(".page").innerText'
        before = self.page.run(figures)
        self.page.run('dispatchEvent(new Event("online")); undefined')
        self.page.wait(f'{figures} !== {json.dumps(before)}', 'new figures')
        self.found.expect(self.page.run('keptTile.isConnected && document.activeElement === keptTile'), 'the focus stays where it was')
        self.found.expect(self.page.run('opened === null || opened.isConnected && opened.open'), 'what is open stays open')

    def unused_webhook(self):
        """A webhook that was never used is neither healthy nor failing."""
        key = self.operate('POST', '/api-keys', {'name': 'Unused', 'scopes': ['publish']}).json()['id']
        set_up = self.operate('PUT', f'/api-keys/{key}/webhook', {'url': 'http://127.0.0.1:9/events'})
        self.found.expect_equal(set_up.status_code, 200, f'the status of a webhook: {set_up.text}')
        self.open('log')
        self.open('webhooks')
        self.found.expect('Not used yet' in self.text(), 'a webhook that was never used')
        tested = self.operate('POST', f'/api-keys/{key}/webhook/test')
        self.found.expect_equal(tested.status_code, 200, f'the status of a test: {tested.text}')
        self.open('overview')
        self.page.wait('document.querySelector(".attention")?.innerText.includes("The last test failed.") === true', 'the failed test among what needs attention')
        self.open('webhooks')
        text = self.text()
        self.found.expect('Test failed' in text and 'Not used yet' not in text, 'a webhook whose test failed is not unused')
        self.found.expect('The receiver cannot be reached.' in text, 'why the test failed')
        for path in [f'/api-keys/{key}/webhook', f'/api-keys/{key}']:
            self.found.expect_equal(self.operate('DELETE', path).status_code, 204, f'the status of removing {path}')

    def settings_and_checks(self):
        """What was set comes first, with where and how it is changed; equal findings of several services are one row."""
        self.open('settings')
        self.found.expect('Set on this server' in self.text('main .card'), 'what was set comes first')
        for what in ['pages.name', 'Configuration file', 'BALISE_HTTP_PORT', 'Environment variable']:
            self.found.expect(what in self.text('main .card'), f'{what} is among what was set')
        self.fill('input[type=search]', 'http timeout')
        self.page.wait('document.querySelector("main details.card[open]")?.innerText.includes("http.idleTimeout") === true', 'a setting by words')
        self.click('How to change it', 'main details.card')
        self.page.wait('document.querySelector("main details.card").innerText.includes("BALISE_HTTP_")', 'how it is changed')
        self.open('checks')
        self.found.expect('checks are fine' in self.text(), 'what is fine is folded')
        raw = self.page.run(r'/\b0 MiB|\b1 steps|was read to its end/.exec(document.querySelector("main").textContent)?.[0] ?? null')
        self.found.expect_equal(raw, None, 'raw texts of checks')
        names = self.page.run('[...document.querySelectorAll("main details tr strong")].filter(name => name.textContent === "Database").length')
        self.found.expect_equal(names, 1, 'rows of what several services found')

    def charts(self):
        self.open('overview')
        self.click('Requests')
        self.page.wait('document.querySelector(".plot") !== null', 'the charts')
        self.ready('history')
        text = self.text()
        for what in ['Requests', 'Time to answer', 'Sign-ins', 'password', 'New accounts', 'Pushes by outcome']:
            self.found.expect(what in text, f'{what} is in the history')
        for what in ['peak ', 'The figures begin at', 'The requests of apps and browsers.']:
            self.found.expect(what in text, f'{what} is said of the charts')
        self.found.expect('Once the figures reach back far enough' in text, 'a new server has nothing to compare with')
        self.found.expect(
            self.page.run('[...document.querySelectorAll(".drawing")].every(one => one.querySelectorAll(".scale span").length >= 2 && one.querySelectorAll(".axis span").length === 5)'),
            'each chart has both axes')
        self.found.expect(self.page.run('Number(document.querySelector(".total strong").textContent.replace(/\\D/g, "")) > 0'), 'the total of a chart')
        self.inspect('history')
        self.comparison()
        now = 'Number(document.querySelector(".plot").getAttribute("aria-valuenow"))'
        last = self.page.run(now)
        self.page.run('document.querySelector(".plot").focus()')
        self.page.press('ArrowLeft')
        self.page.wait(f'{now} === {last - 1}', 'the point before')
        self.found.expect(self.page.run('document.querySelector(".readout").textContent !== ""'), 'the value of a point is shown')
        self.click('Calls by answer')
        self.page.wait('document.querySelector("details[open] table")?.innerText.includes("API") === true', 'the calls by their answers')
        self.click('Calls by answer')
        self.click('As a table')
        self.page.wait('document.querySelector(".charts table tbody tr") !== null', 'the same as a table')
        for name in ['7 days', '30 days']:
            self.click(name)
            self.page.wait(f'[...document.querySelectorAll("main a[aria-current]")].some(link => link.textContent === "{name}")', name)
            self.found.expect('Requests' in self.text(), f'the history of {name}')

    def comparison(self):
        """The history and the overview compare with the time before, as far as they know it."""
        page = self.new_page(WATCH + BEFORE)
        page.go(f'{self.balise.operations}/console#/history')
        page.wait('document.querySelector(".plot") !== null', 'the charts')
        text = page.run('document.querySelector("main").innerText')
        for what in ['50 % less than in the 24 hours before', '3 in the 24 hours before', 'the same as in the 24 hours before', 'none in the 24 hours before',
                     'In the 24 hours before: half within 5 ms, 99 % within 100 ms.']:
            self.found.expect(what in text, f'{what} is said of the time before: {text}')
        page.run('location.hash = "#/overview"; undefined')
        page.wait('document.querySelector("main").innerText.includes("50 % less than in the 24 hours before")', 'the comparison on the overview')
        page.ask('Page.close')
        self.page.ask('Page.bringToFront')

    def network_away(self):
        """The overview and a page that was opened without the network come back by themselves."""
        self.page.ask('Network.enable')
        away = lambda is_away: self.page.ask(
            'Network.emulateNetworkConditions', offline=is_away, latency=0, downloadThroughput=-1, uploadThroughput=-1)
        shown = 'document.querySelector(".page .alert")?.innerText ?? ""'
        self.open('overview')
        away(True)
        self.page.wait(f'({shown}).includes("cannot be reached")', 'the overview says that the network is away')
        self.found.expect(self.page.run('document.querySelectorAll(".tile").length > 5'), 'the last figures stay')
        away(False)
        self.page.wait(f'!({shown}).includes("cannot be reached")', 'the overview recovers')
        away(True)
        self.page.run('location.hash = "#/webhooks"; undefined')
        self.page.wait(f'({shown}) !== ""', 'a page says that the network is away')
        away(False)
        self.page.wait('document.querySelector(".page h1")?.innerText === "Webhooks" && document.querySelector(".page [role=alert]") === null',
                       'the page comes by itself')
        self.page.ask('Network.disable')
