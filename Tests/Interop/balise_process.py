"""A Balise that runs for a check."""

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time


# Settings for a check that asks more than one address may.
PLENTY = 1_000_000
UNLIMITED = {
    'api': {'failuresPerMinute': PLENTY, 'registrationsPerMinute': PLENTY},
    'appwrite': {'accountsPerHour': PLENTY, 'signInsPerHour': PLENTY, 'anonymousSessionsPerHour': PLENTY},
    'apple': {'audiences': ['com.example.app']},
}


def free_port():
    """A port that the system gives out and that nobody listens at."""
    with socket.socket() as place:
        place.bind(('127.0.0.1', 0))
        return place.getsockname()[1]


class Balise:
    """Runs the built `balise` for as long as it is entered: on ports of the system's choice, with a data folder that is
    removed at the end. `settings` is what its configuration file holds, `port` one that the system has just given out, for
    settings that have to name it."""

    def __init__(self, program, settings=None, port=0):
        self.program = program
        self.settings = settings
        self.port = port

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.log = os.path.join(self.folder.name, 'log')
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith('BALISE_')}
        self.environment |= {
            'BALISE_HTTP_PORT': str(self.port), 'BALISE_OPERATIONS_PORT': '0',
            'BALISE_DATA_DIR': os.path.join(self.folder.name, 'data')}
        if self.settings is not None:
            self.environment['BALISE_CONFIG'] = os.path.join(self.folder.name, 'balise.yaml')
            with open(self.environment['BALISE_CONFIG'], 'w') as file:
                json.dump(self.settings, file)  # JSON is YAML as well.
        self.launch()
        try:
            self.origin = self.wait_for_origin()
        except BaseException:
            self.process.kill()
            self.folder.cleanup()
            raise
        return self

    def launch(self):
        with open(self.log, 'w') as output:
            self.process = subprocess.Popen(
                [self.program], env=self.environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output)

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.status = self.process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.status = 'killed'
        self.text = self.read_log()
        self.folder.cleanup()

    def wait_for_origin(self):
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            found = re.search(r'is ready on (https?://[\d.:]+) \(operations (http://[\d.:]+)\)', self.read_log())
            if found:
                self.operations = found.group(2)
                return found.group(1)
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        sys.exit(f'balise did not start:\n{self.read_log()}')

    @property
    def operator_token(self):
        """What opens the operations port."""
        with open(os.path.join(self.folder.name, 'data', 'operator.token')) as file:
            return file.read().strip()

    def read_log(self):
        with open(self.log) as lines:
            return lines.read()
