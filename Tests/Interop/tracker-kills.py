"""Kills a server again and again while each tracker app uploads by its own rule for sending again, and reads back every place that
the app has deleted from its queue: it has to be there, once.

    tracker-kills.py BALISE [KILLS]

`make test-clients` does not run it: a hundred kills, as usual, take some minutes. Traccar's classic app is not played: it deletes a
place after any answer, also after 503, so no server can keep all of its places."""

import os
import random
import signal
import subprocess
import sys
import threading
import time

import requests

from balise_process import UNLIMITED, Balise, free_port
from findings import Findings
from tracker_apps import Overland, OwnTracksAndroid, OwnTracksIOS, TraccarFlutter, TraccarSDK

KILLS = int(sys.argv[2]) if len(sys.argv) > 2 else 100
NOW = int(time.time()) - 100_000
KEY = 'a-long-random-key'
# The history of a device is bounded.
MOST = 1000

findings = Findings('tracker-kills')


class KilledBalise(Balise):
    """A server that is ended by SIGKILL and started again, on the same port and with the same data."""

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def start_again(self):
        environment = {name: value for name, value in os.environ.items() if not name.startswith('BALISE_')}
        environment |= {'BALISE_HTTP_PORT': str(self.port), 'BALISE_OPERATIONS_PORT': '0',
                        'BALISE_DATA_DIR': os.path.join(self.folder.name, 'data'),
                        'BALISE_CONFIG': os.path.join(self.folder.name, 'balise.yaml')}
        with open(self.log, 'w') as output:
            self.process = subprocess.Popen([self.program], env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        self.wait_for_origin()


class Uploader(threading.Thread):
    """One app on one phone. Each place has its own second, so a doubled one shows."""

    def __init__(self, origin, kind):
        super().__init__(daemon=True)
        self.name, self.kind, self.origin = f'{kind.__name__}-phone', kind, origin
        self.random = random.Random(self.name)
        self.second = 0
        self.acknowledged = set()
        self.underway = set()
        self.stops = threading.Event()

    def prepare(self):
        def call(path, body, token=None, due=200):
            headers = {'Authorization': f'Bearer {token}'} if token else {}
            answer = requests.post(self.origin + path, json=body, headers=headers, timeout=30)
            if answer.status_code != due:
                sys.exit(f'{path}: {answer.status_code} {answer.text}')
            return answer.json()

        call('/v1/setDeviceKey', {'MiataruSetDeviceKey': {'DeviceID': self.name, 'NewDeviceKey': KEY}})
        person = {'username': self.kind.__name__.lower(), 'password': 'correct horse'}
        session = call('/api/v1/auth/register', person, due=201)['data']['token']
        call('/api/v1/users/me/location-devices', {'device': self.name, 'deviceKey': KEY}, session, 201)
        made = call('/api/v1/users/me/trackers', {'device': self.name, 'history': True}, session, 201)['data']
        self.app = self.kind(self.origin, made['token'])

    def queue(self):
        """One more request, in an order that the phone may have: a batch of Overland, or one place."""
        count = self.random.randint(1, 20) if self.kind is Overland else 1
        seconds = list(range(self.second + 1, self.second + count + 1))
        self.second += count
        self.random.shuffle(seconds)
        if self.kind is Overland:
            self.app.batch([self.app.point(NOW + second) for second in seconds])
        elif self.kind in (OwnTracksIOS, OwnTracksAndroid):
            self.app.location(NOW + seconds[0])
        else:
            self.app.place(NOW + seconds[0])
        self.underway = set(seconds)

    def run(self):
        while not self.stops.is_set() and self.second < MOST:
            self.queue()
            while self.app.queue and not self.stops.is_set():
                answer = self.app.ask(*self.app.queue[0])
                if self.app.deletes(answer):
                    findings.expect(200 <= answer[0] < 300, f'{self.name} deletes after {answer[0]}')
                    self.app.queue.clear()
                    self.acknowledged |= self.underway
                else:
                    time.sleep(0.02)
            time.sleep(0.01)

    def audit(self):
        found = requests.post(f'{self.origin}/v1/GetLocationHistory', timeout=30, json={
            'MiataruConfig': {'RequestMiataruDeviceID': 'a-reader'},
            'MiataruGetLocationHistory': {'Device': self.name, 'Amount': '1023'}}).json()['MiataruLocation']
        seconds = [int(place['Timestamp']) - NOW for place in found]
        findings.expect_equal(len(seconds), len(set(seconds)), f'{self.name}: places and different places')
        findings.expect_equal(sorted(self.acknowledged - set(seconds)), [], f'{self.name}: lost places')
        findings.expect(set(seconds) <= self.acknowledged | self.underway, f'{self.name}: places that it has not sent')
        findings.expect(len(self.acknowledged) > 0, f'{self.name}: no place was acknowledged')
        findings.expect_equal(seconds[0], max(seconds), f'{self.name}: the newest fix is current')


moments = random.Random(20260)
with KilledBalise(sys.argv[1], UNLIMITED, port=free_port()) as balise:
    uploaders = [Uploader(balise.origin, kind) for kind in (OwnTracksIOS, OwnTracksAndroid, Overland, TraccarFlutter, TraccarSDK)]
    for uploader in uploaders:
        uploader.prepare()
        uploader.start()
    for _ in range(KILLS):
        time.sleep(moments.uniform(0.05, 0.4))
        balise.kill()
        time.sleep(moments.uniform(0, 0.1))
        balise.start_again()
    for uploader in uploaders:
        uploader.stops.set()
    for uploader in uploaders:
        uploader.join(60)
        uploader.audit()
    print(f'{KILLS} kills, {sum(len(uploader.acknowledged) for uploader in uploaders)} acknowledged places')
findings.report()
