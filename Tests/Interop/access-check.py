"""Asks a running server in every way of reading as every kind of person, and compares what they see with the tables of
docs/explanation/who-sees-what.md.

    access-check.py BALISE [--write]

With --write, the page gets the tables in place of its own."""

import base64
import datetime
import http.server
import io
import json
import os
import socket
import sys
import threading
import time
import urllib.parse
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import requests

from balise_process import UNLIMITED, Balise
from findings import Findings

PAGE = Path(__file__).resolve().parents[2] / 'docs' / 'explanation' / 'who-sees-what.md'
BEGIN, END = '<!-- tables: begin -->', '<!-- tables: end -->'
PASSWORD = 'correct horse staple'
MAP = {'reader': 'the operator', 'readerKey': 'the key of the operator'}
# A share link shows no place from long before it was made.
EARLIER = int(time.time()) - 600

found = Findings('access')


class Person:
    """What somebody can show. Everybody can name a device as the reader."""

    def __init__(self, title, device, key=None, token=None, headers=None):
        self.title, self.device, self.key, self.token, self.headers = title, device, key, token, headers or {}
        self.link = self.tracker = 'A' * 22
        self.account = None


class Target:
    """A device with a place, an earlier place and a visitor, each with a text that is nowhere else."""

    def __init__(self, title, number, has_key, has_list):
        self.title, self.has_key, self.has_list = title, has_key, has_list
        self.device = f'device {number}'
        self.key = f'the key of device {number}'
        self.place, self.past, self.visitor = f'48.85{number}17', f'47.21{number}93', f'earlier visitor {number}'
        self.slogan = f'slogan of device {number}'

    def seen_in(self, text):
        return [name for name, mark in [
            ('place', self.place), ('history', self.past), ('visitors', self.visitor), ('slogan', self.slogan),
            ('that it has a key', '"HasDeviceKey":true'), ('a list', '"IsAllowedDeviceListEnabled":true')] if mark in text]


