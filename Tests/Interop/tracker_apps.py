"""Tracker apps, as far as their wire goes: what each sends, byte for byte, and when it deletes a point from its queue."""

import base64
import http.client
import json
import time
from urllib.parse import urlsplit


class App:
    """A queue of requests to one server. `deletes` says whether an answer makes the app delete the request."""

    def __init__(self, origin, path, headers=()):
        self.server = urlsplit(origin)
        self.path = path
        self.headers = list(headers)
        self.queue = []
        self.answers = []
        # How many whole requests had no answer.
        self.unanswered = 0

    def ask(self, method, path, headers, body):
        """The status, headers and body of an answer; nothing without one."""
        connection = http.client.HTTPConnection(self.server.hostname, self.server.port, timeout=30)
        is_sent = False
        try:
            connection.putrequest(method, path, skip_accept_encoding=True)
            for name, value in [*self.headers, *headers]:
                connection.putheader(name, value)
            if method != 'GET':
                connection.putheader('Content-Length', str(len(body)))
            connection.endheaders(body)
            is_sent = True
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        except (OSError, http.client.HTTPException):
            self.unanswered += is_sent
            return None
        finally:
            connection.close()

    def drain(self, tries=10, pause=0.0):
        """Sends the queue in order, and each request again until the app deletes it. True if nothing is left."""
        for _ in range(tries):
            while self.queue:
                answer = self.ask(*self.queue[0])
                self.answers.append(answer)
                if not self.deletes(answer):
                    break
                self.queue.pop(0)
            if not self.queue:
                return True
            time.sleep(pause)
        return False

    @staticmethod
    def deletes(answer):
        return answer is not None and 200 <= answer[0] < 300


class OwnTracksIOS(App):
    """Deletes a message after 2xx and after 4xx."""

    def __init__(self, origin, token, path='/trackers/owntracks'):
        basic = base64.b64encode(f'ada:{token}'.encode()).decode()
        super().__init__(origin, path, [
            ('Content-Type', 'application/json'), ('X-Limit-U', 'user'), ('X-Limit-D', 'device'), ('Authorization', f'Basic {basic}'),
            ('User-Agent', 'OwnTracks/18.4.2 CFNetwork/1494.0.7 Darwin/23.4.0')])

    @staticmethod
    def deletes(answer):
        return answer is not None and answer[0] < 500

    def message(self, type, **members):
        suffix = {'location': '', 'transition': '/event', 'waypoint': '/waypoint'}.get(type, '/' + type)
        body = {'_type': type, 'topic': f'owntracks/user/device{suffix}', **members}
        self.queue.append(('POST', self.path, [], json.dumps(body).encode()))

    def location(self, second, **members):
        self.message('location', tid='AP', lat=48 + second % 100000 / 100000, lon=-4.4861, tst=second, acc=12, batt=87,
                     bs=1, conn='w', ssid='canary-of-a-network', bssid='0:1:2:3:4:5', inregions=['canary-of-a-region'], **members)


class OwnTracksAndroid(OwnTracksIOS):
    """Keeps what is not answered 2xx."""

    def __init__(self, origin, token, path='/pub'):
        super().__init__(origin, token, path)
        self.headers = [('Content-Type', 'application/json; charset=utf-8'), ('X-Limit-U', 'ada'), ('X-Limit-D', 'pixel'),
                        ('User-Agent', 'Owntracks-Android/gms/420500000'), self.headers[3]]

    deletes = staticmethod(App.deletes)

    def location(self, second, **members):
        self.message('location', _id=f'{second & 0xffffffff:08x}', BSSID='00:11', SSID='canary-of-a-network', acc=12, alt=101,
                     batt=87, bs=1, cog=0, conn='w', created_at=second, lat=48 + second % 100000 / 100000, lon=-4.4861, m=1,
                     source='fused', tid='AP', tst=second, vac=3, vel=36, **({'t': 't'} | members))


