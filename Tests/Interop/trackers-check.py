"""Plays tracker apps, byte for byte and with their rules for sending again: OwnTracks, Overland, Traccar Client in its three
generations, OsmAnd and GPSLogger.

    trackers-check.py BALISE"""

import json
import re
import sys
import time

import requests

from app_api import AppAPI
from balise_process import Balise
from findings import Findings
from qr_codes import scanned
from tracker_apps import (
    GPSLogger, OsmAnd, Overland, OwnTracksAndroid, OwnTracksIOS, TraccarClassic, TraccarFlutter, TraccarSDK)

findings = Findings('trackers')
NOW = int(time.time()) - 5000
KEY = 'a-long-random-key'


class Phone:
    """A claimed device with a tracker."""

    def __init__(self, balise, name, **settings):
        self.origin = balise.origin
        self.name = name
        self.api = AppAPI(balise.origin, findings)
        self.session = self.api.person()[1]
        self.miataru('setDeviceKey', {'MiataruSetDeviceKey': {'DeviceID': name, 'NewDeviceKey': KEY}})
        self.api.call('POST', 'users/me/location-devices', {'device': name, 'deviceKey': KEY}, self.session, 201)
        self.create(**settings)

    def create(self, **settings):
        made = self.api.call('POST', 'users/me/trackers', {'device': self.name, **settings}, self.session, 201)['data']
        self.token, self.links, self.tracker = made['token'], made['links'], made['tracker']
        codes = {app: scanned(svg) for app, svg in made['qrCodes'].items()}
        findings.expect_equal(codes, self.links, 'the links in the QR codes')

    def miataru(self, call, body):
        answer = requests.post(f'{self.origin}/v1/{call}', json=body, timeout=30)
        findings.expect_equal(answer.status_code, 200, call)
        return answer.json()

    def allow(self, *readers):
        self.miataru('setAllowedDeviceList', {'MiataruSetAllowedDeviceList': {
            'DeviceID': self.name, 'DeviceKey': KEY, 'allowedDevices': [
                {'DeviceID': reader, 'hasCurrentLocationAccess': True, 'hasHistoryAccess': True} for reader in readers]}})

    def visitors(self):
        found = self.miataru('GetVisitorHistory', {'MiataruGetVisitorHistory': {
            'Device': self.name, 'DeviceKey': KEY, 'Amount': '10'}})
        return [visit['DeviceID'] for visit in found['MiataruVisitors']]

    def current(self):
        return self.miataru('GetLocation', {
            'MiataruConfig': {'RequestMiataruDeviceID': 'a-reader'}, 'MiataruGetLocation': [{'Device': self.name}],
        })['MiataruLocation'][0]

    def history(self):
        """The times of the stored points, the newest fix first."""
        found = self.miataru('GetLocationHistory', {
            'MiataruConfig': {'RequestMiataruDeviceID': 'a-reader'},
            'MiataruGetLocationHistory': {'Device': self.name, 'Amount': '1000'}})
        return sorted((int(place['Timestamp']) - NOW for place in found['MiataruLocation']), reverse=True)


def delivered(app, what):
    findings.expect(app.drain(), f'{what}: {len(app.queue)} requests are left, after {app.answers[-1:]}')


def owntracks(balise):
    phone = Phone(balise, 'own-phone', history=True)
    for kind in (OwnTracksIOS, OwnTracksAndroid):
        begin = 10 if kind is OwnTracksIOS else 20
        app = kind(balise.origin, phone.token)
        app.location(NOW + begin)
        app.location(NOW + begin + 2, t='u')
        app.location(NOW + begin + 1)
        for type, members in {
                'transition': {'event': 'enter', 'desc': 'canary-of-a-region', 'wtst': 1, 'tst': NOW, 'lat': 1, 'lon': 2, 't': 'c'},
                'waypoint': {'desc': 'canary-of-a-region', 'lat': 1, 'lon': 2, 'rad': 100, 'tst': 1}, 'lwt': {'tst': 1},
                'waypoints': {'waypoints': []}, 'status': {'iOS': {}}, 'steps': {'tst': 1, 'steps': 2}, 'cmd': {'action': 'dump'},
                'dump': {'configuration': {'password': 'canary-of-a-password'}}, 'encrypted': {'data': 'AAAA'}, 'new': {}}.items():
            app.message(type, **members)
        app.queue += [('POST', app.path, [], body) for body in (b'', b'{}', b'[]', b'{"_type":"location","lat":NaN}')]
        app.location(NOW + begin + 3, image='A' * 300_000, poi='canary-of-a-picture')
        again = list(app.queue)
        delivered(app, kind.__name__)
        findings.expect_equal({answer[0] for answer in app.answers}, {200}, f'the statuses of {kind.__name__}')
        findings.expect_equal({answer[2] for answer in app.answers}, {b'[]'}, f'the answers of {kind.__name__}')
        app.queue = again
        delivered(app, f'{kind.__name__}, repeated')
    findings.expect_equal(phone.history(), [22, 21, 20, 12, 11, 10], 'each place of OwnTracks once')
    findings.expect_equal(phone.current()['Timestamp'], str(NOW + 22), 'the newest fix')
    findings.expect_equal(phone.current()['Speed'], 10, 'metres per second')
    wrong = OwnTracksIOS(balise.origin, 'A' * 22)
    status, headers, _ = wrong.ask('POST', wrong.path, [], b'{}')
    findings.expect_equal((status, headers.get('WWW-Authenticate', '')[:6]), (401, 'Basic '), 'a wrong password')


