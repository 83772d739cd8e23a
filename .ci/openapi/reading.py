"""Reads the parts of the documents: common.yaml, the file of each subject, and facts.json."""

import json
import os
import sys
from pathlib import Path

try:
    import yaml
except ImportError:
    # The package of Debian serves Debian's Python, which need not be the first in the path.
    if sys.executable == '/usr/bin/python3' or not os.path.exists('/usr/bin/python3'):
        raise
    os.execv('/usr/bin/python3', ['/usr/bin/python3', *sys.argv])

FOLDER = Path(__file__).resolve().parent.parent.parent / 'Services' / 'Edge' / 'OpenAPI'
PARTS = FOLDER / 'Document'


def load(path):
    return yaml.load(path.read_text(), Loader=getattr(yaml, 'CSafeLoader', yaml.SafeLoader))


def load_common():
    return load(PARTS / 'common.yaml')


def load_subjects():
    return [load(path) for path in sorted(PARTS.glob('*.yaml')) if path.name != 'common.yaml']


def load_facts():
    """The facts of each call by its name, and those of each type. Calls with the same method and path have the name of the first."""
    facts = json.loads((PARTS / 'facts.json').read_text())
    calls, first_names = {}, {}
    for call in facts['calls']:
        name = first_names.setdefault((call['method'], call['path']), call['name'])
        calls.setdefault(name, []).append(call)
    return calls, facts['types']
