#!/usr/bin/env python3
"""Drives a Balise with the real `appwrite` package (PyPI): create, sign in, read, list, end, and what has to fail.

    appwrite-check.py PROGRAM

PROGRAM is the built `balise`. The package shows sessions in X-Appwrite-Session and never sees cookies, so the check takes
the session out of Set-Cookie as an app would.
"""

import http.client
import importlib.metadata
import re
import sys
import uuid
from urllib.parse import unquote

import requests
from appwrite.client import Client
from appwrite.exception import AppwriteException
from appwrite.id import ID
from appwrite.query import Query
from appwrite.services.account import Account

from balise_process import Balise
from findings import Findings

PROJECT = 'familysync'
found = Findings(f'appwrite {importlib.metadata.version("appwrite")}')
expect = found.expect


def main():
    with Balise(sys.argv[1]) as balise:
        endpoint = balise.origin + '/v1'
        life_of_an_account(endpoint)
        anonymous(endpoint)
        raw_cookies(endpoint)
        families(endpoint)
    found.expect_equal(balise.status, 0, 'the status with which balise leaves')
    found.report()


def life_of_an_account(endpoint):
    address = f'ada-{uuid.uuid4().hex}@example.org'
    guest = Account(client(endpoint))
    fails(lambda: guest.get(), 401, 'general_unauthorized_scope')
    fails(lambda: guest.create_email_password_session(address, 'correct horse'), 401, 'user_invalid_credentials')
    user = guest.create(ID.unique(), address.upper(), 'correct horse', 'Ada')
    expect(user.email == address and user.name == 'Ada' and user.status, 'the new account is as it was asked for')
    fails(lambda: guest.create('a', address, 'correct horse'), 409, 'user_already_exists')
    fails(lambda: guest.create(user.id, 'b' + address, 'correct horse'), 409, 'user_already_exists')
    fails(lambda: guest.create('b', address, 'short'), 400, 'general_argument_invalid')
    fails(lambda: guest.create_email_password_session(address, 'wrong horse'), 401, 'user_invalid_credentials')

    session, shown = sign_in(endpoint, address, 'correct horse')
    expect(session.current and session.userid == user.id and session.secret == '', 'the session is the account\'s')
    ada = Account(client(endpoint, shown))
    expect(ada.get().id == user.id, 'the session opens the account')
    _, elsewhere = sign_in(endpoint, address, 'correct horse')
    sessions = ada.list_sessions()
    expect(sessions.total == 2 and sum(s.current for s in sessions.sessions) == 1, 'both sessions are listed')
    expect(ada.get_session('current').id == session.id, 'the current session is the one that is shown')
    expect(ada.update_session('current').id == session.id, 'a session can be extended')

    expect(ada.update_name('Ada L.').name == 'Ada L.', 'the name changes')
    expect(ada.get_prefs().data == {}, 'there are no preferences at first')
    expect(ada.update_prefs({'theme': 'dark'}).prefs.data == {'theme': 'dark'}, 'preferences are kept')
    fails(lambda: ada.update_email('c' + address, 'wrong horse'), 401, 'user_invalid_credentials')
    expect(ada.update_email('c' + address, 'correct horse').email == 'c' + address, 'the address changes')
    fails(lambda: ada.update_password('another horse', 'wrong horse'), 401, 'user_invalid_credentials')
    expect(ada.update_password('another horse', 'correct horse').id == user.id, 'the password changes')
    fails(lambda: guest.create_email_password_session('c' + address, 'correct horse'), 401, 'user_invalid_credentials')

    fails(lambda: ada.get_session('nope'), 404, 'user_session_not_found')
    ada.delete_session('current')
    fails(lambda: ada.get(), 401, 'general_unauthorized_scope')
    other = Account(client(endpoint, elsewhere))
    expect(other.get().id == user.id, 'the other session goes on')
    other.delete_sessions()
    fails(lambda: other.get(), 401, 'general_unauthorized_scope')


def anonymous(endpoint):
    with Cookies() as cookies:
        session = Account(client(endpoint)).create_anonymous_session()
    expect(session.provider == 'anonymous', 'nobody in particular is signed in')
    nobody = Account(client(endpoint, cookies.session()))
    expect(nobody.get().email == '', 'and has no address')
    fails(lambda: Account(client(endpoint, project='other')).get(), 404, 'project_not_found')


