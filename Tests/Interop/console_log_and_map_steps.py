"""What the check of the console does on its pages of the log, of backups and of the map."""

import json
import time


class LogAndMapSteps:
    """Steps of a journey that has seen a person (`account`) who was refused once."""

    def show_more(self):
        """The next part of a list, where there is one."""
        rows = 'document.querySelectorAll("tbody tr").length'
        count = self.page.run(rows)
        pressed = self.page.run("""[...document.querySelectorAll("main button")]
            .filter(button => button.textContent === "Show more").map(button => button.click()).length""")
        if pressed:
            self.page.wait(f'{rows} > {count}', 'more rows')

    def log(self):
        self.click('Log', 'nav')
        self.ready('log')
        self.show_more()
        rows = self.rows()
        for what in ['ended a session', 'created the notification', 'created the API key', 'signed in to the console', 'Operator’s token']:
            self.found.expect(any(what in row for row in rows), f'{what} is in the log')
        self.found.expect(not any('viewed' in row for row in rows), 'the log hides views at first')
        self.found.expect(not any('begun' in row for row in rows), 'the beginning and the end of a change are one row')
        self.click('Verify the log')
        self.page.wait('document.querySelector(".answer .chip") !== null', 'the end of the check')
        self.found.expect('whole' in self.text('.answer'), 'the log is whole')

    def rows(self):
        """The rows of a list, with the ids that are folded in them."""
        return self.page.run('[...document.querySelectorAll("tbody tr")].map(row => row.textContent)')

    def choose(self, name, value):
        self.page.run(f'document.querySelector("select[name={name}]").value = {json.dumps(value)}; undefined')

    def log_filters(self):
        """What did an operator do yesterday? And today, to one person, as a file."""
        self.open('log')
        self.choose('operator', 'operator-token')
        self.click('Find')
        self.page.wait('location.hash.includes("operator=operator-token")', 'the entries of one operator')
        self.ready('log')
        self.found.expect(self.rows() and all('Operator’s token' in row for row in self.rows()), 'one operator alone')
        for name, later in [('Yesterday', -1), ('Today', 0)]:
            self.click(name)
            self.page.wait(f'[...document.querySelectorAll("main a[aria-current]")].some(link => link.textContent === "{name}")', name)
            self.ready('log')
            self.found.expect(self.page.run(f"""(() => {{
                const now = new Date(), day = later => new Date(now.getFullYear(), now.getMonth(), now.getDate() + later);
                return [...document.querySelectorAll("tbody time")].every(time => {{
                    const at = new Date(time.dateTime);
                    return at >= day({later}) && at < day({later} + 1);
                }});
            }})()"""), f'{name}: no other day is shown')
            self.found.expect('operator=operator-token' in self.page.run('location.hash'), f'{name} keeps the operator')
        self.open('log')
        self.choose('call', 'CreateAPIKey')
        self.click('Find')
        self.page.wait('location.hash.includes("call=CreateAPIKey")', 'one action')
        self.ready('log')
        self.found.expect(self.rows() and all('created the API key' in row for row in self.rows()), 'one action alone')
        self.open('log')
        self.page.run('document.querySelector("#with-looks").click()')
        self.fill('#field-personName', 'ada@example.org')
        self.page.wait('document.querySelector(".found button") !== null', 'the person who is found')
        self.page.run('document.querySelector(".found button").click()')
        self.page.wait(f'location.hash.includes("account={self.account}") && location.hash.includes("looks=1")', 'one person with views')
        self.ready('log')
        rows = self.rows()
        self.found.expect(rows and all(self.account in row for row in rows), f'the entries of one person: {rows}')
        self.found.expect(any('viewed' in row for row in rows), 'the switch shows views')
        self.no_ids('the log of operators')
        self.page.run("""{
            window.savedFile = null;
            const make = URL.createObjectURL;
            URL.createObjectURL = blob => { blob.text().then(text => { window.savedFile = text; }); return make.call(URL, blob); };
        }""")
        self.click('Download as CSV')
        self.page.wait('window.savedFile !== null', 'the file')
        lines = self.page.run('window.savedFile').strip().split('\r\n')
        self.found.expect(lines[0].startswith('"begun","ended","credential"'), 'the file names its columns')
        self.found.expect(len(lines) > 1 and all(self.account in line for line in lines[1:]), 'the file has the filtered rows')

    def no_ids(self, name):
        found = self.page.run('/\\b[0-9a-f]{16,}\\b/.exec(document.querySelector("main table").innerText)?.[0] ?? null')
        self.found.expect_equal(found, None, f'ids that are not folded in {name}')

    def security_log(self):
        self.open(f'person/{self.account}?tab=security')
        self.found.expect('sign-in refused' in self.text(), 'what was refused is shown of the person')
        self.no_ids('the security tab of a person')
        self.open('log')
        self.click('Security')
        self.page.wait('document.querySelector("select[name=event]") !== null', 'the security log')
        self.ready('log')
        text = self.text()
        for what in ['sign-in refused', 'wrong password', 'API key created', 'Today']:
            self.found.expect(what in text, f'{what} is in the security log')
        self.no_ids('the security log')
        person = f'tbody a[href="#/person/{self.account}"]'
        self.found.expect(self.page.run(f'document.querySelector({json.dumps(person)}) !== null'), 'a name leads to its person')
        self.page.run('document.querySelector("select[name=event]").value = "api-key-made"')
        self.click('Find')
        self.page.wait('document.querySelector("tbody")?.innerText.includes("sign-in refused") === false', 'keys alone')
        self.open('log?view=security')
        self.fill('#field-personName', 'ada@example')
        self.click('', '.found')
        self.page.wait(f'location.hash.includes("account={self.account}")', 'one person')
        self.ready('log')
        rows = self.rows()
        self.found.expect(rows and all(self.account in row for row in rows), f'the events of one person: {rows}')

    def backups(self):
        """An operator makes a backup and has it verified."""
        self.click('Backups', 'nav')
        self.ready('backups')
        self.found.expect('No backups yet.' in self.text(), 'there is no backup yet')
        self.click('Create a backup')
        self.page.wait('document.querySelector(".answer .chip.good") !== null', 'the end of the backup')
        self.found.expect('complete' in self.text('tbody'), 'the backup is complete')
        self.click('Verify')
        self.page.wait('document.querySelector(".answer").innerText.includes("Verification")', 'the check of the backup')
        self.page.wait('document.querySelector(".answer .chip.good") !== null', 'the end of the check')
        self.open('overview')
        self.found.expect('Some services have no backup' not in self.text(), 'the overview knows of the backup')

    def update(self, latitude, history='False', device=None):
        answer = self.api('POST', '/v1/UpdateLocation', {
            'MiataruConfig': {'EnableLocationHistory': history, 'LocationDataRetentionTime': '60'},
            'MiataruLocation': [{
                'Device': device or self.device, 'DeviceKey': 'key', 'Timestamp': str(int(time.time())), 'Longitude': '2.35',
                'Latitude': latitude, 'HorizontalAccuracy': '5'}]})
        self.found.expect_equal(answer.status_code, 200, f'the status of an update: {answer.text}')

    def allow(self, readers, history=False, device=None):
        answer = self.api('POST', '/v1/setAllowedDeviceList', {'MiataruSetAllowedDeviceList': {
            'DeviceID': device or self.device, 'DeviceKey': 'key', 'allowedDevices': [
                {'DeviceID': reader, 'hasCurrentLocationAccess': True, 'hasHistoryAccess': history} for reader in readers]}})
        self.found.expect_equal(answer.status_code, 200, f'the status of a list: {answer.text}')

    def first_map(self):
        """Without a device that reads, the page says what the map is for and how to see something on it (bug 16)."""
        self.open('map')
        for what in ['See the first device', 'console.reader', 'allowed list']:
            self.found.expect(what in self.text(), f'{what} is said of an empty map')
        self.found.expect('Try again' not in self.text(), 'nothing is tried again that cannot work')
        self.found.expect(not self.page.run('document.querySelector("main [role=alert]") !== null'), 'an empty map is no error')
        self.page.wait('document.querySelector("world-map").drawn > 0', 'the map of the world')
        self.inspect('map-first')

    def map_drawing(self):
        """Land without false water (bug 3), towns, a scale, and zooming by buttons, keys, wheel and two fingers."""
        shown = 'document.querySelector(".map-scale").textContent'
        ground = """[LONGITUDES].map(at => { const map = document.querySelector("world-map canvas"), drawing = map.getContext("2d");
            return drawing.getImageData(map.width * at[0], map.height * at[1], 1, 1).data.slice(0, 3).join(); })"""
        # Between Belgium, Germany and France there was water: the middle of the view and points around it.
        self.page.run('document.querySelector("world-map").show({longitude: 5.9, north: 54.1}, 8); undefined')
        self.page.wait(f'{shown} === "50 km"', 'the scale of the view')
        self.page.wait('performance.getEntriesByType("resource").some(entry => entry.name.endsWith("/towns.js"))', 'the towns')
        points = [[across / 20 + 0.013, down / 10 + 0.017] for across in range(8, 13) for down in range(3, 8)]
        script = ground.replace('LONGITUDES', str(points)[1:-1])
        water = self.page.run("""(picture => { picture.fillStyle = getComputedStyle(document.querySelector("world-map")).getPropertyValue("--map-water");
            picture.fillRect(0, 0, 1, 1); return picture.getImageData(0, 0, 1, 1).data.slice(0, 3).join(); })(document.createElement("canvas").getContext("2d"))""")
        # A frame after the outlines have come.
        self.page.wait(f'new Set({script}).size > 0 && !{script}.includes("{water}")', 'land without water between the countries')
        # The name of a town gives way to dots and names of devices: at its right, else at its left, else not.
        right, left = [{'left': begin, 'right': begin + 50, 'top': 0, 'bottom': 16} for begin in [0, -50]]
        self.page.run('import(performance.getEntriesByType("resource").find(entry => entry.name.endsWith("/map-towns.js")).name).then(made => { window.towns = made; }); undefined')
        self.page.wait('window.towns !== undefined', 'the names of towns')
        for taken, side in [([], 0), ([right], 1), ([right, left], -1)]:
            found = self.page.run(f'towns.besides([{{boxes: {[right, left]}}}], {taken}).map(({{side}}) => side)')
            self.found.expect_equal(found, [side], f'the side of a town beside {len(taken)} devices')
        before = self.page.run(shown)
        box = self.middle_of_map()
        for name, act, back in [
                ('a button', lambda: self.press_map(0), lambda: self.press_map(1)),
                ('a key', lambda: self.key_map('+'), lambda: self.key_map('-')),
                ('the wheel', lambda: self.wheel(box, -360), lambda: self.wheel(box, 360)),
                ('two fingers', lambda: self.pinch(box, 40, 160), lambda: self.pinch(box, 160, 40))]:
            act()
            self.page.wait(f'{shown} !== {before!r}', f'the map to be nearer by {name}')
            back()
            self.page.wait(f'{shown} === {before!r}', f'the map to be as before by {name}')

    def middle_of_map(self):
        return self.page.run("""(map => { map.scrollIntoView({block: "center"}); const box = map.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2]; })(document.querySelector("world-map"))""")

    def press_map(self, number):
        self.page.run(f'document.querySelectorAll("world-map button")[{number}].click()')

    def key_map(self, key):
        self.page.run(f'document.querySelectorAll("world-map canvas")[1].dispatchEvent(new KeyboardEvent("keydown", {{key: {key!r}, bubbles: true}}))')

    def wheel(self, place, turned):
        for _ in range(3):
            self.page.ask('Input.dispatchMouseEvent', type='mouseWheel', x=place[0], y=place[1], deltaX=0, deltaY=turned / 3)

    def pinch(self, place, before, after):
        """Two fingers, so many pixels apart before and after."""
        def fingers(apart):
            return [{'x': place[0] + side * apart / 2, 'y': place[1], 'id': number} for number, side in enumerate([-1, 1])]
        for kind, points in [('touchStart', fingers(before)), ('touchMove', fingers(after)), ('touchEnd', [])]:
            self.page.ask('Input.dispatchTouchEvent', type=kind, touchPoints=points)

    def groups(self):
        """Devices that are near on the screen are one mark, which parts when it is pressed; each has a name (the owner's, or its id)."""
        for number in range(3):
            name = f'near {number}'
            answer = self.api('POST', '/v1/setDeviceKey', {'MiataruSetDeviceKey': {'DeviceID': name, 'NewDeviceKey': 'key'}})
            self.found.expect_equal(answer.status_code, 200, f'the status of a key: {answer.text[:200]}')
            self.update(f'10.{500 + number}', device=name)
            self.allow(['the operator'], device=name)
        self.open('backups')
        self.open('map')
        self.page.wait('document.querySelector(".devices").innerText.includes("near 2")', 'the devices')
        self.page.run('document.querySelector("world-map").show({longitude: 2.35, north: 10.56}, 4); undefined')
        scale = 'document.querySelector(".map-scale").textContent'
        self.page.wait(f'{scale} === "50 km"', 'the devices from far')
        box = self.middle_of_map()
        for kind in ['mousePressed', 'mouseReleased']:
            self.page.ask('Input.dispatchMouseEvent', type=kind, x=box[0], y=box[1], button='left', clickCount=1)
        self.page.wait(f'/^\\d+ m$/.test({scale})', 'the devices from near')
        self.found.expect(not self.page.run('document.querySelector("#title-chosenDevice") !== null'), 'a mark for many chooses none')
        self.page.run('[...document.querySelectorAll(".devices button")].find(one => one.innerText.includes("near 1")).click()')
        self.page.wait('document.querySelector("#title-chosenDevice") !== null', 'one of them')
        self.found.expect(self.page.run('document.querySelector("main a.button").href').startswith('https://www.openstreetmap.org/?mlat=10.501&mlon=2.35'), 'a link opens a map')
        for number in range(3):
            self.allow(['somebody else'], device=f'near {number}')

    def map(self):
        """A device that lets the operator see it is on the map, moves on it, and leaves it with its owner's list."""
        self.update('48.85')
        self.allow([])
        self.open('map')
        self.page.wait('document.querySelector("main").innerText.includes("No device lets the operator see it.")', 'that no device is shown')
        self.allow(['the operator'])
        # The id of another one is as long as ids may be.
        huge = ('<img src=x onerror=window.hacked=1>' + 'W' * 256)[:256]
        answer = self.api('POST', '/v1/setDeviceKey', {'MiataruSetDeviceKey': {'DeviceID': huge, 'NewDeviceKey': 'key'}})
        self.found.expect_equal(answer.status_code, 200, f'the status of a key of a long id: {answer.text[:200]}')
        self.update('10.5', device=huge)
        self.allow(['the operator'], device=huge)
        self.open('backups')
        # The list does not say that there is no device before it knows.
        self.page.run('''window.saidNone = false; new MutationObserver(() => {
            saidNone ||= document.querySelector("main").textContent.includes("No device lets");
        }).observe(document.querySelector("main"), {childList: true, subtree: true}); undefined''')
        self.open('map')
        self.page.wait('document.querySelector(".devices").innerText.includes("Paris")', 'the device on the map, with its town')
        self.found.expect(not self.page.run('saidNone'), 'the list waits for the devices before it says that there is none')
        self.found.expect(self.device[:60] in self.text('.devices'), 'its id is text')
        self.found.expect('48.85' not in self.text('.devices'), 'the list has towns and no coordinates')
        self.fill('.beside input', 'paris')
        self.page.wait('document.querySelectorAll(".devices button").length === 1', 'the devices of a town')
        self.page.run('document.querySelector(".devices button").click()')
        self.page.wait('document.querySelector("main").innerText.includes("48.8500")', 'its coordinates, once it is chosen')
        self.update('49.99')
        self.page.wait('document.querySelector("main").innerText.includes("49.9900")', 'the device at another place')
        self.click('Close')
        self.fill('.beside input', '')
        # Shows all again.
        self.press_map(2)
        self.inspect('map')
        self.map_drawing()
        self.fill('.beside input', 'W' * 150)
        self.page.wait('document.querySelectorAll(".devices button").length === 1', 'the device with the long id')
        self.page.run('document.querySelector(".devices button").click()')
        self.page.wait('document.querySelector("main").innerText.includes("10.5000")', 'where the device with the long id is')
        self.inspect('map-huge')
        self.allow(['somebody else'], device=huge)
        self.page.wait('document.querySelector("#title-chosenDevice") === null', 'the end of the look at the long id')
        self.fill('.beside input', '')
        self.groups()
        self.open('backups')
        self.open('map')
        self.page.wait('document.querySelector(".devices button") !== null', 'the device on the map again')
        self.history()
        # An empty list would be none, and let everybody see it.
        self.allow(['somebody else'])
        self.page.wait('document.querySelector("main").innerText.includes("No device lets")', 'the end of the look')
        self.found.expect(not self.page.run('document.querySelector("input[type=range]") !== null'), 'the history goes with the device')

    def visits(self):
        answer = self.api('POST', '/v1/GetVisitorHistory', {
            'MiataruGetVisitorHistory': {'Device': self.device, 'DeviceKey': 'key', 'Amount': '100'}})
        self.found.expect_equal(answer.status_code, 200, f'the status of the visitors: {answer.text}')
        return len(answer.json()['MiataruVisitors'])

    def history(self):
        """By keys alone: the device's button, its history where its owner lets the operator see that, and the slider."""
        range_text = 'document.querySelector("input[type=range]")?.getAttribute("aria-valuetext")'
        for latitude in ['50.1', '50.2', '50.3']:
            self.update(latitude, 'True')
        self.page.run('document.querySelector(".devices button").focus()')
        self.page.press('Enter')
        self.page.wait('document.querySelector("main").innerText.includes("50.3000")', 'the device at its last place')
        before = self.visits()
        self.click('Show where it was')
        self.page.wait('document.querySelector("main").innerText.includes("keeps no history")', 'no history without the right')
        self.found.expect_equal(self.visits(), before, 'the visits of who sees nothing')
        self.allow(['the operator'], history=True)
        # The live map looks again where a list was changed.
        self.page.wait('document.querySelector(".devices button") !== null', 'the device on the map')
        before = self.visits()
        self.click('Show where it was')
        self.page.wait(f'/50.3000.*(\\d+) of \\1\\)/.test({range_text})', 'the newest place on the slider')
        self.found.expect_equal(self.visits(), before + 1, 'the visits after one look at the history')
        self.page.run('document.querySelector("input[type=range]").focus()')
        self.page.press('ArrowLeft')
        self.page.wait(f'/50.2000.*of /.test({range_text})', 'the place before')
        self.inspect('map-history')
