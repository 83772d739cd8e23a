"""A headless Chromium, driven by the DevTools protocol over a pair of pipes."""

import base64
import fcntl
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

NAMES = ['chromium', 'chromium-browser', 'google-chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']


class Chromium:
    """Runs a browser with an empty profile for as long as it is entered."""

    def __enter__(self):
        program = next((found for name in NAMES if (found := shutil.which(name))), None)
        if program is None:
            sys.exit('there is no Chromium; run .ci/install-packages browser')
        self.profile = tempfile.TemporaryDirectory()
        self.numbers = itertools.count(1)
        self.rest = b''
        # What the browser has told of unasked.
        self.events = []
        # The browser reads from its descriptor 3 and writes to 4: a shell puts them there, from numbers that are neither.
        their_input, self.input = os.pipe()
        self.output, their_output = os.pipe()
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in [their_input, their_output]]
        self.process = subprocess.Popen(
            # Without the sandbox, which a container without privileges does not have. The pages are this check's own.
            ['bash', '-c', f'exec "$0" "$@" 3<&{ends[0]} 4>&{ends[1]} {ends[0]}<&- {ends[1]}>&-', program, '--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage',
             '--no-first-run', '--disable-background-networking', '--disable-component-update',
             '--remote-debugging-pipe', f'--user-data-dir={self.profile.name}', 'about:blank'],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=ends)
        for end in [their_input, their_output, *ends]:
            os.close(end)
        return self

    def __exit__(self, *_):
        try:
            self.ask('Browser.close')
            self.process.wait(timeout=15)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.input)
        os.close(self.output)
        shutil.rmtree(self.profile.name, ignore_errors=True)

    def open(self, address):
        """A new page, as soon as it has loaded."""
        page = self.blank()
        page.go(address)
        return page

    def blank(self):
        """A new page without anything in it."""
        target = self.ask('Target.createTarget', url='about:blank')['targetId']
        return Page(self, self.ask('Target.attachToTarget', targetId=target, flatten=True)['sessionId'])

    def ask(self, method, session=None, **parameters):
        number = next(self.numbers)
        message = {'id': number, 'method': method, 'params': parameters} | ({'sessionId': session} if session else {})
        os.write(self.input, json.dumps(message).encode() + b'\0')
        while True:
            answer = self.read()
            if answer.get('id') != number:
                if 'method' in answer:
                    self.events.append(answer)
                continue
            if 'error' in answer:
                kind = PageLeft if answer['error'].get('message') == 'Inspected target navigated or closed' else AssertionError
                raise kind(f'{method}: {answer["error"]}')
            return answer['result']

    def read(self):
        while b'\0' not in self.rest:
            part = os.read(self.output, 1 << 16)
            if not part:
                raise OSError('the browser has ended')
            self.rest += part
        message, self.rest = self.rest.split(b'\0', 1)
        return json.loads(message)


class PageLeft(AssertionError):
    """The page gave way to another one before a script in it had answered."""


class Page:
    def __init__(self, browser, session):
        self.browser = browser
        self.session = session

    def ask(self, method, **parameters):
        return self.browser.ask(method, self.session, **parameters)

    def go(self, address):
        """Loads an address to the end, also one that is shown already."""
        self.run('window.isLeft = true')
        self.ask('Page.navigate', url=address)
        self.wait(
            f'!window.isLeft && document.URL === {json.dumps(address)} && document.readyState === "complete"',
            f'{address} to load')

    def wait(self, condition, what=None, seconds=30):
        """Asks again and again until an expression is true."""
        deadline = time.monotonic() + seconds
        while not self.holds(condition):
            if time.monotonic() > deadline:
                raise AssertionError(f'waited too long for {what or condition}')
            time.sleep(0.05)

    def holds(self, condition):
        """Whether an expression is true. It is not while the page gives way to another one."""
        try:
            return self.run(condition)
        except PageLeft:
            return False

    def type(self, text):
        """Types into the element that has the focus."""
        self.ask('Input.insertText', text=text)

    def press(self, key):
        """Presses a key: Tab, Enter, Space or ArrowLeft."""
        code, text = {'Tab': (9, ''), 'Enter': (13, '\r'), 'Space': (32, ' '), 'ArrowLeft': (37, '')}[key]
        named = {'key': ' ' if key == 'Space' else key, 'code': key, 'windowsVirtualKeyCode': code}
        self.ask('Input.dispatchKeyEvent', type='keyDown', text=text, **named)
        self.ask('Input.dispatchKeyEvent', type='keyUp', **named)

    def look(self, width, scheme, language='en', agent='Check/1'):
        """The width and the colours of the screen, and whose browser it is."""
        self.ask('Emulation.setDeviceMetricsOverride', width=width, height=900, deviceScaleFactor=1, mobile=False)
        self.ask('Emulation.setEmulatedMedia', features=[{'name': 'prefers-color-scheme', 'value': scheme}])
        self.ask('Emulation.setUserAgentOverride', userAgent=agent, acceptLanguage=language)

    def picture(self, path, tallest=None, scale=1):
        """Writes the whole page as a picture, or the upper part of it with so many pixels, smaller by a factor."""
        area = {}
        if tallest is not None:
            height = self.ask('Page.getLayoutMetrics')['cssContentSize']['height']
            # The bar for scrolling, which takes some of the width, is not in the picture.
            width = self.run('innerWidth')
            area = {'clip': {'x': 0, 'y': 0, 'width': width, 'height': min(height, tallest), 'scale': scale}}
        shown = self.ask('Page.captureScreenshot', format='png', captureBeyondViewport=True, **area)
        with open(path, 'wb') as file:
            file.write(base64.b64decode(shown['data']))

    def run(self, script):
        """The value of an expression in the page; waits for a promise."""
        answer = self.browser.ask(
            'Runtime.evaluate', self.session, expression=script, awaitPromise=True, returnByValue=True)
        if 'exceptionDetails' in answer:
            raise AssertionError(f'{script}: {answer["exceptionDetails"]}')
        return answer['result'].get('value')