def friends(balise):
    ada, ben, eve = (Phone(balise, f'{name}-phone', friends=True) for name in ('ada', 'ben', 'eve'))
    for phone in (ben, eve):
        app = OwnTracksAndroid(balise.origin, phone.token)
        app.location(NOW)
        delivered(app, 'a friend')
    ada.allow('ben-phone', 'eve-phone', 'a-reader')
    ben.allow('ada-phone')
    eve.allow('ben-phone')
    app = OwnTracksIOS(balise.origin, ada.token)
    app.location(NOW)
    app.location(NOW + 1)
    delivered(app, 'who asks for friends')
    seen = json.loads(app.answers[-1][2])
    findings.expect_equal(
        [one['_type'] for one in seen], ['location', 'card', 'location'], 'the own device and one friend with its name')
    findings.expect_equal((seen[1]['name'], seen[1]['tid']), ('ben-phone', seen[2]['tid']), 'the name of the friend')
    findings.expect_equal(seen[0]['tid'], 'AP', 'the own tid')
    findings.expect_equal(len({one['tid'] for one in seen}), 2, 'the number of tids')
    for one in seen[::2]:
        findings.expect(all(isinstance(one[name], (int, float)) for name in ('lat', 'lon', 'tst', 'acc', 'batt')), f'numbers: {one}')
    findings.expect_equal(ben.visitors(), ['ada-phone'], 'who looked at a friend')
    findings.expect_equal(eve.visitors(), [], 'who looked at a device that does not share')


def overland(balise):
    phone = Phone(balise, 'over-phone', history=True)
    app = Overland(balise.origin, phone.token)
    app.batch([app.point(NOW + second) for second in range(200)], current=app.point(NOW + 500), trip={'distance': 5})
    odd = [app.point(NOW + 301, action='visit', arrival_date=None), app.point(NOW + 302, action='will_resign_active'),
           app.point(NOW + 303, type='trip'), app.point(NOW + 304, speed=-1, battery_level=-1, altitude=-1)]
    del odd[1]['geometry']
    app.batch(odd)
    again = list(app.queue)
    delivered(app, 'Overland')
    findings.expect_equal({answer[1]['Content-Type'] for answer in app.answers}, {'application/json'}, 'the type that Overland reads')
    findings.expect_equal(phone.current()['Timestamp'], str(NOW + 500), 'the present place beside a batch')
    app.queue = again
    delivered(app, 'Overland, after lost answers')
    findings.expect_equal(phone.history(), [500, 304, 301, *range(199, -1, -1)], 'each place of Overland once')
    findings.expect_equal(phone.current()['BatteryLevel'], 87, 'the charge in percent')
    app.headers[1] = ('Authorization', f'Basic {phone.token}:')
    own = {'_type': 'location', 'lat': 48.5, 'lon': 2.5, 'tst': NOW + 600 - 978_307_200, 'acc': 5, 'batt': 87, 'topic': 'owntracks/phone'}
    app.queue.append(('POST', app.path, [], json.dumps(own).encode()))
    delivered(app, "Overland's OwnTracks mode")
    findings.expect_equal(phone.current()['Timestamp'], str(NOW + 600), 'a time since 2001')
    app.headers[1] = ('Authorization', f'Bearer {phone.token}')
    findings.expect_equal(app.ask('GET', app.path, [], b'')[2], b'{"name":"over-phone"}', 'whose account it is')
    app.headers[1] = ('Authorization', 'Bearer ' + 'A' * 22)
    status, _, body = app.ask('POST', app.path, [], b'{"locations":[]}')
    findings.expect_equal((status, 'error' in json.loads(body)), (401, True), 'a wrong access token')


