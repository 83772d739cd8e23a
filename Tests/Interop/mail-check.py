#!/usr/bin/env python3
"""Has a Balise send its mails to a mail server of others (aiosmtpd, PyPI), over TLS after STARTTLS and with a login, and reads
them with Python's email package.

    mail-check.py PROGRAM

PROGRAM is the built `balise`.
"""

import email
import email.policy
import importlib.metadata
import re
import sys
import time

import requests

from balise_process import Balise
from findings import Findings
from mail_server import MailServer

LINK = 'https://app.example.org/reset?a=1&token={token}'
found = Findings(f'aiosmtpd {importlib.metadata.version("aiosmtpd")}')


def main():
    with MailServer('balise', 'pässword "with" \\ signs') as server:
        settings = {'messages': {'sender': 'smtp', 'resetLink': LINK, 'smtp': {
            'host': 'localhost', 'port': server.port, 'security': 'starttls', 'user': 'balise',
            'password': server.password, 'senderAddress': 'no-reply@balise.example',
            'senderName': 'Balise à Brest, "the app"', 'trustedCertificates': server.certificate}}}
        with Balise(sys.argv[1], settings) as balise:
            english = reset(balise.origin, server, 'ada@example.org', 'en-GB')
            read(english, 'ada@example.org', 'en', 'Your new password')
            french = reset(balise.origin, server, 'zoé@exämple.org', 'fr-CA')
            read(french, 'zoé@exämple.org', 'fr', 'Votre nouveau mot de passe')
            found.expect(server.logins == {'balise'}, 'whoever hands mails over has signed in')
            found.expect_equal(server.encrypted, [True, True], 'whether the mails came over TLS')
            refused(balise, server)
            away(balise, server)
        found.expect_equal(balise.status, 0, 'the status with which balise leaves')
        for word in ['ada@example.org', 'zoé', 'bob@example.org', server.password]:
            found.expect(word not in balise.text, 'the log holds nothing of a person or a login')
    found.report()


def reset(origin, server, address, language):
    """The mail that somebody gets who has forgotten their password."""
    known = len(server.mails)
    register(origin, address, language)
    forgotten(origin, address)
    found.come_to_hold(lambda: len(server.mails) > known, f'a mail to {address}')
    return server.mails[-1]


def register(origin, address, language):
    body = {'email': address, 'password': 'correct horse battery', 'firstName': 'Ada', 'systemLanguage': language}
    answer = requests.post(
        f'{origin}/api/v1/auth/register', json=body, headers={'Accept-Language': language}, timeout=30)
    found.expect_equal(answer.status_code, 201, f'registering {address}: {answer.text}')


def forgotten(origin, address):
    answer = requests.post(f'{origin}/api/v1/auth/forgot-password', json={'email': address}, timeout=30)
    found.expect_equal(answer.status_code, 200, f'asking for a new password: {answer.text}')


def read(content, address, language, subject):
    message = email.message_from_bytes(content, policy=email.policy.default)
    defects = [part.defects for part in message.walk() if part.defects]
    found.expect_equal(defects, [], 'the defects that Python finds')
    found.expect(all(len(line) <= 998 for line in content.split(b'\r\n')), 'lines that servers take')
    found.expect_equal(message['Subject'], subject, 'the subject')
    sender = message['From'].addresses[0]
    found.expect_equal(
        (sender.display_name, sender.addr_spec), ('Balise à Brest, "the app"', 'no-reply@balise.example'), 'the sender')
    local, domain = address.rsplit('@', 1)
    found.expect(f'{local}@{domain.encode("idna").decode()}' in str(message['To']), 'the recipient')
    found.expect(abs(message['Date'].datetime.timestamp() - time.time()) < 300, 'the date')
    found.expect(re.fullmatch(r'<[0-9a-f]{24}@balise\.example>', message['Message-ID']), 'the Message-ID')
    found.expect_equal(message['MIME-Version'], '1.0', 'the version of MIME')
    found.expect_equal(message['Auto-Submitted'], 'auto-generated', 'who has written it')
    found.expect_equal(message['Content-Language'], language, 'its language')
    found.expect_equal(message.get_content_type(), 'multipart/alternative', 'its form')
    text = message.get_body(('plain',)).get_content()
    html = message.get_body(('html',)).get_content()
    link = re.search(r'https://app\.example\.org/reset\?a=1&token=(pr_[\w-]{43})', text)
    found.expect(link, 'the link in the text')
    found.expect(link and link.group(0).replace('&', '&amp;') in html, 'the link in the HTML, escaped')
    found.expect('\r' not in text.replace('\r\n', '') and '=3D' not in text, 'a text that was decoded')


def refused(balise, server):
    """A recipient that the server refuses for good is no reason for another try, and an operator hears of it."""
    register(balise.origin, 'bob@example.org', 'en')
    server.refused = '550 5.1.1 <bob@example.org> is unknown'
    forgotten(balise.origin, 'bob@example.org')
    found.come_to_hold(lambda: '550 5.1.1' in ready(balise), 'a line behind ready')
    found.expect('bob' not in ready(balise), 'a line without the address')
    server.refused = None


def away(balise, server):
    """What could not be handed over goes out when the server takes mails again."""
    known = len(server.mails)
    server.refused = '451 4.3.0 later'
    forgotten(balise.origin, 'ada@example.org')
    found.come_to_hold(lambda: '451 4.3.0' in ready(balise), 'a line on what waits')
    server.refused = None
    found.come_to_hold(lambda: len(server.mails) > known, 'the mail goes out later', seconds=60)


def ready(balise):
    headers = {'Authorization': f'Bearer {balise.operator_token}'}
    return requests.get(f'{balise.operations}/readyz', headers=headers, timeout=30).text


if __name__ == '__main__':
    main()