class World:
    def __init__(self, balise):
        self.balise = balise
        self.origin, self.api, self.operations = balise.origin, balise.origin + '/api/v1/', balise.operations
        self.places = {}

    def do(self, method, url, body=None, token=None, due=200):
        headers = {'Authorization': f'Bearer {token}'} if token else {}
        answer = requests.request(method, url, json=body, headers=headers, timeout=60)
        if answer.status_code != due:
            sys.exit(f'{method} {url}: {answer.status_code} {answer.text}')
        return answer.json()

    def account(self, name):
        data = self.do('POST', self.api + 'auth/register', {'username': name, 'password': PASSWORD}, due=201)['data']
        return data['user']['id'], data['token']

    def update(self, device, places, key=None, begin=EARLIER):
        entry = {'Device': device, 'Longitude': '2.35', 'HorizontalAccuracy': '5'} | ({'DeviceKey': key} if key else {})
        self.do('POST', self.origin + '/v1/UpdateLocation', {
            'MiataruConfig': {'EnableLocationHistory': 'True', 'LocationDataRetentionTime': '60'},
            'MiataruLocation': [entry | {'Timestamp': str(begin + index), 'Latitude': latitude} for index, latitude in enumerate(places)]})

    def set_key(self, device, key):
        self.do('POST', self.origin + '/v1/setDeviceKey', {'MiataruSetDeviceKey': {'DeviceID': device, 'NewDeviceKey': key}})

    def allow(self, device, key, readers):
        listed = [{'DeviceID': reader, 'hasCurrentLocationAccess': True, 'hasHistoryAccess': True} for reader in readers]
        self.do('POST', self.origin + '/v1/setAllowedDeviceList', {
            'MiataruSetAllowedDeviceList': {'DeviceID': device, 'DeviceKey': key, 'allowedDevices': listed}})

    def claim(self, device, key, token):
        self.do('POST', self.api + 'users/me/location-devices', {'device': device, 'deviceKey': key}, token, due=201)

    def people(self, targets):
        """In the order of the columns. The owner is another one for each target only by the device."""
        owner, listed, unlisted, member, stranger = (Person(title, device, key) for title, device, key in [
            ('owner', None, None), ('reader on the list', 'friend', 'the key of friend'),
            ('other reader with a key', 'other', 'the key of other'), ('member of a circle', 'member', None),
            ('stranger', 'stranger', None)])
        for person in [owner, listed, unlisted, member, stranger]:
            person.account, person.token = self.account(person.title.replace(' ', '-'))
        for person in [listed, unlisted]:
            self.set_key(person.device, person.key)
            self.update(person.device, ['1.5'], person.key)
            self.claim(person.device, person.key, person.token)
            self.allow(person.device, person.key, [target.device for target in targets])
        self.share(owner, member)
        secret = self.do('POST', self.operations + '/api-keys', {'name': 'Bakery', 'scopes': ['publish']},
                         self.balise.operator_token, due=201)['secret']
        self.set_key(MAP['reader'], MAP['readerKey'])
        return [owner, listed, unlisted, member, Person('holder of a link', 'link holder'), stranger,
                Person('publisher', 'publisher', headers={'X-API-Key': secret}),
                Person('operator', 'operator', headers={'Authorization': f'Bearer {self.balise.operator_token}'})]

    def share(self, owner, member):
        """The owner lets a member of a circle see everything."""
        path = self.api + 'users/me/circles'
        circle = f"{path}/{self.do('POST', path, {'name': 'Us', 'memberName': 'Owner'}, owner.token, due=201)['data']['id']}"
        code = self.do('POST', circle + '/invitations', {}, owner.token, due=201)['data']['code']
        self.do('POST', path + '/join', {'code': code, 'memberName': 'Member'}, member.token)
        self.do('PUT', circle + '/consent', {'place': 'exact', 'history': 'exact', 'battery': True}, owner.token)

    def prepare(self, target, owner):
        """The owner claims each device. A claim needs a key, which may then be removed."""
        self.set_key(target.device, target.key)
        self.update(target.device, [target.past, target.place], target.key)
        self.do('POST', self.origin + '/v1/GetLocation', {
            'MiataruConfig': {'RequestMiataruDeviceID': target.visitor}, 'MiataruGetLocation': [{'Device': target.device}]})
        self.do('POST', self.origin + '/v1/setDeviceSlogan', {'MiataruSetDeviceSlogan': {
            'DeviceID': target.device, 'DeviceKey': target.key, 'Slogan': target.slogan}})
        self.claim(target.device, target.key, owner.token)
        # Members of a circle see no place from before the claim.
        self.update(target.device, [target.place], target.key, int(time.time() * 1000))
        self.places[target.device] = target.place
        if target.has_list:
            self.allow(target.device, target.key, ['friend'])
        if not target.has_key:
            path = f'users/me/location-devices/{urllib.parse.quote(target.device)}/key'
            self.do('DELETE', self.api + path, token=owner.token)


class Receiver(http.server.BaseHTTPRequestHandler):
    """The target of forwarders. It keeps the last body of each path."""
    bodies = {}

    def do_POST(self):
        self.bodies[self.path] = self.rfile.read(int(self.headers['Content-Length'])).decode()
        self.send_response(204)
        self.end_headers()

    log_message = lambda *_: None


