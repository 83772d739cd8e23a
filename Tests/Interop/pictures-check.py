#!/usr/bin/env python3
"""Makes the pictures of docs/console: pages of the console in Chromium, with the people of `balise demo`.

    pictures-check.py PROGRAM FOLDER

PROGRAM is the built `balise`. FOLDER gets the upper part of some pages, at each width and in both colours.
"""

import json
import os
import subprocess
import sys
import tempfile
import urllib.parse

import requests

from balise_process import Balise
from chromium import Chromium
from console_page import WIDTHS, ConsolePage
from findings import Findings
from page_scripts import WATCH

PAGES = {
    'overview': 'overview', 'people': 'people', 'person': 'person/{account}', 'security': 'log?view=security', 'backups': 'backups', 'map': 'map'}
# Pixels and bytes of a picture, which stands in the repository.
SCREEN = 900
SMALL = 60_000
# As whom operators look at the map.
READER = {'reader': 'the operator', 'readerKey': 'the key of the operator'}

found = Findings('pictures of the console')


def main():
    program, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory() as backups, Balise(program, {'backups': {'to': backups}, 'console': READER}) as balise, Chromium() as browser:
        command(balise, 'backups', 'make')
        demo = json.loads(command(balise, 'demo', '--server', balise.origin, '--json'))
        key = {'MiataruSetDeviceKey': {'DeviceID': READER['reader'], 'NewDeviceKey': READER['readerKey']}}
        answer = requests.post(f'{balise.origin}/v1/setDeviceKey', json=key, timeout=60)
        found.expect_equal(answer.status_code, 200, f'the status of the key of the reader: {answer.text}')
        account = json.loads(command(balise, 'accounts', 'show', demo['username'], '--json'))['id']
        console = Pictures(browser)
        console.page.ask('Page.navigate', url=demo['console'])
        console.page.wait('document.querySelector(".tiles") !== null', 'the overview')
        for name, address in PAGES.items():
            console.open(address.format(account=account))
            if name == 'map':
                console.page.wait('document.querySelector(".devices button") !== null', 'a device on the map')
            console.keep(f'{folder}/{name}')
    found.report()


def command(balise, *words):
    """What an operator's command prints."""
    port = urllib.parse.urlsplit(balise.operations).port
    place = ['--operations-port', str(port), '--data-dir', os.path.join(balise.folder.name, 'data')]
    done = subprocess.run([balise.program, *words, *place], capture_output=True, text=True, timeout=600)
    if done.returncode != 0:
        sys.exit(f'{" ".join(words)} ends with {done.returncode}: {done.stdout}{done.stderr}')
    return done.stdout


class Pictures(ConsolePage):
    def __init__(self, browser):
        page = browser.blank()
        page.ask('Page.enable')
        page.ask('Page.addScriptToEvaluateOnNewDocument', source=WATCH)
        page.look(WIDTHS[-1], 'light', 'en')
        super().__init__(found, None, page)

    def keep(self, path):
        """Small pictures of the upper part of the page."""
        for width in WIDTHS:
            for scheme in ['light', 'dark']:
                self.page.look(width, scheme)
                picture = f'{path}-{width}-{scheme}.png'
                for scale in [1, 0.8, 0.65, 0.5, 0.4, 0.3]:
                    self.page.picture(picture, SCREEN, scale)
                    if os.path.getsize(picture) <= SMALL:
                        break
                found.expect(os.path.getsize(picture) <= SMALL, f'{picture} is small')
        self.page.look(WIDTHS[-1], 'light')
        self.is_text(self.page, path)


if __name__ == '__main__':
    main()
