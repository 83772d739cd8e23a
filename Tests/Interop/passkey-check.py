#!/usr/bin/env python3
"""Makes and shows passkeys with what others have written: the `fido2` package (PyPI) as a client with keys of each kind,
and Chromium with its virtual authenticator.

    passkey-check.py PROGRAM

PROGRAM is the built `balise`.
"""

import http.server
import importlib.metadata
import json
import os
import sys
import threading

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from fido2.cose import ES256, RS256, EdDSA
from fido2.utils import sha256, websafe_decode, websafe_encode
from fido2.webauthn import (
    Aaguid, AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData, PublicKeyCredentialCreationOptions,
    PublicKeyCredentialRequestOptions)

from app_api import AppAPI
from balise_process import Balise
from chromium import Chromium
from findings import Findings

FLAG = AuthenticatorData.FLAG
found = Findings(f'passkeys of fido2 {importlib.metadata.version("fido2")} and Chromium')
expect = found.expect


class Key:
    """An authenticator with one passkey, put together out of the classes of the package."""

    def __init__(self, kind, origin, domain='localhost'):
        self.origin = origin
        self.domain = domain
        self.id = os.urandom(32)
        self.count = 0
        if kind == 'ES256':
            self.private, self.kind = ec.generate_private_key(ec.SECP256R1()), ES256
        elif kind == 'EdDSA':
            self.private, self.kind = ed25519.Ed25519PrivateKey.generate(), EdDSA
        else:
            self.private, self.kind = rsa.generate_private_key(65537, 2048), RS256

    def sign(self, data):
        if self.kind is ES256:
            return self.private.sign(data, ec.ECDSA(hashes.SHA256()))
        if self.kind is EdDSA:
            return self.private.sign(data)
        return self.private.sign(data, padding.PKCS1v15(), hashes.SHA256())

    def make(self, options, is_attested):
        options = PublicKeyCredentialCreationOptions.from_dict(options)
        expect(options.rp.id == self.domain, 'the package reads the options')
        expect(self.kind.ALGORITHM in [one.alg for one in options.pub_key_cred_params], 'the algorithm is asked for')
        self.handle = options.user.id
        client = CollectedClientData.create('webauthn.create', options.challenge, self.origin)
        credential = AttestedCredentialData.create(
            Aaguid(bytes(16)), self.id, self.kind.from_cryptography_key(self.private.public_key()))
        data = AuthenticatorData.create(
            sha256(self.domain.encode()), FLAG.UP | FLAG.UV | FLAG.AT, self.count, credential)
        statement = {'alg': self.kind.ALGORITHM, 'sig': self.sign(data + client.hash)} if is_attested else {}
        attestation = AttestationObject.create('packed' if is_attested else 'none', data, statement)
        return {
            'id': websafe_encode(self.id), 'rawId': websafe_encode(self.id), 'type': 'public-key',
            'response': {
                'clientDataJSON': websafe_encode(client), 'attestationObject': websafe_encode(attestation),
                'transports': ['usb']},
            'clientExtensionResults': {}, 'name': f'{self.kind.__name__} key'}

    def show(self, options):
        options = PublicKeyCredentialRequestOptions.from_dict(options)
        self.count += 1
        client = CollectedClientData.create('webauthn.get', options.challenge, self.origin)
        data = AuthenticatorData.create(sha256(self.domain.encode()), FLAG.UP | FLAG.UV, self.count)
        return {
            'id': websafe_encode(self.id), 'rawId': websafe_encode(self.id), 'type': 'public-key',
            'response': {
                'clientDataJSON': websafe_encode(client), 'authenticatorData': websafe_encode(data),
                'signature': websafe_encode(self.sign(data + client.hash)), 'userHandle': websafe_encode(self.handle)},
            'clientExtensionResults': {}}


def package(api, origin):
    for kind in ['ES256', 'EdDSA', 'RS256']:
        for is_attested in [False, True]:
            name, token = api.person()
            key = Key(kind, origin)
            options = api.call('POST', 'users/me/passkeys/options', token=token)['data']
            made = api.call('POST', 'users/me/passkeys', key.make(options, is_attested), token, due=201)['data']
            expect(made['name'] == f'{kind} key' and not made['isBackedUp'], f'the passkey of {kind} is kept')
            for _ in range(2):
                body = key.show(api.call('POST', 'auth/passkeys/options')['data'])
                signed_in = api.call('POST', 'auth/passkeys', body)
                expect(signed_in['data']['user']['username'] == name, f'{kind} opens the account')
                api.call('POST', 'auth/passkeys', body, due=401)
            key.count -= 1
            api.call('POST', 'auth/passkeys', key.show(api.call('POST', 'auth/passkeys/options')['data']), due=401)
            again = api.call('POST', 'users/me/passkeys/options', token=token)['data']
            expect([one['id'] for one in again['excludeCredentials']] == [websafe_encode(key.id)], 'it is excluded')
    other = Key('ES256', 'https://evil.example')
    _, token = api.person()
    options = api.call('POST', 'users/me/passkeys/options', token=token)['data']
    api.call('POST', 'users/me/passkeys', other.make(options, False), token, due=400)


