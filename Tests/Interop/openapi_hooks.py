"""Who asks, in the requests that schemathesis makes: it loads this file (SCHEMATHESIS_HOOKS).

Every request carries a credential that counts at that moment. Some calls end it (signing out, erasing the account), so
it is looked at before each one and made anew when it has ended."""

import itertools
import json
import os
import urllib.error
import urllib.request

import schemathesis

ORIGIN = os.environ['BALISE_CHECK_ORIGIN']
OPERATIONS = os.environ['BALISE_CHECK_OPERATIONS']
OPERATOR_TOKEN = os.environ['BALISE_CHECK_OPERATOR_TOKEN']
PROJECT = 'familysync'
# How a request says that it comes from the account page.
FROM_PAGE = {'X-Requested-With': 'BaliseAccount'}

numbers = itertools.count()


def call(method, url, body=None, headers=None):
    """The status and the body of an answer, whatever the status."""
    request = urllib.request.Request(
        url, method=method, data=None if body is None else json.dumps(body).encode(),
        headers={'Content-Type': 'application/json'} | (headers or {}))
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.read(), answer.headers
    except urllib.error.HTTPError as answer:
        return answer.code, answer.read(), answer.headers


def made(answer, what):
    status, body, headers = answer
    if status not in (200, 201):
        raise RuntimeError(f'{what}: {status} {body.decode()}')
    return json.loads(body), headers


def new_person():
    """The session token of somebody who has just registered."""
    body, _ = made(call('POST', f'{ORIGIN}/api/v1/auth/register', {
        'email': f'person-{next(numbers)}-{os.getpid()}@example.org', 'password': 'correct horse staple',
        'firstName': 'Ada', 'lastName': 'Lovelace'}), 'registering')
    return body['token']


def new_appwrite_session():
    """The value of the cookie of somebody who has just signed in by Appwrite's API."""
    identity = f'person{next(numbers)}x{os.getpid()}'
    account = {'userId': identity, 'email': f'{identity}@example.org', 'password': 'correct horse staple', 'name': 'Ada'}
    project = {'X-Appwrite-Project': PROJECT}
    made(call('POST', f'{ORIGIN}/v1/account', account, project), 'making an Appwrite account')
    _, headers = made(call('POST', f'{ORIGIN}/v1/account/sessions/email', account, project), 'signing in')
    for cookie in headers.get_all('Set-Cookie'):
        name, _, value = cookie.partition('=')
        if name == f'a_session_{PROJECT}':
            return value.split(';')[0]
    raise RuntimeError('signing in set no cookie')


def new_api_key(*scopes):
    body, _ = made(call(
        'POST', f'{OPERATIONS}/api-keys', {'name': 'openapi-check', 'scopes': scopes},
        {'Authorization': f'Bearer {OPERATOR_TOKEN}'}), 'making an API key')
    return body['secret']


class Credential:
    """A credential that is made when it is first needed, and made anew when it has ended."""

    def __init__(self, make, counts):
        self.make = make
        self.counts = counts
        self.value = None

    def current(self):
        if self.value is None or not self.counts(self.value):
            self.value = self.make()
        return self.value


def answered(path, headers):
    return call('GET', ORIGIN + path, headers=headers)[0] == 200


person = Credential(new_person, lambda token: answered('/api/v1/users/me', {'Authorization': f'Bearer {token}'}))
appwrite = Credential(
    new_appwrite_session,
    lambda value: answered('/v1/account', {'X-Appwrite-Project': PROJECT, 'X-Appwrite-Session': value}))
publisher = Credential(lambda: new_api_key('publish'), lambda _: True)
introspector = Credential(lambda: new_api_key('introspect'), lambda _: True)


def credential(call):
    """The header fields with which a call of the document is made by somebody who may."""
    tag = call['tags'][0]
    if tag == 'Operations':
        return {'Authorization': f'Bearer {OPERATOR_TOKEN}'}
    if tag == 'Appwrite':
        return {'X-Appwrite-Project': PROJECT, 'X-Appwrite-Session': appwrite.current()}
    if tag in ('Announcements', 'Notifications of any kind'):
        return {'X-API-Key': publisher.current()}
    return FROM_PAGE if tag == 'Account pages' else {'Authorization': f'Bearer {person.current()}'}


def shown(header, value, more={}):
    """A provider of schemathesis's that shows a credential in a header."""

    class Shown:
        def get(self, case, context):
            return value()

        def set(self, case, data, context):
            case.headers = {**(case.headers or {}), header: data, **more}

    return Shown


# The operations port wants it of whatever changes something, also without a body.
JSON = {'Content-Type': 'application/json'}

for tags, header, value, more in [
    (['Sessions', 'Passwords', 'Profiles', 'Devices', 'Trackers', 'Notifications', 'Positions', 'Push devices', 'Ecovelo'],
     'Authorization', lambda: f'Bearer {person.current()}', {}),
    (['Announcements', 'Notifications of any kind'], 'X-API-Key', publisher.current, {}),
    (['OAuth'], 'X-API-Key', introspector.current, {}),
    (['Appwrite'], 'X-Appwrite-Session', appwrite.current, {}),
    (['Operations'], 'Authorization', lambda: f'Bearer {OPERATOR_TOKEN}', JSON),
]:
    schemathesis.auth(refresh_interval=None).apply_to(tag=tags)(shown(header, value, more))


@schemathesis.hook
def before_load_schema(context, schema):
    """Lists at each call the statuses that stand behind its `default`, so that every answer is judged by its own form."""
    responses = schema['components']['responses']
    for item in schema['paths'].values():
        for call in item.values():
            shared = isinstance(call, dict) and call.get('responses', {}).get('default', {}).get('$ref')
            if shared:
                statuses = responses[shared.rpartition('/')[2]]['x-statuses']
                call['responses'] = {**statuses, **{key: value for key, value in call['responses'].items() if key != 'default'}}


@schemathesis.hook
def map_headers(context, headers):
    """Appwrite's calls name the project, as its SDKs always do."""
    if context.operation is not None and 'Appwrite' in (context.operation.tags or []):
        return {**(headers or {}), 'X-Appwrite-Project': PROJECT}
    return headers
