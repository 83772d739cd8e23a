"""Fills a live redis-server as the reference Miataru server does, imports it from the running server and from the RDB file that it
writes, and asks Balise as Miataru clients do.

    miataru-import-check.py BALISE"""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time

import requests

from balise_process import UNLIMITED, Balise, free_port
from findings import Findings

PASSWORD = 'the password of Redis'
MANY = 1500
found = Findings('miataru-import')


class Redis:
    """A redis-server with a TCP port and a socket, and one connection to it."""

    def __init__(self, folder):
        self.folder, self.port, self.path = folder, free_port(), os.path.join(folder, 'redis.sock')
        self.process = subprocess.Popen(
            ['redis-server', '--port', str(self.port), '--bind', '127.0.0.1', '--unixsocket', self.path, '--dir', folder,
             '--save', '', '--requirepass', PASSWORD], stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 30
        while True:
            try:
                self.socket = socket.create_connection(('127.0.0.1', self.port), timeout=30)
                break
            except OSError:
                if time.monotonic() > deadline:
                    sys.exit('redis-server did not start')
                time.sleep(0.05)
        self.file = self.socket.makefile('rb')
        self.ask('AUTH', PASSWORD)

    def ask(self, *words):
        words = [str(word).encode() for word in words]
        self.socket.sendall(b'*%d\r\n' % len(words) + b''.join(b'$%d\r\n%s\r\n' % (len(word), word) for word in words))
        answer = self.file.readline()
        if answer[:1] not in b'+:':
            sys.exit(f'{words[:2]}: {answer}')

    def end(self):
        self.process.terminate()
        self.process.wait(timeout=15)


def place(device, number, **more):
    """What the reference server stores of an update, with the types of its client."""
    values = {'Device': device, 'Timestamp': str(1_700_000_000 + number), 'Longitude': f'10.{number:03}', 'Latitude': 48.5,
              'HorizontalAccuracy': '5.00'}
    return json.dumps(values | more, separators=(',', ':'))


def fill(redis):
    def update(device, number, **more):
        text = place(device, number, **more)
        redis.ask('LPUSH', f'miad:{device}:hist', text)
        redis.ask('SET', f'miad:{device}:last', text)

    for number in range(1, 6):
        update('ada', number, Altitude=-1, Speed=0)
    redis.ask('SET', 'miad:ada:key', 'the key of ada ☂')
    redis.ask('SET', 'miad:ada:slogan', 'Grüße')
    for reader, flags in [('ben', ('true', 'false')), ('eve', ('false', 'true'))]:
        redis.ask('HSET', 'miad:ada:allowed', f'{reader}:currentLocation', flags[0])
        redis.ask('HSET', 'miad:ada:allowed', f'{reader}:history', flags[1])
    redis.ask('SET', 'miad:ada:allowed:enabled', '1')
    for number, visitor in enumerate(['ben', 'eve']):
        redis.ask('LPUSH', 'miad:ada:visit', json.dumps({'DeviceID': visitor, 'TimeStamp': 1_700_000_000_000 + number}))
    redis.ask('SETEX', 'miad:long:last', 3600, place('long', 1))
    redis.ask('SET', 'miad:ben:key', 'the key of ben')
    redis.ask('SET', 'miad:eve:key', 'the key of eve')
    # What Balise refuses.
    update('bad values', 1)
    redis.ask('LPUSH', 'miad:bad values:hist', place('bad values', 2, HorizontalAccuracy='10001'))
    redis.ask('LPUSH', 'miad:bad values:hist', 'no JSON')
    redis.ask('SET', 'miad:bad key:key', 'k' * 257)
    redis.ask('SET', 'miad:bad key:last', place('bad key', 1))
    # What is no device.
    redis.ask('SET', 'miad:counter', '1')
    redis.ask('SET', 'someone else', '1')
    for number in range(MANY):
        for step in range(3):
            update(f'many {number}', step)


def run(balise, *words, password=None):
    environment = {name: value for name, value in os.environ.items() if not name.startswith(('BALISE_', 'REDISCLI_'))}
    environment |= {'BALISE_DATA_DIR': os.path.join(balise.folder.name, 'data'),
                    'BALISE_OPERATIONS_PORT': balise.operations.rsplit(':', 1)[1]}
    if password:
        environment['REDISCLI_AUTH'] = password
    done = subprocess.run([balise.program, 'places', 'import', *words], env=environment, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


def counts(balise, *words, **options):
    status, output, complaint = run(balise, *words, '--json', **options)
    found.expect_equal(status, 0, f'status of {words}: {complaint}')
    return json.loads(output or '{}')


class Clients:
    def __init__(self, balise):
        self.origin = balise.origin

    def ask(self, call, body, due=200):
        answer = requests.post(f'{self.origin}/v1/{call}', json=body, timeout=60)
        found.expect_equal(answer.status_code, due, f'status of {call}')
        return answer.json()

    def config(self, reader, key=None):
        return {'RequestMiataruDeviceID': reader} | ({'RequestMiataruDeviceKey': key} if key else {})

    def current(self, device, reader='anyone', key=None):
        return self.ask('GetLocation', {
            'MiataruConfig': self.config(reader, key), 'MiataruGetLocation': [{'Device': device}]})['MiataruLocation'][0]

    def history(self, device, reader='anyone', key=None):
        return self.ask('GetLocationHistory', {
            'MiataruConfig': self.config(reader, key),
            'MiataruGetLocationHistory': {'Device': device, 'Amount': '1000'}})['MiataruLocation']


def check_clients(clients):
    """Everything of the reference server's data is where its clients look for it."""
    ben, eve = ('ben', 'the key of ben'), ('eve', 'the key of eve')
    current = clients.current('ada', *ben)
    due = json.loads(place('ada', 5, Speed=0)) | {'Slogan': 'Grüße'}
    found.expect_equal(current, due, 'current place of ada')
    found.expect_equal(clients.current('ada', *eve), None, 'current place of ada for a reader of the history')
    found.expect_equal(clients.current('ada'), None, 'current place of ada for anybody')
    found.expect_equal(clients.history('ada', *ben), [], 'history of ada for a reader of the place')
    numbers = [int(one['Timestamp']) - 1_700_000_000 for one in clients.history('ada', *eve)]
    found.expect_equal(numbers, [5, 4, 3, 2, 1], 'history of ada')
    request = {'Device': 'ada', 'Amount': '10', 'DeviceKey': 'the key of ada ☂'}
    visitors = clients.ask('GetVisitorHistory', {'MiataruGetVisitorHistory': request})['MiataruVisitors']
    found.expect({'DeviceID': 'ben', 'TimeStamp': 1_700_000_000_000} not in visitors, 'a renewed visitor is listed twice')
    found.expect_equal(sorted({one['DeviceID'] for one in visitors}), ['anyone', 'ben', 'eve'], 'visitors of ada')
    clients.ask('GetVisitorHistory', {'MiataruGetVisitorHistory': request | {'DeviceKey': 'another'}}, due=403)
    found.expect_equal(len(clients.history('bad values')), 1, 'places of the device with refused values')
    found.expect_equal(clients.current('bad key'), None, 'place of the device without a usable key')
    found.expect_equal(len(clients.history(f'many {MANY - 1}')), 3, 'places of the last of many devices')
    found.expect(clients.current('long') is not None, 'a place that expires later is missing')
    found.come_to_hold(lambda: clients.current('short') is None, 'a place did not expire')


def check_import(words, **options):
    with Balise(sys.argv[1], UNLIMITED) as balise:
        dry = counts(balise, *words, '--dry-run', **options)
        clients = Clients(balise)
        found.expect_equal(clients.current('long'), None, 'place after a dry run')
        report = counts(balise, *words, **options)
        found.expect_equal(dry, report, f'dry run of {words}')
        due = {'new': MANY + 6, 'replaced': 0, 'known': 0, 'skipped': 0, 'refused': 1,
               'places': 3 * MANY + 8, 'refusedValues': 2, 'dropped': 0}
        found.expect_equal(report, due, f'counts of {words}')
        found.expect(clients.current('short') is not None, 'a place that expires soon is missing')
        again = counts(balise, *words, **options)
        found.expect_equal((again['new'], again['skipped'], again['places']), (0, 0, 0), f'second import of {words}')
        check_clients(clients)
        clients.ask('UpdateLocation', {
            'MiataruConfig': {'EnableLocationHistory': 'True', 'LocationDataRetentionTime': '60'},
            'MiataruLocation': [json.loads(place('many 0', 99))]})
        status, output, complaint = run(balise, *words, **options)
        found.expect_equal(status, 0, f'status of an import with a device that differs: {complaint}')
        found.expect('device many 0: skipped: ' in output, f'a device that differs is not listed: {output[-400:]}')
        found.expect('device bad key: refused: ' in output, 'a refused device is not listed')
        found.expect_equal(len(clients.history('many 0')), 4, 'places of a skipped device')
        report = counts(balise, *words, '--replace', '--yes', **options)
        found.expect_equal(report['replaced'], 1, f'replaced devices of {words}')
        found.expect_equal(len(clients.history('many 0')), 3, 'places of a replaced device')
        audit = requests.get(f'{balise.operations}/audit?limit=50', timeout=60,
                             headers={'Authorization': f'Bearer {balise.operator_token}'}).text
        found.expect('BeginPlaceImport' in audit and '1 replaced' in audit, f'the audit log lacks the import: {audit[:400]}')


def main():
    with tempfile.TemporaryDirectory() as folder:
        redis = Redis(folder)
        try:
            redis.ask('SELECT', 2)
            fill(redis)
            redis.ask('SETEX', 'miad:short:last', 20, place('short', 1))
            redis.ask('SAVE')
            dump = os.path.join(folder, 'dump.rdb')
            check_import(['--rdb', dump, '--database', '2'])
            redis.ask('SETEX', 'miad:short:last', 20, place('short', 1))
            check_import(['--from', f'redis://127.0.0.1:{redis.port}/2'], password=PASSWORD)
            with Balise(sys.argv[1]) as balise:
                socket_address = f'unix://{redis.path}?db=2'
                status, _, complaint = run(balise, '--from', socket_address)
                found.expect(status == 1 and 'wants a password' in complaint, f'without a password: {complaint}')
                report = counts(balise, '--from', socket_address, '--dry-run', password=PASSWORD)
                found.expect_equal(report['refused'], 1, 'refused devices over the socket')
                status, _, complaint = run(balise, '--from', f'redis://127.0.0.1:{redis.port}/5', password=PASSWORD)
                found.expect(status == 1 and 'no device of a Miataru server' in complaint, f'an empty database: {complaint}')
                with open(dump, 'r+b') as file:
                    file.seek(1000)
                    file.write(b'?')
                status, _, complaint = run(balise, '--rdb', dump, '--database', '2')
                found.expect(status == 1 and 'nothing was written' in complaint, f'a damaged file: {complaint}')
        finally:
            redis.end()
    found.report()


main()
