"""A headless Chromium, driven by the DevTools protocol over a pair of pipes."""

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
        target = self.ask('Target.createTarget', url='about:blank')['targetId']
        session = self.ask('Target.attachToTarget', targetId=target, flatten=True)['sessionId']
        page = Page(self, session)
        page.go(address)
        return page

    def ask(self, method, session=None, **parameters):
        number = next(self.numbers)
        message = {'id': number, 'method': method, 'params': parameters} | ({'sessionId': session} if session else {})
        os.write(self.input, json.dumps(message).encode() + b'\0')
        while True:
            answer = self.read()
            if answer.get('id') != number:
                continue
            if 'error' in answer:
                raise AssertionError(f'{method}: {answer["error"]}')
            return answer['result']

    def read(self):
        while b'\0' not in self.rest:
            part = os.read(self.output, 1 << 16)
            if not part:
                raise OSError('the browser has ended')
            self.rest += part
        message, self.rest = self.rest.split(b'\0', 1)
        return json.loads(message)


class Page:
    def __init__(self, browser, session):
        self.browser = browser
        self.session = session

    def ask(self, method, **parameters):
        return self.browser.ask(method, self.session, **parameters)

    def go(self, address):
        """Loads an address, also one that is shown already, and waits until it has loaded."""
        self.run('window.isLeft = true')
        self.ask('Page.navigate', url=address)
        deadline = time.monotonic() + 30
        while self.run(
                f'window.isLeft || document.URL !== {json.dumps(address)} || document.readyState !== "complete"'):
            if time.monotonic() > deadline:
                raise AssertionError(f'{address} did not load')
            time.sleep(0.05)

    def run(self, script):
        """The value of an expression in the page; waits for a promise."""
        answer = self.browser.ask(
            'Runtime.evaluate', self.session, expression=script, awaitPromise=True, returnByValue=True)
        if 'exceptionDetails' in answer:
            raise AssertionError(f'{script}: {answer["exceptionDetails"]}')
        return answer['result'].get('value')
