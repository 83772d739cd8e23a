#!/usr/bin/env python3
"""Follows a share link in a browser on a phone's screen (Chromium, 390 pixels): the page shows the place, moves live, counts
down, measures the way in the browser alone, and ends with the link.

    links-check.py PROGRAM PICTURES

PROGRAM is the built `balise`; pictures of the page go into the folder PICTURES.
"""

import datetime
import json
import os
import sys
import time

import requests
from balise_process import Balise
from chromium import Chromium
from findings import Findings
from qr_codes import scanned

found = Findings('share links in Chromium')
DEVICE, KEY = 'my-phone', 'my-key'


class Owner:
    def __init__(self, origin):
        self.origin = origin
        self.post('/v1/setDeviceKey', {'MiataruSetDeviceKey': {'DeviceID': DEVICE, 'NewDeviceKey': KEY}})

    def post(self, path, body):
        answer = requests.post(self.origin + path, json=body, timeout=30)
        assert answer.ok, f'{path}: {answer.status_code} {answer.text}'
        return answer.json()

    def move(self, latitude, longitude='-4.48'):
        self.post('/v1/UpdateLocation', {
            'MiataruConfig': {'EnableLocationHistory': 'False', 'LocationDataRetentionTime': '60'},
            'MiataruLocation': [{
                'Device': DEVICE, 'DeviceKey': KEY, 'Timestamp': str(int(time.time())), 'Latitude': latitude,
                'Longitude': longitude, 'HorizontalAccuracy': '8', 'BatteryLevel': '77'}]})

    def call(self, name, **more):
        return self.post(f'/v1/share-links/{name}', {'Device': DEVICE, 'DeviceKey': KEY, **more})

    def share(self, seconds, **more):
        end = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=seconds)
        return self.call('create', ShareLink={'endsAt': end.isoformat(), **more})


def text(page, name):
    return page.run(f'document.getElementById("{name}")?.textContent ?? ""')


def open_link(browser, address, language='en', agent='Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)'):
    page = browser.blank()
    page.look(390, 'light', language, agent)
    page.ask('Network.enable')
    page.ask('Runtime.enable')
    page.go(address)
    return page


def follow(owner, browser, pictures):
    owner.move('48.39')
    made = owner.share(3590, name='Ride home')
    found.expect_equal(scanned(made['qrCode']), made['url'], 'the address in the QR code')
    page = open_link(browser, made['url'])
    page.wait('document.getElementById("where")?.textContent.includes("48.39")', 'the place')
    found.expect_equal(text(page, 'name'), 'Ride home', 'the name of the link')
    found.expect('59 min' in text(page, 'ends') and ':' in text(page, 'ends'), 'the page counts down, and says until when')
    found.expect(page.run('document.documentElement.scrollWidth <= 390'), 'the page fits on the screen of a phone')
    page.wait('document.querySelector("world-map").drawn > 0', 'the map')
    maps = page.run('document.getElementById("map-app").href')
    found.expect(maps.startswith('https://maps.apple.com/?ll=48.39') and not page.run(
        'document.getElementById("map-app").hidden'), 'a button opens the map app of an iPhone')
    # Without tiles there are towns, a scale, and buttons in the map.
    page.wait('document.getElementById("fresh").textContent === "Brest · reported just now"', 'the nearest town, and how old the report is')
    found.expect(page.run('/^\\d+ km$/.test(document.querySelector(".map-scale").textContent)'), 'the map has a scale')
    before = text(page, 'map')
    for _ in range(6):
        page.run('document.querySelector("world-map button").click()')
    page.wait('document.querySelector(".map-note").textContent.includes("coast")', 'no coast where it would be wrong')
    page.run('document.querySelector("world-map button:last-of-type").click()')
    page.wait(f'document.getElementById("map").textContent === {json.dumps(before)}', 'the place in the middle again')
    page.picture(os.path.join(pictures, 'link.png'))
    owner.move('48.41')
    page.wait('document.getElementById("where").textContent.includes("48.41")', 'the place to move', seconds=10)

    page.ask('Browser.grantPermissions', origin=owner.origin, permissions=['geolocation'])
    page.ask('Emulation.setGeolocationOverride', latitude=48.40, longitude=-4.48, accuracy=5)
    page.run('document.getElementById("measure").click()')
    page.wait('document.getElementById("distance").textContent.length > 0', 'the distance')
    found.expect(text(page, 'distance').startswith('↑ 1.1 km') and 'the north' in text(page, 'distance'), f'distance and direction: {text(page, "distance")}')
    page.ask('Emulation.setGeolocationOverride', latitude=48.41, longitude=-4.45, accuracy=5)
    page.wait('document.getElementById("distance").textContent.includes("the west")', 'the distance follows the viewer')
    sent = [event['params']['request'] for event in browser.events if event['method'] == 'Network.requestWillBeSent']
    outside = [request['url'] for request in sent if not request['url'].startswith(owner.origin)]
    found.expect_equal(outside, [], 'requests to other servers')
    found.expect(not any('48.4' in request['url'] + request.get('postData', '') for request in sent), 'no own place is sent')

    views = owner.call('list')['links'][0]['viewers']
    found.expect_equal([(view['number'], view['views']) for view in views], [(1, 1)], 'the view for the owner')
    owner.call('end', ID=made['link']['id'])
    page.wait('!document.getElementById("shared")', 'the page to end with the link', seconds=10)
    found.expect('has ended' in text(page, 'state'), 'the page says that the link has ended')
    found.expect(not page.run('document.body.textContent.includes("48.41")'), 'nothing of the place stays')
    page.picture(os.path.join(pictures, 'link-over.png'))
    found.expect_equal(requests.get(made['url'], timeout=30).status_code, 410, 'the status of an ended link')