class Ways:
    """Each asks as a person about a device, and returns the status and the text of the answer."""

    def __init__(self, world, owner, receiver):
        self.world, self.owner, self.receiver = world, owner, receiver

    def miataru(self, person, call, body):
        answer = requests.post(f'{self.world.origin}/v1/{call}', json=body, headers=person.headers, timeout=60)
        return answer.status_code, answer.text

    def config(self, person):
        return {'RequestMiataruDeviceID': person.device} | ({'RequestMiataruDeviceKey': person.key} if person.key else {})

    def get_location(self, person, device):
        return self.miataru(person, 'GetLocation', {
            'MiataruConfig': self.config(person), 'MiataruGetLocation': [{'Device': device}]})

    def get_location_history(self, person, device):
        return self.miataru(person, 'GetLocationHistory', {
            'MiataruConfig': self.config(person), 'MiataruGetLocationHistory': {'Device': device, 'Amount': '10'}})

    def get_visitor_history(self, person, device):
        shown = {'DeviceKey': person.key} if person.key else {}
        return self.miataru(person, 'GetVisitorHistory', {
            'MiataruGetVisitorHistory': {'Device': device, 'Amount': '10'} | shown})

    def question(self, person, device):
        return {'DeviceID': device, 'RequestDeviceID': person.device, 'RequestDeviceKey': person.key or 'a guess'}

    def slogan(self, person, device):
        return self.miataru(person, 'getDeviceSlogan', {'MiataruGetDeviceSlogan': self.question(person, device)})

    def security_status(self, person, device):
        return self.miataru(person, 'getDeviceSecurityStatus', {'MiataruGetDeviceSecurityStatus': self.question(person, device)})

    def geojson(self, person, device):
        path = f'{self.world.origin}/v1/GetLocationGeoJSON/{urllib.parse.quote(device)}'
        answer = requests.get(path, headers=person.headers, timeout=60)
        return answer.status_code, answer.text

    def stream(self, url, headers, is_last=lambda line: line.startswith('data:'), **parameters):
        """The events that come at once, up to the last line. A stream without events says so by its silence."""
        text = ''
        try:
            with requests.get(url, headers=headers, params=parameters, stream=True, timeout=(60, 10)) as answer:
                if answer.status_code != 200:
                    return answer.status_code, answer.text
                for line in answer.iter_lines(chunk_size=1, decode_unicode=True):
                    text += line + '\n'
                    if is_last(line):
                        break
        except requests.exceptions.ConnectionError:
            pass
        return 200, text

    def session(self, person):
        return {'Authorization': f'Bearer {person.token}'} if person.token else person.headers

    def known_as(self, person, device):
        """The id by which the person knows the device: a member of a circle has another one than the device's own."""
        answer = requests.get(self.world.api + 'places', headers=self.session(person), timeout=60)
        seen = answer.json()['data']['devices'] if answer.status_code == 200 else []
        return next((entry['device'] for entry in seen if entry.get('place')
                     and entry['place']['latitude'] == float(self.world.places.get(device, 'nan'))), device)

    def device_stream(self, person, device):
        key = {'Authorization': 'Bearer ' + urllib.parse.quote(person.key)} if person.key else person.headers
        if 'Authorization' in person.headers:
            key = {}  # The header is for the reader's key.
        return self.stream(f'{self.world.origin}/v1/stream', key, devices=device, RequestMiataruDeviceID=person.device)

    def person_stream(self, person, device):
        """All devices that the person sees come at once, so this reads on to the end of the first events."""
        device = self.known_as(person, device)
        return self.stream(self.world.api + 'places/stream', self.session(person), lambda line: device in line)

    def person_list(self, person, device):
        answer = requests.get(self.world.api + 'places', headers=self.session(person), timeout=60)
        return answer.status_code, answer.text

    def own_history(self, person, device):
        """The page and both files agree."""
        path = f'{self.world.api}users/me/location-devices/{urllib.parse.quote(self.known_as(person, device))}/history'
        answers = [requests.get(path + ending, headers=self.session(person), timeout=60) for ending in ['', '.gpx', '.geojson']]
        found.expect_equal(len({answer.status_code for answer in answers}), 1, f'the statuses of the history for {person.title}')
        return answers[0].status_code, ''.join(answer.text for answer in answers)

    def operators_map(self, person, device):
        headers = person.headers or self.session(person)
        history = requests.post(f'{self.world.operations}/map/history', json={'device': device}, headers=headers, timeout=60)
        if history.status_code != 200:
            return history.status_code, history.text
        return 200, history.text + self.stream(f'{self.world.operations}/map/stream', headers)[1]

    def export(self, person, device):
        """Of the own account; the operator asks for the owner's."""
        if person.title == 'operator':
            answer = requests.post(
                f'{self.world.operations}/accounts/{self.owner.account}/export', json={}, headers=person.headers, timeout=60)
        else:
            answer = requests.post(
                self.world.api + 'users/me/export', json={'password': PASSWORD}, headers=self.session(person), timeout=60)
        if answer.status_code != 200:
            return answer.status_code, answer.text
        with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
            return 200, ''.join(archive.read(name).decode() for name in archive.namelist())

    def share_link(self, person, device):
        answer = requests.post(f'{self.world.origin}/s/{person.link}/view', timeout=60)
        return answer.status_code, answer.text

    def tracker(self, person, device):
        """The answer of OwnTracks contains the own device and friends. The place that is sent is no news."""
        answer = requests.post(
            f'{self.world.origin}/trackers/owntracks/{person.tracker}', timeout=60,
            json={'_type': 'location', 'lat': 1.5, 'lon': 2.35, 'tst': EARLIER - 1, 'tid': 'me', 't': 'u'})
        return answer.status_code, answer.text

    def forwarder(self, person, device):
        """What the address gets that the person chooses."""
        path = f'{self.world.api}users/me/location-devices/{urllib.parse.quote(self.known_as(person, device))}/forwarders'
        target, headers = f'/{person.title}/{device}'.replace(' ', '-'), self.session(person)
        made = requests.post(path, headers=headers, timeout=60, json={
            'name': 'Home', 'form': 'owntracks', 'url': f'http://127.0.0.1:{self.receiver.server_port}{target}'})
        if made.status_code != 201:
            return made.status_code, made.text
        test = requests.post(f"{path}/{made.json()['data']['id']}/test", headers=headers, timeout=60)
        return test.status_code, Receiver.bodies.get(target, '')

    def websocket(self, person, device):
        """RFC 6455 by hand: one subscription, and the message that answers it."""
        place = urllib.parse.urlsplit(self.world.origin)
        with socket.create_connection((place.hostname, place.port), timeout=60) as connection:
            fields = {'Host': place.netloc, 'Upgrade': 'websocket', 'Connection': 'Upgrade', 'Sec-WebSocket-Version': '13',
                      'Sec-WebSocket-Key': base64.b64encode(os.urandom(16)).decode()} | person.headers
            head = 'GET /v1/ws/location HTTP/1.1\r\n' + ''.join(f'{name}: {value}\r\n' for name, value in fields.items())
            connection.sendall((head + '\r\n').encode())
            reader = connection.makefile('rb')
            status = int(reader.readline().split()[1])
            while reader.readline().strip():
                pass
            if status != 101:
                return status, ''
            message = json.dumps({'type': 'subscribe', 'MiataruConfig': self.config(person),
                                  'MiataruGetLocation': [{'Device': device}]}).encode()
            mask = os.urandom(4)
            length = bytes([0x80 | len(message)]) if len(message) < 126 else b'\xfe' + len(message).to_bytes(2, 'big')
            connection.sendall(b'\x81' + length + mask + bytes(byte ^ mask[index % 4] for index, byte in enumerate(message)))
            kind, length = reader.read(2)
            if length == 126:
                length = int.from_bytes(reader.read(2), 'big')
            content = reader.read(length)
            return (403 if kind & 15 == 8 else 200), content[2:].decode() if kind & 15 == 8 else content.decode()

    def all(self):
        """In the order of the rows."""
        return [
            ('GetLocation', self.get_location), ('GetLocationHistory', self.get_location_history),
            ('GetVisitorHistory', self.get_visitor_history), ('getDeviceSlogan', self.slogan),
            ('getDeviceSecurityStatus', self.security_status), ('GeoJSON', self.geojson),
            ('stream of devices (SSE)', self.device_stream), ('WebSocket', self.websocket),
            ('list of a person', self.person_list), ('stream of a person (SSE)', self.person_stream), ('history of a claimed device', self.own_history),
            ('share link', self.share_link), ('answer to a tracker', self.tracker), ('forwarder', self.forwarder),
            ('map of the operator', self.operators_map), ('export', self.export)]

    def give_links(self, people, target):
        """The owner makes a link for its holder, and each person with a device a tracker for it."""
        end = datetime.datetime.now(datetime.UTC) + datetime.timedelta(hours=1)
        made = self.world.do('POST', self.world.api + 'users/me/share-links', {
            'device': target.device, 'endsAt': end.strftime('%Y-%m-%dT%H:%M:%SZ')}, self.owner.token, due=201)
        next(person for person in people if person.title == 'holder of a link').link = made['data']['token']
        for person in people[:3]:
            made = self.world.do('POST', self.world.api + 'users/me/trackers', {
                'device': person.device, 'friends': True, 'history': True}, person.token, due=201)
            person.tracker = made['data']['token']


