"""Opens an export of an account with readers of other people: Python's zipfile, Info-ZIP's unzip where there is one, and
jsonschema for the files in it.

    export-check.py BALISE"""

import io
import json
import shutil
import subprocess
import sys
import tempfile
import urllib.request
import zipfile

import jsonschema

from balise_process import Balise
from findings import Findings

EMAIL, PASSWORD = 'ada@example.org', 'correct horse staple'
findings = Findings('export')


def call(method, url, body, token=None):
    """What is answered to a call that has to succeed."""
    headers = {'Content-Type': 'application/json'} | ({'Authorization': f'Bearer {token}'} if token else {})
    request = urllib.request.Request(url, method=method, data=json.dumps(body).encode(), headers=headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.read()


with Balise(sys.argv[1]) as balise:
    api = f'{balise.origin}/api/v1'
    registered = json.loads(call('POST', f'{api}/auth/register', {
        'email': EMAIL, 'password': PASSWORD, 'firstName': 'Ada', 'lastName': 'Lovelace'}))
    token = registered['token']
    call('PATCH', f'{api}/users/me', {'bio': 'É "quoted"\n'}, token)
    call('PUT', f'{api}/users/me/position', {'latitude': 48.8566, 'longitude': 2.3522}, token)
    archive = call('POST', f'{api}/users/me/export', {'password': PASSWORD}, token)
    account = json.loads(zipfile.ZipFile(io.BytesIO(archive)).read('profile.json'))[0]['id']
    by_operator = call('POST', f'{balise.operations}/accounts/{account}/export', {}, balise.operator_token)

for name, content in [('of the person', archive), ('of the operator', by_operator)]:
    with zipfile.ZipFile(io.BytesIO(content)) as opened:
        findings.expect_equal(opened.testzip(), None, f'the first damaged file {name}')
        subjects = [entry for entry in opened.namelist() if entry.endswith('.json') and '/' not in entry]
        findings.expect(len(subjects) > 20, f'there are few files {name}: {subjects}')
        for subject in subjects:
            schema = json.loads(opened.read(f'schemas/{subject.removesuffix(".json")}.schema.json'))
            jsonschema.Draft202012Validator.check_schema(schema)
            wrong = [error.message for error in jsonschema.Draft202012Validator(schema).iter_errors(
                json.loads(opened.read(subject)))]
            findings.expect_equal(wrong, [], f'{subject} {name}')
        profile, = json.loads(opened.read('profile.json'))
        findings.expect_equal((profile['email'], profile['fields']['bio']), (EMAIL, 'É "quoted"\n'), f'profile {name}')
        position, = json.loads(opened.read('position.json'))
        findings.expect_equal((position['latitude'], position['longitude']), (48.8566, 2.3522), f'position {name}')
        findings.expect('profile.json' in opened.read('README.txt').decode(), f'README.txt {name}')
    if shutil.which('unzip'):
        with tempfile.NamedTemporaryFile(suffix='.zip') as file:
            file.write(content)
            file.flush()
            ended = subprocess.run(['unzip', '-t', file.name], capture_output=True, text=True)
            findings.expect_equal(ended.returncode, 0, f'unzip -t {name}: {ended.stdout[-300:]}')
        # What is cut off is no archive to anybody.
        with tempfile.NamedTemporaryFile(suffix='.zip') as file:
            file.write(content[:-30])
            file.flush()
            ended = subprocess.run(['unzip', '-t', file.name], capture_output=True, text=True)
            findings.expect(ended.returncode != 0, f'unzip takes a part for the whole {name}')
findings.report()
