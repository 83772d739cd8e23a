#!/usr/bin/env python3
"""Signs people in at a real OpenID provider (oidc-provider-mock, PyPI), and shows its tokens to a Balise: they are taken,
also after the provider has changed its keys, and count no more once their person has signed out there.

    openid-check.py PROGRAM

People also sign in by its web page, through Balise (authorization code with PKCE).

PROGRAM is the built `balise`. The provider knows neither other keys nor back-channel logout: it is started anew in the same
place for the one, and logout tokens are signed with its own key for the other.
"""

import base64
import hashlib
import importlib.metadata
import secrets
import sys
import time
import urllib.parse

import requests

from balise_process import Balise
from findings import Findings
from openid_provider import CLIENT, Provider

EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'
APP = 'com.example.app:/signed-in'
ID_TOKEN = 'urn:ietf:params:oauth:token-type:id_token'
found = Findings(f'oidc-provider-mock {importlib.metadata.version("oidc-provider-mock")}')


def main():
    with Provider() as provider:
        provider.add(
            'ada', email='ada@example.org', given_name='Ada', family_name='Lovelace', program=['rennes', 'brest'],
            sid='session-of-ada')
        provider.add('bob', email='bob@example.org', sid='session-of-bob')
        provider.add('carol', email='carol@example.org', email_verified=True)
        settings = {'issuers': {'host': {
            'issuer': provider.issuer, 'audiences': [CLIENT], 'programs': ['rennes', 'nantes'],
            'clientId': 'balise-at-the-host', 'clientSecret': 'a secret'}}, 'oauth': {'redirectUris': [APP]}}
        with Balise(sys.argv[1], settings) as balise:
            origin = balise.origin
            ada = provider.sign_in('ada')
            recognised(provider, origin, ada)
            forged(provider, origin, ada)
            logout(provider, origin, 'ada', sub='ada')
            logout(provider, origin, 'bob', sid='session-of-bob')
            web_page(origin)
            rotation(provider, origin)
        found.expect_equal(balise.status, 0, 'the status with which balise leaves')
        for word in ['session-of-ada', 'ada@example.org', ada]:
            found.expect(word not in balise.text, 'the log holds nothing of a person or a token')
    found.report()


def recognised(provider, origin, token):
    for authorization in [token, 'Bearer ' + token, 'bearer ' + token]:
        answer = get(origin, '/api/v1/users/me', authorization)
        found.expect_equal(answer.status_code, 200, 'an ID token opens the account')
        user = answer.json()
        found.expect_equal(
            (user.get('email'), user.get('firstName'), user.get('lastName')), ('ada@example.org', 'Ada', 'Lovelace'),
            'what the provider says of the person')
    again = get(origin, '/api/v1/users/me', provider.sign_in('ada')).json()
    found.expect_equal(again['id'], user['id'], 'the account of the next sign-in')
    bob = get(origin, '/api/v1/users/me', provider.sign_in('bob')).json()
    found.expect(bob['id'] != user['id'], 'another person has another account')
    found.expect_equal(get(origin, '/ecovelo/users/me', token).status_code, 200, 'the web app is let in')
    for program, status in [('rennes', 200), ('brest', 403), ('nantes', 403), ('paris', 403)]:
        answer = get(origin, '/ecovelo/users/me', token, program=program)
        found.expect_equal(answer.status_code, status, f'the status for program {program}')


