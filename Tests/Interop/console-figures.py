#!/usr/bin/env python3
"""Measures the console for operators in Chromium, and holds each figure against its limit.

    console-figures.py PROGRAM [--minutes N] [--devices N] [--accounts N]

PROGRAM is the built `balise`, better of a release build. Run by hand on a quiet machine (docs/development.md); figures are
medians of several runs."""

import argparse
import concurrent.futures
import statistics
import subprocess
import threading
import time
from pathlib import Path

import requests

from balise_process import Balise
from chromium import Chromium
from findings import Findings
from page_scripts import WATCH

CONSOLE = Path(__file__).resolve().parent.parent.parent / 'Clients' / 'Console'
RUNS = 5
# A phone of some years ago, and the network that WebPageTest and Lighthouse call "Fast 3G": 1.6 Mbit/s down, 0.75 up, 150 ms.
SLOWER = 4
NETWORK = {'offline': False, 'latency': 150, 'downloadThroughput': 1.6e6 / 8, 'uploadThroughput': 0.75e6 / 8}
LISTS = [
    'people', 'notifications', 'notifications?state=scheduled', 'installations', 'push-health', 'webhooks',
    'keys', 'keys?view=console', 'log', 'log?view=security', 'backups', 'settings']
# More entries than a page of a list has.
ENTRIES = 60
# What a screen draws in a second, less what a count over some seconds can miss of it.
FRAMES_A_SECOND = 59.5
READER = {'reader': 'the operator', 'readerKey': 'the key of the operator'}

# When what an operator comes for is on the page, in milliseconds since its address was asked for.
FIRST_VIEW = """
    new MutationObserver((_, observer) => {
        if (!document.querySelector(".tiles .tile")) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => { window.shownAt = performance.now(); }));
    }).observe(document, {childList: true, subtree: true});
"""
# The milliseconds from when a page is asked for until it is drawn.
OPEN = """
    new Promise((resolve, reject) => {
        const before = document.querySelector(".page"), begin = performance.now();
        const look = () => {
            if (performance.now() - begin > 30000) return reject(new Error(`${ADDRESS} is not shown`));
            const page = document.querySelector(".page");
            if (page === before || !page.querySelector("h1")) return requestAnimationFrame(look);
            const refusal = page.querySelector(":scope > [role=alert]");
            if (refusal) return reject(new Error(`${ADDRESS}: ${refusal.textContent}`));
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begin)));
        };
        location.hash = ADDRESS;
        look();
    })
"""
# How many frames a second the browser makes in five seconds in which the map has to be drawn in each, and in how many it is.
FRAMES = """
    new Promise(resolve => {
        const map = document.querySelector("world-map"), drawn = map.drawn, begin = performance.now();
        let frames = 0;
        const count = now => {
            frames++;
            map.redraw();
            if (now - begin < 5000) return requestAnimationFrame(count);
            resolve([frames / 5, (map.drawn - drawn) / 5]);
        };
        requestAnimationFrame(count);
    })
"""

found = Findings('figures of the console')


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument('program')
    arguments.add_argument('--minutes', type=float, default=3, help='how long the map is watched')
    arguments.add_argument('--devices', type=int, default=1000, help='how many devices move on it each second')
    arguments.add_argument('--accounts', type=int, default=100, help='how many people there are')
    given = arguments.parse_args()
    settings = {
        'api': {'registrationsPerMinute': 1_000_000, 'failuresPerMinute': 1_000_000}, 'console': READER,
        'miataru': {'newDevicesPerHour': 1_000_000}}
    with Balise(given.program, settings) as balise, Chromium() as browser:
        figures = Figures(balise, browser)
        figures.prepare(given.accounts, given.devices)
        figures.assets()
        figures.sign_in()
        figures.first_view()
        figures.lists()
        figures.map(given.minutes, given.devices)
    found.report()


def judge(what, value, limit, unit):
    print(f'{what:<60} {value:>9.1f} {unit:<5} (at most {limit} {unit})', flush=True)
    found.expect(value <= limit, f'{what}: {value:.1f} {unit} in place of {limit} at most')


def judge_least(what, value, limit, unit):
    print(f'{what:<60} {value:>9.1f} {unit:<5} (at least {limit} {unit})', flush=True)
    found.expect(value >= limit, f'{what}: {value:.1f} {unit} in place of {limit} at least')


def tell(what, value, unit):
    print(f'{what:<60} {value:>9.1f} {unit}', flush=True)


