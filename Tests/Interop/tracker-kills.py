"""Kills a server again and again while each tracker app uploads by its own rule for sending again, and reads back every place that
the app has deleted from its queue: it has to be there, once. One answer in ten is lost on its way, too.

    tracker-kills.py BALISE [KILLS]

So many kills end the whole server, which then answers nothing, and so many end only the service of places, while the edge answers 503.
`make test-clients` does not run it: a hundred kills of each, as usual, take some minutes. Traccar's classic app deletes a place after any
answer, so it may not get a 503 from a server that starts. After the 503 of an edge it has lost the place itself, and so has GPSLogger
after four tries. Such places are only counted."""

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
from tracker_apps import (
    GPSLogger, OsmAnd, Overland, OwnTracksAndroid, OwnTracksIOS, TraccarClassic, TraccarFlutter, TraccarSDK)

KINDS = OwnTracksIOS, OwnTracksAndroid, Overland, TraccarClassic, TraccarFlutter, TraccarSDK, OsmAnd, GPSLogger
KILLS = int(sys.argv[2]) if len(sys.argv) > 2 else 100
SERVICES = 'identity', 'auth-session', 'location', 'preferences', 'push', 'edge'
NOW = int(time.time()) - 90_000
KEY = 'a-long-random-key'
# The history of a device is bounded.
MOST = 50_000
# The largest batch of Overland here.
BATCH = 20
SHARE_OF_LOST_ANSWERS = 0.1

findings = Findings('tracker-kills')


class KilledBalise(Balise):
    """A server that is ended by SIGKILL and started again, on the same port and with the same data."""

    answers_while_away = False

    def __enter__(self):
        self.is_up = threading.Event()
        super().__enter__()
        self.is_up.set()
        return self

    def kill(self):
        self.is_up.clear()
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def start_again(self):
        self.launch()
        self.wait_for_origin()
        self.is_up.set()