def forged(provider, origin, token):
    head, body, signature = token.split('.')
    turned = signature[:-8] + signature[-8:][::-1]
    now = int(time.time())
    claims = {'iss': provider.issuer, 'aud': CLIENT, 'sub': 'ada', 'iat': now, 'exp': now + 600}
    unexplained = [f'{head}.{body}.{turned}', f'{head}.{provider.sign_in("bob").split(".")[1]}.{signature}']
    for forgery, code in {
        unexplained[0]: 'INVALID_TOKEN',
        unexplained[1]: 'INVALID_TOKEN',
        provider.sign_in('ada', client='another-app'): 'INVALID_TOKEN',
        provider.sign(claims | {'iss': 'http://127.0.0.1:1'}): 'INVALID_TOKEN',
        provider.sign({name: value for name, value in claims.items() if name != 'exp'}): 'INVALID_TOKEN',
        provider.logout_token(sub='ada'): 'INVALID_TOKEN',
        provider.expired_token('ada'): 'TOKEN_EXPIRED',
    }.items():
        answer = get(origin, '/ecovelo/users/me', forgery)
        result = (answer.status_code, answer.json().get('code'))
        # A signature that no known key explains may be that of a newer one, which is looked for once a minute.
        if forgery in unexplained and result == (503, 'UNAVAILABLE'):
            found.expect('Retry-After' in answer.headers, 'a time after which to try again')
        else:
            found.expect_equal(result, (401, code), 'the answer to a forgery')


def logout(provider, origin, person, **who):
    token = provider.sign_in(person)
    account = get(origin, '/api/v1/users/me', token).json()['id']
    exchanged = requests.post(
        origin + '/oauth/token', timeout=30,
        data={'grant_type': EXCHANGE, 'subject_token': token, 'subject_token_type': ID_TOKEN, 'program': 'rennes'})
    found.expect_equal(exchanged.status_code, 200, 'the status of a token exchange')
    short = exchanged.json().get('access_token', '')
    found.expect_equal(get(origin, '/ecovelo/users/me', short).status_code, 200, 'the status for an exchanged token')
    for wrong in [token, provider.expired_token(person), 'no token', '']:
        found.expect_equal(post_logout(origin, wrong), 400, 'the status for what is no logout token')
    found.expect_equal(get(origin, '/api/v1/users/me', token).status_code, 200, 'the status before the logout')
    message = provider.logout_token(**who)
    found.expect_equal(post_logout(origin, message), 200, 'the status for a logout token')
    for ended in [token, short]:
        found.come_to_hold(
            lambda: get(origin, '/api/v1/users/me', ended).status_code == 401, 'the session ends with the logout')

    # A token tells the second in which it was made, and one of the second of the logout is refused.
    def comes_back():
        nonlocal token
        token = provider.sign_in(person)
        answer = get(origin, '/api/v1/users/me', token)
        return answer.status_code == 200 and answer.json()['id'] == account

    ended_token = token
    found.come_to_hold(comes_back, 'the person comes back to the same account')
    # A provider that heard no answer posts it again, and ends nothing with it that has begun since.
    found.expect_equal(post_logout(origin, message), 200, 'the status for the same logout token again')
    found.expect_equal(get(origin, '/api/v1/users/me', token).status_code, 200, 'the status of who came back')
    for ended in [ended_token, short]:
        found.expect_equal(get(origin, '/api/v1/users/me', ended).status_code, 401, 'what ended stays ended')