class Figures:
    def __init__(self, balise, browser):
        self.balise = balise
        self.browser = browser
        self.calls = requests.Session()

    def api(self, path, body, due=(200, 201)):
        answer = self.calls.post(f'{self.balise.origin}{path}', json=body, timeout=60)
        if answer.status_code not in due:
            raise AssertionError(f'{path}: {answer.status_code} {answer.text}')

    def operate(self, path, body):
        answer = self.calls.post(
            f'{self.balise.operations}{path}', json=body, timeout=60,
            headers={'Authorization': f'Bearer {self.balise.operator_token}'})
        if answer.status_code not in (200, 201):
            raise AssertionError(f'{path}: {answer.status_code} {answer.text}')
        return answer.json()

    def prepare(self, accounts, devices):
        """What the lists and the map show. Each key is an entry of the audit log, too."""
        for number in range(accounts):
            self.api('/api/v1/auth/register', {
                'username': f'person{number}', 'email': f'person{number}@example.org', 'password': 'correct horse staple'})
        for number in range(ENTRIES):
            self.api('/api/v1/auth/login', {'username': f'person{number % accounts}', 'password': 'wrong'}, due=(401, 429))
            self.operate('/api-keys', {'name': f'key {number}', 'scopes': ['view']})
            self.operate('/announcements', {
                'type': 'EVENT', 'id': number + 1, 'title': f'event {number}', 'latitude': 48.86, 'longitude': 2.35})
        for name, key in [(READER['reader'], READER['readerKey']), *((f'device {number}', 'key') for number in range(devices))]:
            self.api('/v1/setDeviceKey', {'MiataruSetDeviceKey': {'DeviceID': name, 'NewDeviceKey': key}})
        self.move(devices, 0)
        for number in range(devices):
            self.api('/v1/setAllowedDeviceList', {'MiataruSetAllowedDeviceList': {
                'DeviceID': f'device {number}', 'DeviceKey': 'key', 'allowedDevices': [
                    {'DeviceID': READER['reader'], 'hasCurrentLocationAccess': True, 'hasHistoryAccess': False}]}})

    def move(self, devices, step):
        """All devices report a place, a hundred in one request."""
        for first in range(0, devices, 100):
            self.api('/v1/UpdateLocation', {
                'MiataruConfig': {'EnableLocationHistory': 'False', 'LocationDataRetentionTime': '60'},
                'MiataruLocation': [{
                    'Device': f'device {number}', 'DeviceKey': 'key', 'Timestamp': str(int(time.time())),
                    'Longitude': f'{-4 + number % 40 / 4 + step % 50 / 100:.4f}', 'Latitude': f'{43 + number // 40 / 4:.4f}',
                    'HorizontalAccuracy': '5'} for number in range(first, min(first + 100, devices))]})

    def assets(self):
        """What the console is made of, as files that a browser asks for, and the documents of the API."""
        whole, sent = 0, 0
        files = [*CONSOLE.glob('*.js'), *(CONSOLE.parent / 'Map').glob('*.js'), *CONSOLE.glob('*.css'), *CONSOLE.glob('texts/*.json'), Path('openapi.yaml'),
                 Path('openapi-operators.yaml')]
        for name in [path.name for path in files]:
            address = f'{self.balise.operations}/console/files/{name}'
            answer = requests.get(address, timeout=60, stream=True, headers={'Accept-Encoding': 'gzip'})
            found.expect_equal((answer.status_code, answer.headers.get('Content-Encoding')), (200, 'gzip'), f'how {name} comes')
            sent += len(answer.raw.read(decode_content=False))
            whole += len(requests.get(address, timeout=60, headers={'Accept-Encoding': 'identity'}).content)
        tell('all files', whole / 1000, 'kB')
        judge('all files, as they are sent', sent / 1000, 400, 'kB')

    def sign_in(self):
        link = self.operate('/console-links', {})
        self.page = self.new_page(WATCH + FIRST_VIEW)
        self.page.ask('Page.navigate', url=link['url'].replace('localhost', '127.0.0.1'))
        self.page.wait('document.querySelector(".tiles") !== null', 'the overview')

    def new_page(self, script):
        page = self.browser.blank()
        page.ask('Page.enable')
        page.ask('Page.addScriptToEvaluateOnNewDocument', source=script)
        page.look(1440, 'light')
        return page

    def first_view(self):
        """Nothing is in the browser's cache but the cookie."""
        page = self.page
        page.ask('Network.enable')
        page.ask('Network.setCacheDisabled', cacheDisabled=True)
        page.ask('Network.emulateNetworkConditions', **NETWORK)
        page.ask('Emulation.setCPUThrottlingRate', rate=SLOWER)
        painted, shown = [], []
        for _ in range(RUNS):
            page.go(f'{self.balise.operations}/console')
            page.wait('window.shownAt !== undefined', 'the overview')
            painted.append(page.run('performance.getEntriesByName("first-contentful-paint")[0].startTime'))
            shown.append(page.run('window.shownAt'))
        judge('first view, a slow machine and network: something is drawn', statistics.median(painted), 1000, 'ms')
        judge('first view, the same: the overview with its figures is drawn', statistics.median(shown), 1000, 'ms')
        page.ask('Emulation.setCPUThrottlingRate', rate=1)
        page.ask('Network.emulateNetworkConditions', **NETWORK | {'latency': 0, 'downloadThroughput': -1, 'uploadThroughput': -1})
        page.ask('Network.setCacheDisabled', cacheDisabled=False)
        # Or the process of the tab keeps all answers for whoever looks at them in the developer's tools.
        page.ask('Network.disable')

    def lists(self):
        """From a press to the drawn page, with what there is in `prepare`."""
        for name in LISTS:
            times = []
            for _ in range(RUNS):
                self.page.run(OPEN.replace('ADDRESS', '"#/api"'))
                times.append(self.page.run(OPEN.replace('ADDRESS', f'"#/{name}"')))
            judge(f'the first page of {name}', statistics.median(times), 200, 'ms')

    def map(self, minutes, devices):
        page = self.page
        page.run(OPEN.replace('ADDRESS', '"#/map"'))
        page.wait(
            f'document.querySelector(".beside [role=status]").textContent.includes("of {devices:,} devices")', 'all devices')
        before = self.memory()
        left = threading.Event()
        with concurrent.futures.ThreadPoolExecutor(1) as movers:
            moving = movers.submit(self.keep_moving, devices, left)
            try:
                begun = time.monotonic()
                frames, drawn = page.run(FRAMES)
                concurrent.futures.wait([moving], timeout=max(0, 60 * minutes - (time.monotonic() - begun)))
            finally:
                left.set()
            steps = moving.result()
            tell(f'how often all {devices} devices move', steps / (time.monotonic() - begun), '/s')
        found.expect_equal(page.run('window.refused'), [], 'what the policy refused, and errors of scripts')
        judge_least(f'frames a second while {devices} devices move', frames, FRAMES_A_SECOND, '/s')
        judge_least('frames a second in which the map is drawn', drawn, FRAMES_A_SECOND, '/s')
        after = self.memory()
        tell('values of scripts at the beginning', before['heap'], 'MB')
        judge(f'values of scripts after {minutes:g} minutes', after['heap'], 120, 'MB')
        tell('memory of the tab alone at the beginning', before['own'], 'MB')
        judge(f'memory of the tab alone after {minutes:g} minutes', after['own'], 120, 'MB')
        tell('elements of all documents at the end', after['nodes'], '')

    def keep_moving(self, devices, left):
        """Moves all devices each second; gives how often."""
        step = 0
        while not left.is_set():
            step += 1
            begun = time.monotonic()
            self.move(devices, step)
            left.wait(max(0, 1 - (time.monotonic() - begun)))
        return step

    def memory(self):
        """Megabytes after a collection of what nobody uses: of the values of scripts, and of the process of the tab without what
        it shares with others (on Linux; elsewhere with that)."""
        self.page.ask('HeapProfiler.collectGarbage')
        self.page.ask('Performance.enable')
        metrics = {metric['name']: metric['value'] for metric in self.page.ask('Performance.getMetrics')['metrics']}
        processes = self.browser.ask('SystemInfo.getProcessInfo')['processInfo']
        own = max(own_bytes(process['id']) for process in processes if process['type'] == 'renderer')
        return {'heap': metrics['JSHeapUsedSize'] / 1e6, 'nodes': metrics['Nodes'], 'own': own / 1e6}


def own_bytes(process):
    try:
        lines = Path(f'/proc/{process}/smaps_rollup').read_text().splitlines()
    except FileNotFoundError:
        shown = subprocess.run(['ps', '-o', 'rss=', '-p', str(process)], capture_output=True, text=True)
        return int(shown.stdout or 0) * 1024
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith('Private_'))


if __name__ == '__main__':
    main()
