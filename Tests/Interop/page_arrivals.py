"""Goes through the places of arrivals on the account page in a real browser: a person adds one, changes it and removes it."""

import json
import time

from page_inspection import PASSWORD, Inspection

PATH = '/api/v1/users/me/arrivals'
# Names may have no characters that turn the text.
MARKUP = '<img src=x onerror="window.hacked=1"><b>' + 'W' * 19


def check_arrivals(balise, browser, pictures, found):
    arrivals = Arrivals(balise, browser, pictures, found)
    arrivals.register()
    arrivals.sign_in()
    arrivals.add()
    arrivals.change()
    arrivals.remove()


class Arrivals(Inspection):
    def __init__(self, *parts):
        super().__init__(*parts)
        self.page = self.new_page()
        self.page.look(1440, 'light')

    def do(self, method, path, body=None, token=None):
        answer = self.api(method, path, body, **{'Authorization': f'Bearer {token}'} if token else {})
        self.found.expect(answer.ok, f'{method} {path}: {answer.status_code} {answer.text}')
        return answer.json()

    def register(self):
        """Dora has a device with a place, and Emil is in her circle."""
        self.dora, emil = [self.do('POST', '/api/v1/auth/register', {'username': name, 'password': PASSWORD})['token']
                           for name in ['dora', 'emil']]
        self.do('POST', '/v1/setDeviceKey', {'MiataruSetDeviceKey': {'DeviceID': 'phone', 'NewDeviceKey': 'key'}})
        self.do('POST', '/api/v1/users/me/location-devices', {'device': 'phone', 'deviceKey': 'key'}, self.dora)
        self.do('POST', '/v1/UpdateLocation', {
            'MiataruConfig': {'EnableLocationHistory': 'True', 'LocationDataRetentionTime': '60'},
            'MiataruLocation': [{'Device': 'phone', 'DeviceKey': 'key', 'Timestamp': str(int(time.time())),
                                 'Longitude': '-4.4861', 'Latitude': '48.3904', 'HorizontalAccuracy': '5'}]})
        path = '/api/v1/users/me/circles'
        circle = self.do('POST', path, {'name': 'Us', 'memberName': 'Dora'}, self.dora)['data']['id']
        code = self.do('POST', f'{path}/{circle}/invitations', {}, self.dora)['data']['code']
        self.do('POST', f'{path}/join', {'code': code, 'memberName': MARKUP}, emil)

    def sign_in(self):
        self.open('/account#sharing')
        self.page.wait('document.querySelector("#signed-out")?.hidden === false')
        self.fill('#login', 'dora')
        self.fill('#password', PASSWORD)
        self.click('#sign-in button:not([type=button])')
        self.page.wait('document.querySelector("#adding-arrival")?.hidden === false', 'the form of a place')

    def told(self, text):
        self.page.wait(f'document.querySelector("#message").textContent.startsWith({json.dumps(text)})', text)

    def add(self):
        self.page.run('for (let part = document.querySelector("#adding-arrival"); part; part = part.parentElement.closest("details")) part.open = true')
        self.fill('#arrival-name', MARKUP)
        self.click('#add-arrival > button')
        self.told('Choose where the place is')
        self.click('#arrival-at-device')
        self.page.wait('document.querySelector("#arrival-latitude").value !== ""', 'the place of the device')
        self.page.ask('Browser.grantPermissions', origin=self.balise.origin, permissions=['geolocation'])
        self.page.ask('Emulation.setGeolocationOverride', latitude=47.5, longitude=-2.25, accuracy=9)
        shown = [self.page.run(f'document.querySelector("#arrival-{name}").value') for name in ['latitude', 'longitude']]
        self.found.expect_equal(shown, ['48.39040', '-4.48610'], 'the place of the device')
        self.page.wait('document.querySelector("#arrival-where").textContent === "Chosen: Brest · 48.3904, -4.4861"', 'the town of the device')
        self.click('#arrival-here')
        self.page.wait('document.querySelector("#arrival-latitude").value === "47.50000"', 'the place of the browser')
        self.page.wait('document.querySelector("#arrival-where").textContent === "Chosen: 47.5000, -2.2500"', 'the chosen place, far from any town')
        self.inspect('arrival-form')
        self.click('#add-arrival > button')
        self.told('Choose the people')
        self.click('#arrival-watchers input')
        self.click('#add-arrival > button')
        self.told('The place is added.')
        place = self.do('GET', PATH, token=self.dora)['data']['places'][0]
        self.found.expect_equal(
            [place['device'], place['latitude'], place['longitude'], place['radius'], len(place['watchers'])],
            ['phone', 47.5, -2.25, 200, 1], 'the place that was added')

    def change(self):
        self.unfold()
        self.inspect('arrival')
        self.fill('#arrivals [name=name]', 'School')
        self.click('#arrivals form button')
        self.told('The place is changed.')
        self.page.wait('document.querySelector("#arrivals strong").textContent === "School"')
        place = self.do('GET', PATH, token=self.dora)['data']['places'][0]
        self.found.expect_equal([place['name'], len(place['watchers'])], ['School', 1], 'the place that was changed')

    def remove(self):
        self.click('#arrivals li > button')
        self.told('The place is removed.')
        self.found.expect_equal(self.do('GET', PATH, token=self.dora)['data']['places'], [], 'the places after that')