class Overland(App):
    """Deletes a batch only after a JSON object with `result` = `ok`."""

    def __init__(self, origin, token, path='/trackers/overland'):
        super().__init__(origin, path, [('Content-Type', 'application/json'), ('Authorization', f'Bearer {token}'),
                                        ('User-Agent', 'Overland/1.4 (iPhone; iOS 17.4; Scale/3.00)')])

    @staticmethod
    def deletes(answer):
        if not App.deletes(answer) or answer[1].get('Content-Type', '').split(';')[0] != 'application/json':
            return False
        return json.loads(answer[2]).get('result') == 'ok'

    @staticmethod
    def point(second, **properties):
        moment = time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(second))
        return {'type': 'Feature', 'geometry': {'type': 'Point', 'coordinates': [-4.4861, 48 + second % 100000 / 100000]},
                'properties': {'timestamp': moment, 'altitude': 101, 'speed': 4, 'course': -1, 'horizontal_accuracy': 12,
                               'vertical_accuracy': 3, 'speed_accuracy': -1, 'motion': ['walking'], 'battery_state': 'charging',
                               'battery_level': 0.87, 'wifi': 'canary-of-a-network', 'device_id': 'phone', **properties}}

    def batch(self, points, **members):
        self.queue.append(('POST', self.path, [], json.dumps({'locations': points, **members}).encode()))


class TraccarClassic(App):
    """Takes every answer for a success."""

    def __init__(self, origin, token):
        super().__init__(origin, f'/trackers/osmand/{token}', [('User-Agent', 'TraccarClient/11 CFNetwork/1494.0.7')])

    @staticmethod
    def deletes(answer):
        return answer is not None

    def place(self, second, more=''):
        query = (f'id=123456&timestamp={second}&lat={48 + second % 100000 / 100000:.6f}&lon=-4.486100&speed=9.72&bearing=90.0'
                 f'&altitude=101.0&accuracy=12.0&batt=87.0&charge=true{more}')
        self.queue.append(('POST', f'{self.path}?{query}', [], b''))


class TraccarFlutter(App):
    """Sends the JSON of its library for background places."""

    def __init__(self, origin, token):
        super().__init__(origin, f'/trackers/osmand/{token}', [('Content-Type', 'application/json')])

    def place(self, second):
        moment = time.strftime('%Y-%m-%dT%H:%M:%S.250Z', time.gmtime(second))
        coords = {'latitude': 48 + second % 100000 / 100000, 'longitude': -4.4861, 'accuracy': 12.5, 'speed': 5, 'heading': -1,
                  'altitude': 101.5}
        body = {'device_id': '123456', 'location': {
            'timestamp': moment, 'coords': coords, 'is_moving': True, 'odometer': 12, 'event': 'motionchange',
            'battery': {'level': 0.87, 'is_charging': False}, 'activity': {'type': 'walking'}, 'extras': {},
            '_': '&id=123456&lat=0&lon=0&timestamp=0&'}}
        self.queue.append(('POST', self.path, [], json.dumps(body).encode()))


class TraccarSDK(App):
    """Strictly first in, first out: one point that is kept blocks all later ones."""

    def __init__(self, origin, token):
        super().__init__(origin, f'/trackers/osmand/{token}', [('Content-Type', 'application/x-www-form-urlencoded')])

    def place(self, second, lat=None):
        lat = lat or f'{48 + second % 100000 / 100000}'
        self.queue.append(('POST', self.path, [], (
            f'id=123456&lat={lat}&lon=-4.4861&timestamp={second}&accuracy=12&altitude=101&speed=9.72&bearing=90&batt=87'
            '&charge=false&battery_health=good').encode()))


class OsmAnd(App):
    """Fills in the template of its user. It sends the places in their order, and keeps the first until it is answered 2xx."""

    def __init__(self, origin, template):
        super().__init__(origin, '')
        self.template = template

    def place(self, second):
        values = [48 + second % 100000 / 100000, -4.4861, second * 1000 + 250, 12.0, 101.0, 5.0, 90.0]
        url = self.template
        for number, value in enumerate(values):
            url = url.replace(f'{{{number}}}', str(value))
        place = urlsplit(url)
        self.queue.append(('GET', f'{place.path}?{place.query}', [], b''))


class GPSLogger(App):
    """Fills in the template of its user. Each place is a work of its own, which is tried again three times at most."""

    retries = 3

    def __init__(self, origin, template):
        super().__init__(origin, '')
        self.template = template

    def place(self, second):
        url = self.template
        for name, value in {'%LAT': f'{48 + second % 100000 / 100000}', '%LON': '-4.4861', '%TIMESTAMP': second, '%ACC': '12.0',
                            '%ALT': '101.0', '%SPD': '5.0', '%DIR': '90.0', '%BATT': '87.0'}.items():
            url = url.replace(name, str(value))
        place = urlsplit(url)
        self.queue.append(('GET', f'{place.path}?{place.query}', [], b''))