def raw_cookies(endpoint):
    """As the Apple SDK does: each raw Set-Cookie text goes back whole, as a Cookie line of its own."""
    account = Account(client(endpoint))
    address = f'eve-{uuid.uuid4().hex}@example.org'
    account.create(ID.unique(), address, 'correct horse')
    with Cookies() as cookies:
        account.create_email_password_session(address, 'correct horse')
    expect(len(cookies.raw) == 2, 'two cookies are set, and no other')
    kept = cookies.raw
    expect(get_with(endpoint, kept) == 200, 'the raw texts open the account')
    fails(lambda: Account(client(endpoint)).get(), 401, 'general_unauthorized_scope')
    with Cookies() as cookies:
        Account(client(endpoint, Cookies.session_in(kept))).delete_session('current')
    expect(len(cookies.raw) == 2, 'signing out clears both')
    expect(get_with(endpoint, cookies.raw) == 401, 'what was cleared opens nothing')
    expect(get_with(endpoint, kept) == 401, 'nor does what was kept')


def families(endpoint):
    """A family is found by the code that its app made, and joined by a change of its members."""
    path = '/databases/main/collections/families/documents'
    people = []
    for _ in range(2):
        address = f'ida-{uuid.uuid4().hex}@example.org'
        user = Account(client(endpoint)).create(ID.unique(), address, 'correct horse')
        people.append((user.id, client(endpoint, sign_in(endpoint, address, 'correct horse')[1])))
    (ada, adas), (ben, bens) = people
    code = f'{uuid.uuid4().hex[:16].upper()}-T1X2Y3'
    data = {'families_id': 'u1', 'name': 'Chez nous', 'creator_id': ada, 'members': [ada], 'invite_code': code}
    made = ask(adas, 'post', path, {'documentId': ID.unique(), 'data': data})
    expect(made['members'] == [ada] and made['invite_code'] == code, 'the family has its maker and its code')
    one = f"{path}/{made['$id']}"
    joining = {'data': {'members': [ada, ben]}}
    fails(lambda: ask(bens, 'get', one), 404, 'document_not_found')
    fails(lambda: ask(bens, 'patch', one, joining), 404, 'document_not_found')
    wrong = {'queries': [Query.equal('invite_code', ['AAAAAAAAAAAAAAAA'])]}
    expect(ask(bens, 'get', path, wrong)['total'] == 0, 'a wrong code finds nothing')
    found_by_code = ask(bens, 'get', path, {'queries': [Query.equal('invite_code', [code])]})
    expect([one['name'] for one in found_by_code['documents']] == ['Chez nous'], 'the code finds the family')
    expect(ada not in str(found_by_code), 'which shows no member before somebody joins')
    expect(ask(bens, 'patch', one, joining)['members'] == [ada, ben], 'a person with the code joins')
    expect(ask(adas, 'get', one)['families_id'] == 'u1' and ask(adas, 'get', path)['total'] == 1, 'members read the family')


def ask(who, method, path, body=None):
    headers = {'X-Appwrite-Project': PROJECT, 'content-type': 'application/json', 'accept': 'application/json'}
    return who.call(method, path, headers, body or {})


def sign_in(endpoint, address, password):
    with Cookies() as cookies:
        session = Account(client(endpoint)).create_email_password_session(address, password)
    return session, cookies.session()


def client(endpoint, session=None, project=PROJECT):
    made = Client().set_endpoint(endpoint).set_project(project)
    return made.set_session(session) if session else made


class Cookies:
    """Keeps the Set-Cookie texts of what the package receives while it is entered."""

    def __enter__(self):
        self.raw = []
        self.send = requests.Session.send

        def send(session, request, **options):
            response = self.send(session, request, **options)
            self.raw += response.raw.headers.getlist('set-cookie')
            return response

        requests.Session.send = send
        return self

    def __exit__(self, *_):
        requests.Session.send = self.send

    def session(self):
        return self.session_in(self.raw)

    @staticmethod
    def session_in(raw):
        found = [text for text in raw if text.startswith(f'a_session_{PROJECT}=')]
        return unquote(found[0].split(';')[0].split('=', 1)[1])


def get_with(endpoint, lines):
    """GET account with several Cookie lines, which `requests` cannot send."""
    host, port, path = re.fullmatch(r'http://([\d.]+):(\d+)(/.*)', endpoint).groups()
    connection = http.client.HTTPConnection(host, int(port), timeout=30)
    connection.putrequest('GET', path + '/account')
    connection.putheader('X-Appwrite-Project', PROJECT)
    for line in lines:
        connection.putheader('Cookie', line)
    connection.endheaders()
    status = connection.getresponse().status
    connection.close()
    return status


def fails(call, code, kind):
    try:
        call()
        expect(False, f'nothing failed where {code} {kind} was due')
    except AppwriteException as error:
        expect((error.code, error.type) == (code, kind), f'{error.code} {error.type} in place of {code} {kind}')


if __name__ == '__main__':
    main()
