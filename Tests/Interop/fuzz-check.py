"""Sends what no client should send, and holds the server to it that none of it is the server's fault: no answer is 5xx but 503, and
501 to a method that is none. Each call of the OpenAPI document is asked with its example, of which the body, the headers, the path
and the query are changed at random.

    fuzz-check.py BALISE [--seed NUMBER] [--rounds NUMBER]

The seed is printed with what was found; the same seed sends the same again."""

import argparse
import copy
import gzip
import http.client
import json
import os
import random
import socket
import sys
import urllib.parse
import zlib
from pathlib import Path

import ruamel.yaml

from balise_process import UNLIMITED, Balise
from findings import Findings

FOLDER = Path(__file__).resolve().parent.parent.parent / 'Services' / 'Edge' / 'OpenAPI'
DOCUMENTS = [FOLDER / 'openapi.yaml', FOLDER / 'openapi-operators.yaml']

SETTINGS = UNLIMITED | {'http': {'trustedProxies': ['127.0.0.1']}}

METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']
UNKNOWN_METHODS = ['FOO', 'get', 'PROPFIND', 'QUERY']
LONGEST_ANSWER = 64 << 10

TEXTS = [
    '', ' ', '\0', 'a\0b', '\ud800', '\udc00\ud800', '\ufeff1', '\u202e', 'e\u0301', '\u212a', '\U0001f469\u200d\U0001f469\u200d\U0001f467' * 9,
    'x' * 300, 'x' * 70_000, '%', '%00', '%ff', '../..', "' OR 1=1 --", '{{', '${x}', '<b>', 'null', 'NaN', '1e999', '-1', '1' * 400,
    '2026-02-30T25:61:61Z', '0000-00-00', '9999-12-31T23:59:60+23:59', '-271821-04-20T00:00:00Z', '+0', 'Europe/Paris', 'Etc/GMT+99',
    'fr-FR-u-ca-gregory', 'a@b', 'a' * 65 + '@example.org', '"@"@example.org', 'FREQ=SECONDLY;COUNT=999999999', '1.2.3.4', '::1', '\r\n', '\t',
]
NUMBERS = ['0', '-0', '-1', '0.1', '1e400', '-1e400', '1e-400', '9007199254740993', '9223372036854775807', '9223372036854775808',
           '18446744073709551616', '1' * 400, '0.' + '3' * 400]
HEADER_TEXTS = [
    '', ' ', ',', ';', ',;,', '=', '"', '""', '"\\', '*', '*;q=0', 'q=', 'a;q=nan', 'a;q=1e400', '\u00e9', '\u00ff\u00fe', 'x' * 300, 'x' * 8000, ',' * 4000,
    'W/', 'W/"', '0', '-1', '9' * 30, '1e9', 'Bearer', 'Bearer ', 'Bearer a b', 'Basic Og==', 'Bearer ' + 'x' * 4000, 'Bearer a.b.c', 'none',
    'for=', 'for="[::1', 'for=_x;proto=https, for=unknown', '::1, ::1, ::1', '999.1.1.1', '1.2.3.4:99999', 'identity', 'gzip', 'deflate', 'br', 'gzip, gzip',
    '100-continue', 'close', 'keep-alive', 'bytes=0-', 'bytes=5-1', 'capacitor://localhost', 'null', 'https://[', '2.AAAAAAAAAAAA', '2.', '1.x',
    '00-' + '0' * 32 + '-' + '0' * 16 + '-00', 'application/json', 'application/json;charset=utf-16', 'application/json;charset="', 'text/plain',
    'application/x-www-form-urlencoded', 'multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=x', '/', 'a/b/c', 'a=b; a=c; =; ;', 'a_session_familysync=' + 'x' * 99,
]
HEADERS = [
    'Accept', 'Accept-Encoding', 'Accept-Language', 'Authorization', 'Connection', 'Content-Encoding', 'Content-Type', 'Cookie', 'Expect', 'Forwarded',
    'Idempotency-Key', 'If-None-Match', 'Last-Event-ID', 'Origin', 'program', 'Range', 'Sec-Fetch-Site', 'traceparent', 'User-Agent', 'Via',
    'X-API-Key', 'X-Appwrite-JWT', 'X-Appwrite-Project', 'X-Appwrite-Session', 'X-Erasure-Secret', 'X-Fallback-Cookies', 'X-Forwarded-For',
    'X-Forwarded-Proto', 'X-Installation-Id', 'X-Meeshy-App-Version', 'X-Meeshy-Device-Locale', 'X-Meeshy-Locale', 'X-Meeshy-Platform',
    'X-Meeshy-Timezone', 'X-Real-IP', 'X-Requested-With', 'X-Session-Token', 'Access-Control-Request-Method', 'Access-Control-Request-Headers',
]