# Those that ask about one device by its id, of whom nobody may learn whether there is one.
BY_ID = ['GetLocation', 'GetLocationHistory', 'stream of devices (SSE)', 'WebSocket']


def cell(way, ask, person, target):
    status, text = ask(person, target.device)
    if status >= 400:
        found.expect(not target.seen_in(text), f'{way} as {person.title} shows something and is refused')
        return f'refused ({status})'
    seen = target.seen_in(text)
    # A history contains the newest place as well.
    seen = [name for name in seen if name != 'place' or 'history' not in seen or way in ('export', 'map of the operator')]
    # The slogan is beside the place in other answers.
    seen = [name for name in seen if name != 'slogan' or way == 'getDeviceSlogan']
    if not seen and way in BY_ID:
        unknown = ask(person, target.device + ' x')
        found.expect_equal((status, text.replace(target.device, '')), (unknown[0], unknown[1].replace(target.device + ' x', '')),
                           f'{way} as {person.title}: the answer about an unknown device')
    return ', '.join(seen) or 'nothing'


def table(ways, people, target):
    owner = people[0]
    owner.device, owner.key = target.device, target.key if target.has_key else None
    ways.give_links(people, target)
    questions = [(way, ask, person, target) for way, ask in ways.all() for person in people]
    with ThreadPoolExecutor(16) as pool:
        cells = list(pool.map(lambda question: cell(*question), questions))
    rows = [['way of reading'] + [person.title for person in people], ['---'] * (len(people) + 1)]
    rows += [[way] + cells[index * len(people):(index + 1) * len(people)] for index, (way, _) in enumerate(ways.all())]
    lines = ['| ' + ' | '.join(row) + ' |' for row in rows]
    lines[1] = '|---' * (len(people) + 1) + '|'
    return f'### {target.title}\n\n' + '\n'.join(lines) + '\n'


with (Balise(sys.argv[1], UNLIMITED | {'console': MAP, 'forwarders': {'localTargets': True}}) as balise,
      http.server.ThreadingHTTPServer(('127.0.0.1', 0), Receiver) as receiver):
    threading.Thread(target=receiver.serve_forever, daemon=True).start()
    world = World(balise)
    targets = [Target('A device with a key and a list', 1, True, True), Target('A device with a key', 2, True, False),
               Target('A device with nothing set', 3, False, False)]
    people = world.people(targets)
    ways = Ways(world, people[0], receiver)
    for target in targets:
        world.prepare(target, people[0])
    tables = '\n'.join(table(ways, people, target) for target in targets)

text = PAGE.read_text()
before, rest = text.split(BEGIN)
written, after = rest.split(END)
if '--write' in sys.argv:
    PAGE.write_text(f'{before}{BEGIN}\n\n{tables}\n{END}{after}')
else:
    for was, now in zip(written.strip().split('\n'), tables.strip().split('\n')):
        found.expect_equal(was, now, 'a line of who-sees-what.md')
    found.expect_equal(len(written.strip().split('\n')), len(tables.strip().split('\n')), 'the lines of who-sees-what.md')
found.report()
