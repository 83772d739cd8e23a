#!/usr/bin/env python3
"""Takes second steps with the codes that the `pyotp` package (PyPI) makes of the link that an authenticator app gets.

    totp-check.py PROGRAM

PROGRAM is the built `balise`.
"""

import importlib.metadata
import sys
import time

import pyotp

from app_api import AppAPI
from balise_process import Balise
from findings import Findings
from qr_codes import scanned

found = Findings(f'second steps with pyotp {importlib.metadata.version("pyotp")}')
expect = found.expect


def person(api):
    """Somebody who adds an app, signs in with its codes, each once, and removes it."""
    name, token = api.person()
    names = {'username': name, 'password': 'correct horse'}
    begun = api.call('POST', 'users/me/totp', token=token, due=201)['data']
    app = pyotp.parse_uri(begun['uri'])
    expect(isinstance(app, pyotp.TOTP), 'the link is one of TOTP')
    expect(app.secret == begun['secret'] and app.issuer == 'Example & Co', f'the package reads the link: {app.issuer}')
    expect(scanned(begun['qrCode']) == begun['uri'], 'the QR code contains the link')
    expect(app.name == names['username'] and (app.digits, app.interval) == (6, 30), 'and what it says of the codes')
    now = int(time.time())
    codes = api.call('POST', 'users/me/totp/confirm', {'code': app.at(now)}, token)['data']['recoveryCodes']
    expect(len(set(codes)) == 10, 'there are ten recovery codes')

    ticket = api.call('POST', 'auth/login', names, due=403)['ticket']
    for code in [app.at(now), app.at(now - 60), app.at(now + 120), pyotp.TOTP(pyotp.random_base32()).at(now)]:
        refused = api.call('POST', 'auth/second-step', {'ticket': ticket, 'code': code}, due=400)
        expect(refused['code'] == 'CODE_MISMATCH', 'a code that does not count')
    answer = api.call('POST', 'auth/second-step', {'ticket': ticket, 'code': app.at(now + 30)})
    expect(answer['data']['user']['username'] == names['username'], 'the next code opens the account')
    ticket = api.call('POST', 'auth/login', names, due=403)['ticket']
    api.call('POST', 'auth/second-step', {'ticket': ticket, 'code': app.at(now + 30)}, due=400)
    api.call('POST', 'auth/second-step', {'ticket': ticket, 'recoveryCode': codes[3]})
    state = api.call('GET', 'users/me/totp', token=token)['data']
    expect(state['isActive'] and state['recoveryCodesLeft'] == 9, 'a recovery code is used up')
    api.call('DELETE', 'users/me/totp', {'password': names['password']}, token)
    api.call('POST', 'auth/login', names)


def main():
    settings = {'passkeys': {'rpId': 'example.org', 'rpName': 'Example & Co'}, 'api': {'failuresPerMinute': 1000}}
    with Balise(sys.argv[1], settings) as balise:
        person(AppAPI(balise.origin, found))
    found.expect_equal(balise.status, 0, 'the status with which balise leaves')
    for reason in ['spent', 'code']:
        expect(f'"reason":"{reason}"' in balise.text, f'the log says why: {reason}')
    found.report()


main()
