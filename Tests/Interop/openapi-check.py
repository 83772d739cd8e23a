"""Holds the OpenAPI documents against the running server: schemathesis sends what they allow and what they forbid,
with the credentials that each call asks for, and judges every answer by them.

    openapi-check.py BALISE

What a schema cannot say stands in schemathesis.toml, who asks in openapi_hooks.py."""

import os
import re
import subprocess
import sys
from pathlib import Path

from balise_process import UNLIMITED, Balise

HERE = Path(__file__).resolve().parent
DOCUMENTS = HERE.parent.parent / 'Services' / 'Edge' / 'OpenAPI'

# Balise takes more than the document promises, such as a number where a text is due, since apps send it so; and a method that a
# path does not have is 404 where Appwrite's API and Miataru's have it so.
NOT_JUDGED = 'negative_data_rejection,unsupported_method'

# Streams do not end by themselves; live-check.py and websocket-check.py read them.
STREAMS = [
    argument for stream in ('streamDevices', 'watchDevices', 'streamPlaces', 'streamMap', 'streamNotification')
    for argument in ('--exclude-operation-id', stream)
]

SETTINGS = UNLIMITED | {'passkeys': {'rpId': 'example.org'}}


def run(balise, document, *selection, origin):
    """Whether schemathesis finds no difference; it prints those that it finds."""
    environment = os.environ | {
        'SCHEMATHESIS_HOOKS': 'openapi_hooks', 'PYTHONPATH': str(HERE), 'BALISE_CHECK_ORIGIN': balise.origin,
        'BALISE_CHECK_OPERATIONS': balise.operations, 'BALISE_CHECK_OPERATOR_TOKEN': balise.operator_token}
    ended = subprocess.run(
        [str(Path(sys.executable).with_name('schemathesis')), '--config-file', str(HERE / 'schemathesis.toml'), 'run',
         str(DOCUMENTS / document), '--url', origin, '--phases', 'coverage', '--seed', '1', '--exclude-checks', NOT_JUDGED,
         '--continue-on-failure', '--no-color', *selection],
        env=environment, cwd=balise.folder.name, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    counted = re.search(r'(\d+) generated', ended.stdout)
    print(f'openapi ({origin}): {counted.group(1) if counted else "no"} requests, '
          f'{"no difference" if ended.returncode == 0 else "differences"}')
    if ended.returncode != 0:
        print(ended.stdout)
    return ended.returncode == 0 and counted is not None


with Balise(sys.argv[1], SETTINGS) as balise:
    results = [
        run(balise, 'openapi.yaml', *STREAMS, origin=balise.origin),
        run(balise, 'openapi-operators.yaml', *STREAMS, origin=balise.operations),
    ]
sys.exit(0 if all(results) else 1)