def end_by_time(owner, browser):
    made = owner.share(6, name='Short')
    page = open_link(browser, made['url'])
    page.wait('document.getElementById("where")?.textContent.includes("48.41")', 'the place')
    page.wait('!document.getElementById("shared")', 'the link to end by time', seconds=20)
    found.expect('has ended' in text(page, 'state'), 'the page says so at the end of the time')


def password(owner, browser, pictures):
    made = owner.share(3600, name='Secret', password='rue de siam', precision='town', maximumViewers=1)
    page = open_link(browser, made['url'], 'fr', 'Mozilla/5.0 (X11; Linux x86_64)')
    found.expect(page.run('document.documentElement.lang') == 'fr', 'the page is in the language of the browser')
    page.picture(os.path.join(pictures, 'link-password.png'))
    for typed in ['wrong', 'rue de siam']:
        page.run('document.getElementById("password").focus()')
        page.type(typed)
        page.press('Enter')
        if typed == 'wrong':
            page.wait('!!document.querySelector("[role=alert]")', 'the alert about a wrong password')
    page.wait('document.getElementById("where")?.textContent.length > 0', 'the place behind the password')
    found.expect('km' in text(page, 'where') and '48.4100' not in text(page, 'where'), f'the place of a town only: {text(page, "where")}')
    maps = page.run('document.getElementById("map-app").href')
    found.expect(maps.startswith('https://www.openstreetmap.org/?mlat=48.4'), f'a map for a desk: {maps}')
    found.expect('openstreetmap.org' in text(page, 'map-app'), 'the button names the site that learns the place')
    found.expect('openstreetmap.org apprend' in text(page, 'map-learns'), 'the page says what the site learns')
    page.picture(os.path.join(pictures, 'link-town.png'))
    other = requests.Session()
    other.post(made['url'], data={'password': 'rue de siam'}, timeout=30)
    found.expect_equal(other.post(made['url'] + '/view', timeout=30).status_code, 403, 'a browser more than the link allows')


def main():
    program, pictures = sys.argv[1:]
    os.makedirs(pictures, exist_ok=True)
    with Balise(program) as balise, Chromium() as browser:
        owner = Owner(balise.origin)
        follow(owner, browser, pictures)
        end_by_time(owner, browser)
        password(owner, browser, pictures)
        unknown = requests.get(f'{balise.origin}/s/AAAAAAAAAAAAAAAAAAAAAA', timeout=30)
        found.expect_equal(unknown.status_code, 404, 'the status of an unknown link')
        found.expect('/s/' not in balise.read_log(), 'no address of a link in the log')
        thrown = [event['params'] for event in browser.events if event['method'] == 'Runtime.exceptionThrown']
        found.expect_equal(thrown, [], 'errors of the script')
    found.report()


main()