class Number:
    """A number as it is written, which no value of Python's holds."""

    def __init__(self, text):
        self.text = text


def written(value):
    """JSON, with numbers as they are written and halves of surrogate pairs as escapes."""
    if isinstance(value, Number):
        return value.text
    if isinstance(value, dict):
        return '{' + ','.join(f'{json.dumps(str(name))}:{written(member)}' for name, member in value.items()) + '}'
    if isinstance(value, list):
        return '[' + ','.join(map(written, value)) + ']'
    return json.dumps(value, default=str)


class Fuzz:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def value(self):
        kind = self.random.randrange(8)
        if kind < 3:
            return self.random.choice(TEXTS)
        if kind < 5:
            return Number(self.random.choice(NUMBERS))
        return copy.deepcopy(self.random.choice([None, True, False, [], {}, [[]], [None], {'': None}, [{}], ['x'] * 2000, [Number('1')] * 2000,
                                                 {str(number): number for number in range(500)}]))

    def changed(self, value):
        """A value that differs at one place."""
        inner, way = value, None
        while isinstance(inner, (dict, list)) and inner and (way is None or self.random.random() < 0.8):
            way = inner, self.random.choice(list(inner)) if isinstance(inner, dict) else self.random.randrange(len(inner))
            inner = way[0][way[1]]
        if way is None:
            return self.value()
        holder, place = way
        what = self.random.randrange(6)
        if what == 0:
            del holder[place]
        elif what == 1 and isinstance(holder, dict):
            holder[self.random.choice(TEXTS)] = self.value()
        elif what == 2 and isinstance(holder, list):
            holder.extend([inner] * self.random.choice([1, 200, 2000]))
        elif what == 3 and isinstance(inner, str):
            at = self.random.randrange(len(inner) + 1)
            holder[place] = inner[:at] + self.random.choice(TEXTS) + inner[at:]
        else:
            holder[place] = self.value()
        return value

    def body(self, example):
        """The bytes of a body, and the headers that say what they are."""
        value = copy.deepcopy(example)
        for _ in range(self.random.choice([1, 1, 2, 5])):
            value = self.changed(value)
        text = written(value).encode('utf-8', 'surrogatepass')
        headers = {'Content-Type': 'application/json'}
        what = self.random.randrange(14)
        if what == 0:
            text = text[:self.random.randrange(len(text) + 1)]
        elif what == 1 and text:
            at = self.random.randrange(len(text))
            text = text[:at] + bytes([self.random.randrange(256)]) + text[at + 1:]
        elif what == 2:
            text = self.random.choice([b'[' * 100_000, b'{"a":' * 50_000, b'\xef\xbb\xbf' + text, text.decode('utf-8', 'replace').encode('utf-16'), text * 2])
        elif what == 3:
            packed = self.random.choice([gzip.compress(text), zlib.compress(text), gzip.compress(text) * 2, gzip.compress(bytes(3 << 20))])
            text = self.random.choice([packed, packed[:len(packed) // 2], packed + b'\0', text])
            headers['Content-Encoding'] = self.random.choice(['gzip', 'deflate'])
        elif what == 4:
            headers['Content-Type'] = 'application/x-www-form-urlencoded'
            text = self.random.choice([urllib.parse.urlencode({'a[b][]': text[:200]}).encode(), b'a[' * 5000, b'%', b'&&==&%ff=%00', text])
        elif what == 5:
            headers['Content-Type'] = self.random.choice(['multipart/form-data; boundary=x', 'multipart/form-data; boundary="x', 'multipart/form-data'])
            text = self.random.choice([b'--x', b'--x\r\n\r\n\r\n--x--', b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n' + text + b'\r\n--x--\r\n',
                                       b'--x\r\n' * 5000, b'--x\r\nContent-Disposition: form-data; name="image"; filename="\xff"\r\nContent-Type: image/png\r\n\r\n\x89PNG\r\n--x--'])
        return text, headers

    def headers(self):
        names = self.random.sample(HEADERS, self.random.choice([0, 1, 2, 4]))
        return [(name, self.random.choice(HEADER_TEXTS)) for name in names]

    def path(self, path, parameters):
        """The path with what stands in the places of its parameters, and a query."""
        while '{' in path:
            name = path[path.index('{'):path.index('}') + 1]
            text = self.random.choice(['1', 'users', 'current', 'me', *TEXTS])
            path = path.replace(name, self.escaped(text[:3000]), 1)
        if self.random.random() < 0.05:
            path += self.random.choice(['/', '//', '%2f', '%', '%zz', '?', '/..', ';a=b'])
        names = [one['name'] for one in parameters if one.get('in') == 'query'] + ['cursor', 'limit', 'lastEventId', '']
        query = [f'{self.escaped(self.random.choice(names))}={self.escaped(self.random.choice([*TEXTS, *NUMBERS])[:2000])}'
                 for _ in range(self.random.choice([0, 0, 1, 2, 5]))]
        return path + ('?' + self.random.choice(['&', ';']).join(query) if query else '')

    def escaped(self, text):
        if self.random.random() < 0.1:
            return ''.join(f'%{self.random.randrange(256):02X}' for _ in range(self.random.randrange(9)))
        return urllib.parse.quote(text.encode('utf-8', 'surrogatepass'), safe='')


class Server:
    """One address of the server, asked over a connection that is kept while it serves."""

    def __init__(self, origin):
        self.address = urllib.parse.urlsplit(origin)
        self.connection = None

    def ask(self, method, path, headers, body):
        """The status; None where the connection was closed instead, as after what is no HTTP."""
        if self.connection is None:
            self.connection = http.client.HTTPConnection(self.address.hostname, self.address.port, timeout=30)
        try:
            self.connection.putrequest(method, path, skip_accept_encoding=True)
            for name, value in headers:
                self.connection.putheader(name, value.encode('latin-1', 'replace'))
            if body is not None:
                self.connection.putheader('Content-Length', str(len(body)))
            self.connection.endheaders(body)
            answer = self.connection.getresponse()
            isOver = answer.headers.get_content_type() == 'text/event-stream' or len(answer.read(LONGEST_ANSWER)) == LONGEST_ANSWER
            if isOver or answer.will_close:
                self.close()
            return answer.status
        except (http.client.HTTPException, ConnectionError, socket.timeout) as error:
            self.close()
            return 'silence' if isinstance(error, socket.timeout) else None

    def close(self):
        if self.connection is not None:
            self.connection.close()
        self.connection = None


def calls(document):
    for path, item in document['paths'].items():
        for method, call in item.items():
            if not isinstance(call, dict):
                continue
            parameters = item.get('parameters', []) + call.get('parameters', [])
            parameters = [document['components']['parameters'][one['$ref'].split('/')[-1]] if '$ref' in one else one for one in parameters]
            media = call.get('requestBody', {}).get('content', {}).get('application/json', {})
            example = media.get('example')
            for one in media.get('examples', {}).values():
                example = example or one.get('value')
            yield method.upper(), path, call, parameters, example


arguments = argparse.ArgumentParser()
arguments.add_argument('balise')
arguments.add_argument('--seed', type=int, default=33)
arguments.add_argument('--rounds', type=int, default=25)
chosen = arguments.parse_args()

with Balise(chosen.balise, SETTINGS) as balise:
    os.environ |= {'BALISE_CHECK_ORIGIN': balise.origin, 'BALISE_CHECK_OPERATIONS': balise.operations,
                   'BALISE_CHECK_OPERATOR_TOKEN': balise.operator_token}
    import openapi_hooks as callers

    findings = Findings(f'fuzz with seed {chosen.seed}')
    fuzz = Fuzz(chosen.seed)
    public, operations = Server(balise.origin), Server(balise.operations)
    documents = [ruamel.yaml.YAML(typ='safe').load(path.read_text()) for path in DOCUMENTS]
    for method, path, call, parameters, example in [one for document in documents for one in calls(document)]:
        server = operations if call['tags'] == ['Operations'] else public
        for number in range(chosen.rounds):
            body, types = (None, {}) if example is None and fuzz.random.random() < 0.7 else fuzz.body(example)
            headers = callers.credential(call) | types if number % 5 else types
            if number % 10 == 9:
                used = fuzz.random.choice(METHODS + UNKNOWN_METHODS)
            else:
                used = method
            changes = fuzz.headers()
            target = fuzz.path(path, parameters)
            replaced = {name.lower() for name, _ in changes}
            sent = [one for one in headers.items() if one[0].lower() not in replaced] + changes
            status = server.ask(used, target, sent, body)
            isRight = status is None or (isinstance(status, int) and (status < 500 or status == 503 or (status == 501 and used in UNKNOWN_METHODS)))
            findings.expect(isRight, f'{status}: {used} {target[:200]} {changes} {types} {(body or b"")[:300]}')
    status = public.ask('GET', '/readyz', [], None)
    findings.expect(status is not None and balise.process.poll() is None, 'the server has ended')
findings.expect_equal(balise.status, 0, 'the status with which the server ended')
findings.report()
