"""A real OpenID provider for a check: oidc-provider-mock (PyPI), which is Authlib behind Flask."""

import logging
import os
import secrets
import threading
import time
import warnings
from datetime import timedelta

os.environ['AUTHLIB_INSECURE_TRANSPORT'] = '1'  # On loopback, and for an issuer whose name is http.
logging.getLogger('werkzeug').setLevel(logging.ERROR)

from authlib.deprecate import AuthlibDeprecationWarning

warnings.simplefilter('ignore', AuthlibDeprecationWarning)  # Which is for the provider's authors.

import flask
import oidc_provider_mock
import requests
import werkzeug.serving
from authlib.integrations.requests_client import OAuth2Session
from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT = 'host-app'
REDIRECT = 'https://host.example/callback'


class Provider:
    """Runs the provider on a port of the system's choice for as long as it is entered. `rotate` starts it anew in the same
    place, with other keys."""

    def __enter__(self):
        self.people = {}
        self.start(0)
        return self

    def __exit__(self, *_):
        self.stop()

    @property
    def issuer(self):
        return f'http://127.0.0.1:{self.port}'

    def settings(self, *origins):
        """Those of a Balise that takes its tokens, for web apps of these origins."""
        issuer = {'issuer': self.issuer, 'audiences': [CLIENT], 'programs': ['rennes', 'nantes']}
        return {'issuers': {'host': issuer}, 'ecovelo': {'allowedOrigins': list(origins)}}

    def start(self, port):
        people = [oidc_provider_mock.User(sub=name, claims=claims) for name, claims in self.people.items()]
        self.app = oidc_provider_mock.app(user_claims=people, access_token_max_age=timedelta(minutes=10))
        self.server = werkzeug.serving.make_server('127.0.0.1', port, self.app, threaded=True)
        self.port = self.server.server_port
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={'poll_interval': 0.05})
        self.thread.start()

    def stop(self):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()

    def rotate(self):
        self.stop()
        self.start(self.port)

    def add(self, person, **claims):
        """Tells the provider of a person; claims that are none of the standard's stand in every token."""
        self.people[person] = claims
        answer = requests.put(f'{self.issuer}/users/{person}', json=claims, timeout=30)
        answer.raise_for_status()

    def sign_in(self, person, client=CLIENT, scope='openid profile email phone'):
        """Signs a person in as a relying party does (authorization code, RFC 6749 section 4.1); gives the ID token."""
        session = OAuth2Session(client, 'a secret', scope=scope, redirect_uri=REDIRECT)
        address, _ = session.create_authorization_url(f'{self.issuer}/oauth2/authorize', nonce=secrets.token_urlsafe())
        answer = requests.post(address, data={'sub': person}, allow_redirects=False, timeout=30)
        if answer.status_code != 302:
            raise AssertionError(f'the provider did not sign {person} in: {answer.status_code} {answer.text[:200]}')
        return session.fetch_token(
            f'{self.issuer}/oauth2/token', authorization_response=answer.headers['Location'])['id_token']

    def sign(self, claims, **header):
        """A token of the given claims, signed with the provider's own key; the provider itself makes none of this kind."""
        with self.app.test_request_context('/'):
            self.app.preprocess_request()
            key = flask.g.oidc_provider_mock_storage.jwk.as_dict(is_private=True)
        return jwt.encode({'alg': 'RS256', 'kid': key['kid'], **header}, claims, RSAKey.import_key(key))

    def expired_token(self, person):
        """A token whose time is over."""
        now = int(time.time())
        return self.sign({
            'iss': self.issuer, 'aud': CLIENT, 'sub': person, 'iat': now - 7200, 'exp': now - 3600,
            **self.people.get(person, {})})

    def session_token(self, person, session):
        """A token of a session at the provider, which the mock knows none of."""
        now = int(time.time())
        return self.sign({
            'iss': self.issuer, 'aud': CLIENT, 'sub': person, 'iat': now, 'exp': now + 3600, 'sid': session,
            **self.people.get(person, {})})

    def logout_token(self, **who):
        """What the provider posts to say that a person has signed out (OpenID Connect Back-Channel Logout 1.0, 2.4)."""
        now = int(time.time())
        return self.sign({
            'iss': self.issuer, 'aud': CLIENT, 'iat': now, 'exp': now + 120, 'jti': secrets.token_urlsafe(),
            'events': {'http://schemas.openid.net/event/backchannel-logout': {}}, **who}, typ='logout+jwt')
