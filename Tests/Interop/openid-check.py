#!/usr/bin/env python3
"""Signs people in at a real OpenID provider (oidc-provider-mock, PyPI), and shows its tokens to a Balise: they are taken,
also after the provider has changed its keys, and count no more once their person has signed out there.

    openid-check.py PROGRAM

PROGRAM is the built `balise`. The provider knows neither other keys nor back-channel logout: it is started anew in the same
place for the one, and logout tokens are signed with its own key for the other.
"""

import importlib.metadata
import sys
import time

import requests

from balise_process import Balise
from findings import Findings
from openid_provider import CLIENT, Provider

EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'
ID_TOKEN = 'urn:ietf:params:oauth:token-type:id_token'
found = Findings(f'oidc-provider-mock {importlib.metadata.version("oidc-provider-mock")}')


def main():
    with Provider() as provider:
        provider.add(
            'ada', email='ada@example.org', given_name='Ada', family_name='Lovelace', program=['rennes', 'brest'],
            sid='session-of-ada')
        provider.add('bob', email='bob@example.org', sid='session-of-bob')
        settings = {'issuers': {'host': {
            'issuer': provider.issuer, 'audiences': [CLIENT], 'programs': ['rennes', 'nantes']}}}
        with Balise(sys.argv[1], settings) as balise:
            origin = balise.origin
            ada = provider.sign_in('ada')
            recognised(provider, origin, ada)
            forged(provider, origin, ada)
            logout(provider, origin, 'ada', sub='ada')
            logout(provider, origin, 'bob', sid='session-of-bob')
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
