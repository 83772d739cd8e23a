#!/usr/bin/env python3
"""Compares the rates of trackers with that of UpdateLocation, by wrk with 64 connections.

    tracker-rates.py BALISE

A place in a request has to reach two thirds of UpdateLocation's rate, and batches of 200 places 20,000 places a second."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

import requests

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / 'Interop'))
from balise_process import UNLIMITED, Balise  # noqa: E402

ACCOUNTS, TRACKERS = 16, 64
SECONDS = 5
BATCH = 200


def call(origin, path, body, token=None):
    headers = {'Authorization': f'Bearer {token}'} if token else {}
    answer = requests.post(origin + path, json=body, headers=headers, timeout=60)
    answer.raise_for_status()
    return answer.json()


def make_trackers(origin, history):
    """The tokens of trackers, each of its own device."""
    for account in range(ACCOUNTS):
        person = {'username': f'ada{account}x{history:d}', 'password': 'correct horse'}
        session = call(origin, '/api/v1/auth/register', person)['data']['token']
        for number in range(TRACKERS):
            device = f'device {account} {number} {history:d}'
            call(origin, '/v1/setDeviceKey', {'MiataruSetDeviceKey': {'DeviceID': device, 'NewDeviceKey': 'a key'}})
            call(origin, '/api/v1/users/me/location-devices', {'device': device, 'deviceKey': 'a key'}, session)
            yield call(origin, '/api/v1/users/me/trackers', {'device': device, 'history': history}, session)['data']['token']


def rate(origin, script, *arguments):
    """Requests a second, and errors."""
    told = ['--', *arguments] if arguments else []
    text = subprocess.run(['wrk', '-c64', '-t1', f'-d{SECONDS}s', '-s', str(HERE / f'{script}.lua'), origin, *told],
                          capture_output=True, text=True, check=True).stdout
    found = [int(number) for number in re.search(r'RESULT (.*)', text)[1].split()]
    return found[0] / found[1] * 1e6, found[4] + found[5]


def main():
    with Balise(sys.argv[1], UNLIMITED) as balise, tempfile.TemporaryDirectory() as folder:
        files = {}
        for history in (False, True):
            files[history] = Path(folder) / f'tokens-{history:d}'
            files[history].write_text('\n'.join(make_trackers(balise.origin, history)) + '\n')
        rate(balise.origin, 'update-location')
        most = [rate(balise.origin, 'update-location')]
        for history, name in ((False, 'newest only'), (True, 'history')):
            rows = [('tracker-place', 'a place a request', 1), ('tracker-batch', 'batches of 200', BATCH)]
            for script, what, places in rows:
                most.append(rate(balise.origin, 'update-location'))
                found, errors = rate(balise.origin, script, str(files[history]))
                print(f'{what}, {name}: {found:,.0f} requests/s, {found * places:,.0f} places/s, '
                      f'{found / most[-1][0]:.2f} of UpdateLocation, {errors} errors')
        print(f'UpdateLocation: {sorted(most)[len(most) // 2][0]:,.0f} requests/s')


main()