def traccar(balise):
    phone = Phone(balise, '123456', history=True)
    apps = TraccarClassic(balise.origin, phone.token), TraccarFlutter(balise.origin, phone.token), TraccarSDK(balise.origin, phone.token)
    for number, app in enumerate(apps):
        app.place(NOW + 10 * number + 1)
        app.place(NOW + 10 * number + 2)
    apps[2].queue.insert(1, ('POST', apps[2].path, [], b'id=123456&notificationToken=canary-of-a-token'))
    apps[2].place(NOW + 29, lat='not-a-number')
    apps[2].place(NOW + 23)
    for app in apps:
        delivered(app, type(app).__name__)
        findings.expect_equal({(answer[0], answer[2]) for answer in app.answers}, {(200, b'')}, f'the answers of {type(app).__name__}')
    findings.expect_equal(phone.history(), [23, 22, 21, 12, 11, 2, 1], 'a point that can never be stored blocks no other')
    findings.expect_equal(phone.current()['Speed'], 5, 'knots in metres per second')
    other = TraccarClassic(balise.origin, 'A' * 22)
    other.place(NOW)
    findings.expect_equal(other.ask(*other.queue[0])[::2], (404, b''), 'a path with a wrong token')


def gpslogger(balise):
    phone = Phone(balise, 'logger', speedUnit='m/s')
    app = GPSLogger(balise.origin, phone.links['gpsLogger'])
    app.place(NOW + 2)
    app.place(NOW + 1)
    delivered(app, 'GPSLogger')
    place = phone.current()
    findings.expect_equal((place['Timestamp'], place['Speed']), (str(NOW + 2), 5.0), 'the place of GPSLogger')
    findings.expect_equal(phone.history(), [], 'the history of a tracker without one')


def osmand(balise):
    phone = Phone(balise, 'osm', speedUnit='m/s', history=True)
    app = OsmAnd(balise.origin, phone.links['osmAnd'])
    for second in (1, 2):
        app.place(NOW + second)
    again = list(app.queue)
    delivered(app, 'OsmAnd')
    app.queue = again
    delivered(app, 'OsmAnd, after lost answers')
    findings.expect_equal({(answer[0], answer[2]) for answer in app.answers}, {(200, b'')}, 'the answers of OsmAnd')
    findings.expect_equal(phone.history(), [2, 1], 'each place of OsmAnd once')
    findings.expect_equal(phone.current()['Speed'], 5.0, 'metres per second of OsmAnd')


def one_address(balise):
    """A backlog is exempt from the limits of an address, while wrong tokens use them up."""
    phone = Phone(balise, 'backlog')
    wrong = TraccarClassic(balise.origin, 'A' * 22)
    statuses = []
    for number in range(40):
        wrong.path = f'/trackers/osmand/{number:021}A'
        wrong.place(NOW)
        statuses.append(wrong.ask(*wrong.queue.pop())[0])
    findings.expect(set(statuses) <= {404, 503} and statuses[0] == 404, f'wrong tokens: {statuses}')
    app = TraccarSDK(balise.origin, phone.token)
    for second in range(300):
        app.place(NOW + second)
    delivered(app, 'a backlog')
    findings.expect_equal({answer[0] for answer in app.answers}, {200}, 'the statuses of a backlog')


with Balise(sys.argv[1], {'api': {'registrationsPerMinute': 1_000_000}}) as balise:
    for play in (owntracks, friends, overland, traccar, gpslogger, osmand, one_address):
        play(balise)
    metrics = requests.get(balise.operations + '/metrics', timeout=30, headers={
        'Authorization': 'Bearer ' + balise.operator_token}).text
    counted = {tuple(re.search(rf'{label}="(\w+)"', labels)[1] for label in ('kind', 'reason'))
               for labels in re.findall(r'balise_location_discarded_total\{(.*?)\}', metrics)}
    findings.expect(
        {('owntracks', 'too_large'), ('owntracks', 'encrypted'), ('owntracks', 'malformed'), ('owntracks', 'not_a_position'),
         ('overland', 'not_a_position'), ('osmand', 'no_position')} <= counted, f'what was counted: {sorted(counted)}')
    findings.expect('canary' not in metrics, 'a canary is in the metrics')
findings.expect('canary' not in balise.text, 'a canary is in the log')
findings.report()
