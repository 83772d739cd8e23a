"""Generates Python clients from the documents that a running Balise serves, and uses them: openapi-python-client reads a
document, and what it writes has to import, and to do what an app and an operator do.

    python-client-check.py BALISE

Every warning of the generator is a failure, since it then leaves something out."""

import importlib
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

from balise_process import Balise
from findings import Findings

# The packages by the document that each is generated from.
PACKAGES = {'openapi.yaml': 'balise_client', 'openapi-operators.yaml': 'balise_operators'}

# Media types that the generator does not know, and how their bodies are to be passed on: as bytes or as text.
CONFIGURATION = """
content_type_overrides:
  image/x-icon: application/octet-stream
  application/zip: application/octet-stream
  application/gpx+xml: application/octet-stream
  image/png: application/octet-stream
  application/x-ndjson: text/plain
  application/yaml: application/octet-stream
  text/event-stream: text/plain
  text/javascript: text/plain
"""

EMAIL, PASSWORD = 'ada@example.org', 'correct horse staple'
PARIS = {'latitude': 48.8566, 'longitude': 2.3522}


def generate(document, package, folder):
    """What the generator says, beside that it works; `folder` holds the package afterwards."""
    source, configuration = folder / 'openapi.yaml', folder / 'generator.yaml'
    source.write_bytes(document)
    configuration.write_text(CONFIGURATION)
    ended = subprocess.run(
        [str(Path(sys.executable).with_name('openapi-python-client')), 'generate', '--path', str(source), '--config',
         str(configuration), '--output-path', str(folder / package), '--meta', 'none', '--fail-on-warning'],
        cwd=folder, env={'PATH': f'{Path(sys.executable).parent}:/usr/bin:/bin', 'NO_COLOR': '1'}, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    said = [line for line in ended.stdout.splitlines() if line.strip() and not line.startswith('Generating ')]
    return said if ended.returncode == 0 else [f'the generator ended with {ended.returncode}', *said]


def operations(document):
    """The names of all calls of the document."""
    import ruamel.yaml
    root = ruamel.yaml.YAML(typ='safe').load(document)
    return [
        operation['operationId'] for item in root['paths'].values() for operation in item.values()
        if isinstance(operation, dict) and 'operationId' in operation]


class Generated:
    """The generated package: its calls by their modules, its models by their names."""

    def __init__(self, package, folder):
        sys.path.insert(0, str(folder))
        self.client = importlib.import_module(f'{package}.client')
        self.models = importlib.import_module(f'{package}.models')
        self.calls = {}
        for module in sorted((folder / package / 'api').glob('*/*.py')):
            if module.stem != '__init__':
                name = f'{package}.api.{module.parent.name}.{module.stem}'
                self.calls[module.stem.replace('_', '')] = importlib.import_module(name)

    def ask(self, operation, client, *path, **arguments):
        """The status and the parsed answer of a call."""
        answer = self.calls[operation.lower()].sync_detailed(*path, client=client, **arguments)
        return int(answer.status_code), answer.parsed


def sign_in(generated, findings, balise):
    models, anybody = generated.models, generated.client.Client(base_url=balise.origin)
    status, registered = generated.ask('register', anybody, body=models.RegisterRequest(
        email=EMAIL, username='ada', password=PASSWORD, first_name='Ada', last_name='Lovelace'))
    findings.expect_equal((status, type(registered)), (201, models.Registered), 'registering')
    status, refused = generated.ask('signIn', anybody, body=models.SignInRequest(username='ada', password='another one'))
    findings.expect_equal((status, type(refused)), (401, models.APIError), 'signing in with another password')
    findings.expect_equal(refused.code, 'INVALID_CREDENTIALS', 'why')
    status, signed_in = generated.ask('signIn', anybody, body=models.SignInRequest(username='ada', password=PASSWORD))
    findings.expect_equal((status, type(signed_in)), (200, models.SignedInResponse), 'signing in')
    findings.expect_equal(signed_in.data.user.first_name, 'Ada', 'the name of who is signed in')
    return generated.client.AuthenticatedClient(base_url=balise.origin, token=signed_in.token)


def use_account(generated, findings, ada):
    models = generated.models
    status, profile = generated.ask('getProfileInEnvelope', ada)
    findings.expect_equal((status, profile.data.user.email), (200, EMAIL), 'reading the profile')
    status, changed = generated.ask('updateProfileInEnvelope', ada, body=models.UpdateProfileRequest(first_name='Augusta'))
    findings.expect_equal((status, changed.data.user.first_name), (200, 'Augusta'), 'changing the profile')
    wanted = models.NotificationChoices(
        notify_new_offers=True, notify_new_pro_nearby=False, notify_local_events=True, notification_radius=10,
        preferred_categories=['FOOD_PLAISIRS'])
    status, kept = generated.ask('setPreferences', ada, body=wanted)
    findings.expect_equal((status, kept), (200, wanted), 'setting the preferences')
    findings.expect_equal(generated.ask('getPreferences', ada), (200, wanted), 'reading the preferences')
    status, position = generated.ask('setPosition', ada, body=models.SetPositionRequest(**PARIS))
    findings.expect_equal((status, position.data.kept), (200, True), 'saying where one is')
    token = models.RegisterPushTokenRequest(token='ab12cd34' * 8, device_name="Ada's iPhone")
    status, device = generated.ask('registerPushToken', ada, body=token)
    findings.expect_equal((status, device.data.type_), (201, 'apns'), 'registering a push token')
    status, devices = generated.ask('listPushTokens', ada)
    findings.expect_equal((status, [one.id for one in devices.data]), (200, [device.data.id]), 'listing the push tokens')


def announce(generated, operators, findings, balise, ada):
    models = generated.models
    operator = operators.client.AuthenticatedClient(base_url=balise.operations, token=balise.operator_token)
    keys = {}
    for scope in ['PUBLISH', 'SUPPORT']:
        status, key = operators.ask('createAPIKey', operator, body=operators.models.CreateAPIKeyRequest(
            name=scope, scopes=[getattr(operators.models.CreateAPIKeyRequestScopesItem, scope)]))
        findings.expect_equal((status, type(key)), (201, operators.models.CreatedAPIKey), 'making an API key')
        keys[scope] = generated.client.AuthenticatedClient(
            base_url=balise.origin, token=key.secret, prefix='', auth_header_name='X-API-Key')
    offer = models.AnnounceRequest(
        type_=models.AnnounceRequestType.OFFER, id=123, category='FOOD_PLAISIRS', title='Bread',
        body='Half the price until noon', **PARIS)
    status, announced = generated.ask('announce', keys['PUBLISH'], body=offer)
    findings.expect_equal((status, type(announced)), (201, models.PublishedAnnouncementAnswer), 'announcing')
    name = announced.data.id

    def is_told():
        status, answer = generated.ask('getAnnouncement', keys['SUPPORT'], name)
        return status == 200 and answer.data.recipients == 1 and answer.data.books.accepted == 1

    findings.come_to_hold(is_told, 'the announcement is for one person on one push device')
    status, mine = generated.ask('getAnnouncement', keys['PUBLISH'], name)
    findings.expect_equal((status, mine.data.subject, mine.data.fewer_than), (200, 123, 10), 'what the publisher sees')
    status, inbox = generated.ask('listInbox', ada)
    findings.expect_equal((status, [one.entity_id for one in inbox.data]), (200, ['123']), 'the inbox')
    status, offers = generated.ask('findOffers', generated.client.Client(base_url=balise.origin), lat=48.85, lon=2.35)
    findings.expect_equal((status, [one.id for one in offers]), (200, [123]), 'the list of offers')


def check(balise, folder, findings):
    packages = []
    for name, package in PACKAGES.items():
        with urllib.request.urlopen(f'{balise.origin}/{name}', timeout=30) as answer:
            document = answer.read()
        said = generate(document, package, folder)
        findings.expect(not said, f'the generator says of {name}: ' + '\n'.join(said))
        packages.append(Generated(package, folder))
        missing = [name for name in operations(document) if name.lower() not in packages[-1].calls]
        findings.expect_equal(missing, [], 'calls that the generator left out')
    generated, operators = packages
    ada = sign_in(generated, findings, balise)
    use_account(generated, findings, ada)
    announce(generated, operators, findings, balise, ada)


findings = Findings('openapi-python-client')
with Balise(sys.argv[1]) as balise, tempfile.TemporaryDirectory() as folder:
    check(balise, Path(folder), findings)
findings.report()