def web_page(origin):
    verifier = secrets.token_urlsafe(32)
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b'=').decode()
    browser = requests.Session()

    def begin():
        answer = browser.get(
            origin + '/oauth/providers/host/begin', allow_redirects=False, timeout=30, params={
                'redirect_uri': APP, 'code_challenge': challenge, 'code_challenge_method': 'S256', 'state': 'app'})
        found.expect_equal(answer.status_code, 302, 'a person is sent to the provider')
        return answer.headers['Location']

    def consent(**form):
        answer = requests.post(begin(), data=form, allow_redirects=False, timeout=30)
        found.expect_equal(answer.status_code, 302, 'the provider sends a person back')
        return answer.headers['Location']

    def told(address):
        answer = browser.get(address, allow_redirects=False, timeout=30)
        found.expect_equal(answer.status_code, 302, f'the app is told ({answer.text[:200]})')
        place, _, query = answer.headers['Location'].partition('?')
        found.expect_equal(place, APP, 'where the app waits')
        return {name: values[0] for name, values in urllib.parse.parse_qs(query).items()}

    def redeem(code, **more):
        return requests.post(
            origin + '/api/v1/auth/provider', json={'code': code, 'codeVerifier': verifier, **more}, timeout=30)

    address = consent(sub='ada')
    stranger = requests.get(address, allow_redirects=False, timeout=30)
    found.expect_equal(stranger.status_code, 400, 'the answer in another browser')
    answer = told(address)
    found.expect_equal((answer.get('state'), answer.get('error')), ('app', None), 'what the app is told')
    again = browser.get(address, allow_redirects=False, timeout=30)
    found.expect_equal(again.status_code, 400, 'the same answer again')
    code = answer.get('code', '')
    found.expect_equal(redeem(code, codeVerifier='another').status_code, 401, 'the code without its verifier')
    session = redeem(code)
    found.expect_equal(session.status_code, 200, f'a session for the code ({session.text[:200]})')
    token = 'Bearer ' + session.json().get('token', '')
    user = get(origin, '/api/v1/users/me', token).json()
    found.expect_equal(user.get('email'), 'ada@example.org', 'who has signed in')
    second = redeem(told(consent(sub='ada'))['code'])
    found.expect_equal(
        second.json()['data']['user']['id'], session.json()['data']['user']['id'], 'the account of the same person')
    # The mock leaves the state out where a person says no, unlike RFC 6749, section 4.1.2.1.
    state = urllib.parse.parse_qs(urllib.parse.urlsplit(begin()).query)['state'][0]
    query = urllib.parse.urlencode({'error': 'access_denied', 'state': state})
    denied = told(f'{origin}/oauth/providers/host/callback?{query}')
    found.expect_equal((denied.get('error'), denied.get('code')), ('access_denied', None), 'a person who says no')

    # The address of an account that its person has made here.
    carol = {'username': 'carol', 'email': 'carol@example.org', 'password': 'correct horse staple'}
    made = requests.post(
        origin + '/api/v1/auth/register', json={'firstName': 'C', 'lastName': 'D', **carol}, timeout=30)
    found.expect_equal(made.status_code, 201, 'an account of the same address')
    code = told(consent(sub='carol'))['code']
    refused = redeem(code)
    result = (refused.status_code, refused.json().get('code'))
    found.expect_equal(result, (409, 'DUPLICATE_FIELD'), 'without the password')
    found.expect_equal(redeem(code, password='wrong one here').status_code, 401, 'with a wrong password')
    linked = redeem(code, password=carol['password'])
    found.expect_equal(linked.status_code, 200, f'with the password ({linked.text[:200]})')
    account = made.json()['data']['user']['id']
    found.expect_equal(linked.json()['data']['user']['id'], account, 'the account that is linked')
    known = redeem(told(consent(sub='carol'))['code'])
    found.expect_equal(known.json()['data']['user']['id'], account, 'from then on without it')


def rotation(provider, origin):
    known = provider.sign_in('ada')
    found.expect_equal(get(origin, '/api/v1/users/me', known).status_code, 200, 'the status before the keys change')
    provider.stop()
    found.expect_equal(
        get(origin, '/api/v1/users/me', known).status_code, 200, 'the status while the provider is away')
    provider.start(provider.port)
    fresh = provider.sign_in('ada')
    # Keys are asked for once a minute at most.
    found.come_to_hold(
        lambda: get(origin, '/api/v1/users/me', fresh).status_code == 200, 'a token of a new key is taken', 90)


def post_logout(origin, token):
    return requests.post(origin + '/oauth/backchannel-logout', data={'logout_token': token}, timeout=30).status_code


def get(origin, path, authorization, **headers):
    return requests.get(origin + path, headers={'Authorization': authorization, **headers}, timeout=30)


if __name__ == '__main__':
    main()