class KilledLocation(KilledBalise):
    """A server with each service in a process of its own. Only the service of places is ended and started again."""

    answers_while_away = True

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.processes = {}

    def __enter__(self):
        try:
            return super().__enter__()
        except BaseException:
            for process in self.processes.values():
                process.kill()
            raise

    def launch(self):
        for name in ['location'] if self.processes else SERVICES:
            # A link has the name of the service that the program becomes.
            link = os.path.join(self.folder.name, name)
            if not os.path.islink(link):
                os.symlink(os.path.abspath(self.program), link)
            environment = dict(self.environment)
            if name != 'edge':
                del environment['BALISE_HTTP_PORT']
            with open(self.log if name == 'edge' else f'{link}.log', 'w') as output:
                self.processes[name] = subprocess.Popen(
                    [link], env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        self.process = self.processes['edge']

    def kill(self):
        self.process = self.processes['location']
        super().kill()
        self.process = self.processes['edge']

    def wait_for_origin(self):
        origin = super().wait_for_origin()
        deadline = time.monotonic() + 60
        question = {'MiataruConfig': {'RequestMiataruDeviceID': 'a-reader'}, 'MiataruGetLocation': [{'Device': 'nobody'}]}
        # The edge is ready before it has reached the service of places.
        while requests.post(f'{origin}/v1/GetLocation', json=question, timeout=30).status_code == 503:
            if time.monotonic() > deadline:
                sys.exit('the service of places did not start')
            time.sleep(0.02)
        return origin

    def __exit__(self, *arguments):
        for name in SERVICES[:-1]:
            self.processes[name].terminate()
            self.processes[name].wait(timeout=15)
        super().__exit__(*arguments)


class Uploader(threading.Thread):
    """One app on one phone, which goes on recording while the server is away. Each place has its own second, so a doubled one
    shows."""

    def __init__(self, balise, kind):
        super().__init__(daemon=True)
        self.name, self.kind, self.balise = f'{kind.__name__}-phone', kind, balise
        self.random = random.Random(self.name)
        self.recorded = 0
        # The seconds of the places in the app's queue, and how often each was tried.
        self.queue = []
        self.tries = {}
        self.sent, self.acknowledged, self.given_up = set(), set(), set()
        self.stops = threading.Event()

    def prepare(self):
        def call(path, body, token=None, due=200):
            headers = {'Authorization': f'Bearer {token}'} if token else {}
            answer = requests.post(self.balise.origin + path, json=body, headers=headers, timeout=30)
            if answer.status_code != due:
                sys.exit(f'{path}: {answer.status_code} {answer.text}')
            return answer.json()

        call('/v1/setDeviceKey', {'MiataruSetDeviceKey': {'DeviceID': self.name, 'NewDeviceKey': KEY}})
        person = {'username': self.kind.__name__.lower(), 'password': 'correct horse'}
        session = call('/api/v1/auth/register', person, due=201)['data']['token']
        call('/api/v1/users/me/location-devices', {'device': self.name, 'deviceKey': KEY}, session, 201)
        made = call('/api/v1/users/me/trackers', {'device': self.name, 'history': True}, session, 201)['data']
        template = {OsmAnd: 'osmAnd', GPSLogger: 'gpsLogger'}.get(self.kind)
        self.app = self.kind(self.balise.origin, made['links'][template] if template else made['token'])

    def record(self):
        for _ in range(self.random.randint(0, 12 if self.kind is Overland else 2)):
            if self.recorded < MOST and len(self.queue) < 100:
                self.recorded += 1
                self.queue.append(self.recorded)

    def next_request(self):
        """The request of the app, the seconds that it deletes after it, and those that are in it as well."""
        if self.kind is Overland:
            # A batch that comes again may have grown. Beside it stands the newest place.
            seconds = self.queue[:BATCH]
            shown = self.queue[-1:] if len(self.queue) > BATCH else []
            points = [self.app.point(NOW + second) for second in self.random.sample(seconds, len(seconds))]
            self.app.batch(points, **{'current': self.app.point(NOW + second) for second in shown})
        else:
            # The works of GPSLogger have no order.
            seconds, shown = [self.random.choice(self.queue) if self.kind is GPSLogger else self.queue[0]], []
            add = self.app.location if isinstance(self.app, OwnTracksIOS) else self.app.place
            add(NOW + seconds[0])
        return self.app.queue.pop(), seconds, shown

    def upload(self):
        request, seconds, shown = self.next_request()
        # The app waits for at least 10 s before it tries again, so it meets a server that is up again.
        if self.kind is GPSLogger and seconds[0] in self.tries:
            while not self.balise.is_up.wait(0.1) and not self.stops.is_set():
                pass
        self.sent.update(seconds, shown)
        answer = self.app.ask(*request)
        if self.random.random() < SHARE_OF_LOST_ANSWERS:
            answer = None
        for second in seconds:
            self.tries[second] = self.tries.get(second, 0) + 1
        if self.app.deletes(answer):
            is_stored = 200 <= answer[0] < 300
            is_unkeepable = self.kind is TraccarClassic and answer[0] == 503 and self.balise.answers_while_away
            findings.expect(is_stored or is_unkeepable, f'{self.name} deletes after {answer[0]}')
            (self.acknowledged if is_stored else self.given_up).update(seconds)
        elif self.kind is GPSLogger and self.tries[seconds[0]] > GPSLogger.retries:
            self.given_up.update(seconds)
        else:
            return time.sleep(0.02)
        self.queue = [second for second in self.queue if second not in seconds]

    def run(self):
        while not self.stops.is_set():
            self.record()
            if self.queue:
                self.upload()
            time.sleep(0.01)

    def audit(self):
        def ask(call, body):
            body['MiataruConfig'] = {'RequestMiataruDeviceID': 'a-reader'}
            answer = requests.post(f'{self.balise.origin}/v1/{call}', timeout=60, json=body)
            return [int(place['Timestamp']) - NOW for place in answer.json()['MiataruLocation']]

        seconds = ask('GetLocationHistory', {'MiataruGetLocationHistory': {'Device': self.name, 'Amount': MOST}})
        stored = set(seconds)
        findings.expect_equal(len(seconds), len(stored), f'{self.name}: places and different places')
        findings.expect_equal(sorted(self.acknowledged - stored), [], f'{self.name}: lost places')
        findings.expect_equal(sorted(stored - self.sent), [], f'{self.name}: places that it has not sent')
        findings.expect(len(self.acknowledged) > KILLS, f'{self.name}: only {len(self.acknowledged)} places were acknowledged')
        current = ask('GetLocation', {'MiataruGetLocation': [{'Device': self.name}]})
        findings.expect_equal(current, [max(stored)], f'{self.name}: the newest fix is current')
        repeated = sum(self.tries[second] > 1 for second in self.acknowledged)
        findings.expect(repeated > 0, f'{self.name}: no place was sent again')
        print(f'{self.kind.__name__}: {len(self.acknowledged)} places acknowledged, {repeated} of them sent again, '
              f'{self.app.unanswered} requests cut, {len(self.given_up)} places given up by the app')


def play(balise):
    moments = random.Random(20260)
    uploaders = [Uploader(balise, kind) for kind in KINDS]
    for uploader in uploaders:
        uploader.prepare()
        uploader.start()
    began = time.monotonic()
    for number in range(KILLS):
        time.sleep(moments.uniform(0.05, 0.4))
        balise.kill()
        # Every fifth kill is followed by one during the start.
        if number % 5 == 4:
            balise.launch()
            time.sleep(moments.uniform(0, 0.3))
            balise.kill()
        balise.start_again()
    print(f'{type(balise).__name__}: {KILLS + KILLS // 5} kills in {time.monotonic() - began:.0f} s')
    for uploader in uploaders:
        uploader.stops.set()
    for uploader in uploaders:
        uploader.join(60)
        uploader.audit()


for kind in (KilledBalise, KilledLocation):
    with kind(sys.argv[1], UNLIMITED | {'miataru': {'historyCap': MOST}}, port=free_port()) as balise:
        play(balise)
findings.report()