class Page(http.server.BaseHTTPRequestHandler):
    """An empty page on localhost, on which a browser allows passkeys without TLS."""

    def do_GET(self):
        self.send_response(200)
        self.send_header('Content-Type', 'text/html; charset=utf-8')
        self.end_headers()
        self.wfile.write(b'<!doctype html><title>passkeys</title>')

    def log_message(self, *_):
        pass


CREATE = '''(async () => {
    const options = PublicKeyCredential.parseCreationOptionsFromJSON(%s);
    return (await navigator.credentials.create({publicKey: options})).toJSON();
})()'''
SHOW = '''(async () => {
    const options = PublicKeyCredential.parseRequestOptionsFromJSON(%s);
    return (await navigator.credentials.get({publicKey: options})).toJSON();
})()'''


def browser(api, page_origin):
    """A page takes the options as they are answered, and what it sends is taken as the browser gives it."""
    with Chromium() as chromium:
        page = chromium.open(page_origin + '/')
        ask = lambda method, **parameters: chromium.ask(method, page.session, **parameters)
        ask('WebAuthn.enable')
        authenticator = ask('WebAuthn.addVirtualAuthenticator', options={
            'protocol': 'ctap2', 'transport': 'internal', 'hasResidentKey': True, 'hasUserVerification': True,
            'isUserVerified': True, 'automaticPresenceSimulation': True})['authenticatorId']
        name, token = api.person()
        options = api.call('POST', 'users/me/passkeys/options', token=token)['data']
        made = page.run(CREATE % json.dumps(options))
        kept = api.call('POST', 'users/me/passkeys', made | {'name': 'Chromium'}, token, due=201)['data']
        expect(kept['credentialId'] == made['id'], 'the passkey that the browser made is kept')
        again = api.call('POST', 'users/me/passkeys/options', token=token)['data']
        try:
            page.run(CREATE % json.dumps(again))
            expect(False, 'the browser makes no second passkey for the account')
        except AssertionError as error:
            expect('InvalidStateError' in str(error), f'the browser knows its passkey again: {error}')
        for _ in range(2):
            shown = page.run(SHOW % json.dumps(api.call('POST', 'auth/passkeys/options')['data']))
            signed_in = api.call('POST', 'auth/passkeys', shown)
            expect(signed_in['data']['user']['username'] == name, 'the browser opens the account')
            api.call('POST', 'auth/passkeys', shown, due=401)
        listed = api.call('GET', 'users/me/passkeys', token=token)['data']['passkeys']
        expect(len(listed) == 1 and 'lastUsedAt' in listed[0], 'its use is noted')
        # Without a finger: the browser refuses by itself, since verification is required.
        ask('WebAuthn.setUserVerified', authenticatorId=authenticator, isUserVerified=False)
        try:
            page.run(SHOW % json.dumps(api.call('POST', 'auth/passkeys/options')['data']))
            expect(False, 'the browser shows nothing without verification')
        except AssertionError as error:
            expect('NotAllowedError' in str(error), f'the browser asks for verification: {error}')
        ask('WebAuthn.setUserVerified', authenticatorId=authenticator, isUserVerified=True)
        api.call('DELETE', f'users/me/passkeys/{kept["id"]}', token=token)
        shown = page.run(SHOW % json.dumps(api.call('POST', 'auth/passkeys/options')['data']))
        api.call('POST', 'auth/passkeys', shown, due=401)


def main():
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    origin = f'http://localhost:{server.server_port}'
    settings = {
        'passkeys': {'rpId': 'localhost', 'origins': [origin]}, 'api': {'failuresPerMinute': 1000}}
    with Balise(sys.argv[1], settings) as balise:
        api = AppAPI(balise.origin, found)
        package(api, origin)
        browser(api, origin)
    server.shutdown()
    found.expect_equal(balise.status, 0, 'the status with which balise leaves')
    for reason in ['spent', 'counter', 'credential', 'origin']:
        expect(f'"reason":"{reason}"' in balise.text, f'the log says why: {reason}')
    found.report()


main()
