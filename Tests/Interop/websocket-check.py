"""Subscribes to places with a WebSocket client of other people, and plays the parts of the bridge to MQTT.

    websocket-check.py BALISE"""

import json
import socket
import sys
import time

import httpx
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from balise_process import Balise
from findings import Findings

findings = Findings('websocket')
QUICK = 30


def post(call, body):
    answer = httpx.post(f'{balise.origin}/v1/{call}', json=body)
    answer.raise_for_status()
    return answer.json()


def point(device, timestamp, **more):
    return {'Device': device, 'Timestamp': timestamp, 'Longitude': '2.35', 'Latitude': 48.85, 'HorizontalAccuracy': '5', **more}


def move(*points, history='False'):
    post('UpdateLocation', {
        'MiataruConfig': {'EnableLocationHistory': history, 'LocationDataRetentionTime': '60'},
        'MiataruLocation': list(points)})


def set_key(device, key):
    post('setDeviceKey', {'MiataruSetDeviceKey': {'DeviceID': device, 'NewDeviceKey': key}})


def question(devices, reader, key=None):
    config = {'RequestMiataruDeviceID': reader} | ({'RequestMiataruDeviceKey': key} if key else {})
    return {'MiataruConfig': config, 'MiataruGetLocation': [{'Device': device} for device in devices]}


def open_socket(path='/v1/ws/location', **options):
    return connect(balise.origin.replace('http', 'ws', 1) + path, legacy=True, proxy=None, open_timeout=QUICK,
                   close_timeout=QUICK, **options)


def subscribe(client, devices, reader='friend', key=None):
    """The answer to a subscription."""
    client.send(json.dumps({'type': 'subscribe', **question(devices, reader, key)}))
    return receive(client)


def receive(client):
    return json.loads(client.recv(timeout=QUICK))


def visitors(device):
    answer = post('GetVisitorHistory', {'MiataruGetVisitorHistory': {'Device': device, 'Amount': '10'}})
    return [visit['DeviceID'] for visit in answer['MiataruVisitors']]


def end_of(client):
    """The code and the reason of the close frame."""
    try:
        while True:
            client.recv(timeout=QUICK)
    except ConnectionClosed as closed:
        return (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else None


def status_of(path='/v1/ws/location', **options):
    """The status of a refused handshake, and whether its body is empty."""
    try:
        open_socket(path, **options).close()
        return 101, True
    except InvalidStatus as refused:
        return refused.response.status_code, not refused.response.body


def check_handshake():
    for name in ('DeviceKey', 'requestmiatarudevicekey=k', 'x=1&requestingDeviceKey='):
        findings.expect_equal(status_of(f'/v1/ws/location?{name}'), (400, True), f'a key in the query: {name}')
    findings.expect_equal(status_of(origin='https://elsewhere.example'), (403, True), 'a foreign page')
    findings.expect_equal(status_of(origin='https://miataru.com'), (101, True), 'an allowed page')
    findings.expect_equal(status_of(origin=''), (101, True), 'an empty origin')
    findings.expect_equal(status_of('/v1/ws/location?other=1'), (101, True), 'another parameter')
    for path in ('/ws/location', '/v1/ws/location/', '/v1/ws/Location'):
        findings.expect_equal(status_of(path)[0], 404, path)
    findings.expect_equal(httpx.get(f'{balise.origin}/v1/ws/location').status_code, 404, 'no upgrade')
    clients = [open_socket() for _ in range(20)]
    findings.expect_equal(status_of(), (429, True), 'the 21st of an address')
    for client in clients:
        client.close()
    findings.come_to_hold(lambda: status_of()[0] == 101, 'a place that was given back')


def check_pushes():
    move(point('a', '1'), history='True')
    with open_socket() as client:
        answer = subscribe(client, ['a', 'b', 'a'])
        read = post('GetLocation', question(['a', 'b', 'a'], 'friend'))
        findings.expect_equal(answer, {'type': 'subscription', **read}, 'the answer to a subscription')
        findings.expect_equal(visitors('a'), ['friend'], 'the visit')
        # Every point, in the order of the request and in its JSON types, also without a history.
        points = [point('a', '2', Speed=5), point('b', 3), point('a', '4', Altitude=None), point('c', '5'), point('a', '6')]
        move(*points)
        due = [each for each in points if each['Device'] != 'c']
        findings.expect_equal([receive(client) for _ in due], due, 'the pushes of a batch')
        move(point('b', '7'), history='True')
        findings.expect_equal(receive(client), point('b', '7'), 'a push with a history')
        # A subscription replaces the one before, with its reader.
        answer = subscribe(client, ['c'], reader='other')
        findings.expect_equal([found['Timestamp'] for found in answer['MiataruLocation']], ['5'], 'the next answer')
        move(point('a', '8'), point('c', '9'))
        findings.expect_equal(receive(client), point('c', '9'), 'a push of the next subscription')
        findings.expect_equal(visitors('c'), ['other'], 'the visit of the next reader')
        findings.expect_equal(subscribe(client, [], reader='other')['MiataruLocation'], [], 'an empty subscription')
        move(point('c', '10'))
        try:
            findings.expect(False, f'a push after the end of the subscription: {client.recv(timeout=1)}')
        except TimeoutError:
            pass


def check_rights():
    move(point('owner', '1'))
    set_key('owner', 'k')

    def allow(*readers):
        post('setAllowedDeviceList', {'MiataruSetAllowedDeviceList': {
            'DeviceID': 'owner', 'DeviceKey': 'k',
            'allowedDevices': [{'DeviceID': reader, 'hasCurrentLocationAccess': True} for reader in readers]}})

    allow('listed')
    with open_socket() as stranger, open_socket() as listed:
        findings.expect_equal(subscribe(stranger, ['owner', 'free'], 'stranger')['MiataruLocation'], [None, None], 'a denied place')
        findings.expect(subscribe(listed, ['owner', 'free'], 'listed')['MiataruLocation'][0], 'a place for a listed reader')
        move(point('owner', '2', DeviceKey='k'))
        findings.expect_equal(receive(listed), point('owner', '2'), 'a push without the key')
        # A right that is lost or given later.
        allow('stranger')
        move(point('owner', '3', DeviceKey='k'))
        move(point('free', '4'))
        for client, who in ((stranger, 'the stranger'), (listed, 'the reader that was listed')):
            findings.expect_equal(receive(client), point('free', '4'), f'the only push for {who}')
        findings.expect_equal(subscribe(stranger, ['owner'], 'stranger')['MiataruLocation'][0]['Timestamp'], '3', 'the next look')
    # The key of the reader.
    with open_socket() as client:
        client.send(json.dumps({'type': 'subscribe', **question(['owner'], 'owner', 'wrong')}))
        code, reason = end_of(client)
        findings.expect(code == 1008 and reason.startswith('Forbidden: '), f'a wrong key: {code} {reason}')
    with open_socket() as client:
        subscribe(client, ['free'], 'late')
        set_key('late', 'k')
        code, reason = end_of(client)
        findings.expect(code == 1008 and reason.startswith('Forbidden: '), f'a key that was set later: {code} {reason}')


def check_ends():
    entry = [{'Device': 'x'}]
    reader = {'RequestMiataruDeviceID': 'friend'}
    bad = ['{', '[]', '"text"', '{"type":"other"}'] + [json.dumps({'type': 'subscribe', **body}) for body in (
        {'MiataruGetLocation': entry}, {'MiataruConfig': reader}, {'MiataruConfig': reader, 'MiataruGetLocation': [{}]},
        {'MiataruConfig': reader, 'MiataruGetLocation': [{'Device': 'a:b'}]},
        {'MiataruConfig': reader, 'MiataruGetLocation': 51 * entry})]
    for message in bad:
        with open_socket() as client:
            client.send(message)
            code, reason = end_of(client)
            findings.expect(code == 1008 and reason.startswith('Bad Request: '), f'{message[:80]}: {code} {reason}')
    for message, due in (
            (b'{}', (1008, 'Binary messages are not supported')), ('x' * 16_385, (1009, '')),
            (['x' * 16_000, 'x' * 385], (1009, ''))):
        with open_socket() as client:
            client.send(message)
            findings.expect_equal(end_of(client), due, f'a message {str(message)[:20]}')
    with open_socket() as client:
        client.send('{"type":"subscribe"' + ' ' * (16_384 - 20) + '}')
        findings.expect_equal(end_of(client)[0], 1008, 'a message of 16,384 bytes is read')
    start = time.monotonic()
    with open_socket() as client:
        findings.expect_equal(end_of(client), (1008, 'Subscription required'), 'a client that says nothing')
        findings.expect(9 < time.monotonic() - start < 15, 'the time for the first subscription')


def check_slow_client():
    """A client that does not read is closed, and costs the others nothing."""
    with open_socket(max_queue=1) as slow, open_socket() as quick:
        slow.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        for client in (slow, quick):
            subscribe(client, ['busy'])
        for batch in range(20):
            move(*[point('busy', str(1 + 5000 * batch + number)) for number in range(5000)])
            found = [receive(quick)['Timestamp'] for _ in range(5000)]
            findings.expect_equal(found, [str(1 + 5000 * batch + number) for number in range(5000)], f'batch {batch}')
        end = end_of(slow)
        findings.expect(end in ((1008, 'Client is too slow'), None), f'the end of a slow client: {end}')


def check_bridge():
    """The order of the calls of the reference's bridge from WebSocket to MQTT, which connects again after any close."""
    bridge = 'bridge-device'

    def status():
        return httpx.post(f'{balise.origin}/v1/getDeviceSecurityStatus', json={'MiataruGetDeviceSecurityStatus': {
            'DeviceID': bridge, 'RequestDeviceID': bridge, 'RequestDeviceKey': 'bridge key'}})

    findings.expect_equal(status().status_code, 403, 'a bridge without a key')
    post('setDeviceKey', {'MiataruSetDeviceKey': {'DeviceID': bridge, 'CurrentDeviceKey': None, 'NewDeviceKey': 'bridge key'}})
    findings.expect_equal(status().json()['MiataruDeviceSecurityStatus']['HasDeviceKey'], True, 'the key of the bridge')
    post('setDeviceSlogan', {'MiataruSetDeviceSlogan': {'DeviceID': bridge, 'DeviceKey': 'bridge key', 'Slogan': 'bridge'}})
    for number in range(3):
        with open_socket() as client:
            answer = subscribe(client, ['bridged'], bridge, 'bridge key')
            findings.expect_equal(answer['type'], 'subscription', f'the subscription after {number} closes')
            move(point('bridged', str(number + 1)))
            findings.expect_equal(receive(client)['Timestamp'], str(number + 1), f'the push after {number} closes')
            client.send('what closes it')
            findings.expect_equal(end_of(client)[0], 1008, 'the close')


def check_bytes():
    """The bytes of a connection. The client of the bridge offers compression, and ends a connection whose answer or frames use what
    it has not offered, or whose frames are masked."""
    def frame(opcode, payload, is_last=True):
        return bytes([0x80 * is_last | opcode, 0x80 | len(payload)]) + 4 * b'\0' + payload

    address = ('127.0.0.1', int(balise.origin.rsplit(':', 1)[1]))
    with socket.create_connection(address, timeout=QUICK) as connection, connection.makefile('rb') as answer:
        connection.sendall((
            'GET /v1/ws/location HTTP/1.1\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
            'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n'
            f'Host: {address[0]}:{address[1]}\r\n\r\n').encode())
        findings.expect_equal(answer.readline(), b'HTTP/1.1 101 Switching Protocols\r\n', 'the first line')
        fields = dict(line.decode().rstrip('\r\n').split(': ', 1) for line in iter(answer.readline, b'\r\n'))
        findings.expect_equal((fields['Connection'], fields['Upgrade']), ('Upgrade', 'websocket'), 'the fields of the upgrade')
        findings.expect_equal({name: value for name, value in fields.items() if name.startswith('Sec-')},
                              {'Sec-WebSocket-Accept': 's3pPLMBiTxaQ9kYGzzhZRbK+xOo='}, 'the fields of the socket')

        def expect_frame(opcode, payload, what):
            length = bytes([len(payload)]) if len(payload) < 126 else b'\x7e' + len(payload).to_bytes(2, 'big')
            due = bytes([0x80 | opcode]) + length + payload
            findings.expect_equal(answer.read(len(due)), due, what)

        # A message in fragments, around a ping.
        message = json.dumps({'type': 'subscribe', **question(['wire'], 'wire-reader')}).encode()
        connection.sendall(frame(1, message[:50], False) + frame(9, b'hi') + frame(0, message[50:100], False) + frame(0, message[100:]))
        expect_frame(10, b'hi', 'the pong')
        expect_frame(1, b'{"type":"subscription","MiataruLocation":[null]}', 'the bytes of a subscription')
        for place in point('wire', '1'), point('wire', 2, Speed=0.5, Altitude=None):
            move(place)
            expect_frame(1, json.dumps(place, separators=(',', ':')).encode(), 'the bytes of a push')
        connection.sendall(frame(8, b'\x03\xe8'))
        expect_frame(8, b'\x03\xe8', 'the answer to a close')
        findings.expect_equal(answer.read(), b'', 'the end of the connection')


def check_tolerances():
    """What the REST calls forgive or refuse shows itself here as well."""
    set_key('phone', 'k')
    with open_socket() as client:
        subscribe(client, ['numbers'], 'phone', 'k')
        body = {'MiataruConfig': {'LocationDataRetentionTime': '60'}, 'MiataruLocation': [point('numbers', '1'), point('numbers', '2')]}
        body['MiataruLocation'][1]['Longitude'] = '\ufeff2.35'
        refused = httpx.post(f'{balise.origin}/v1/UpdateLocation', json=body)
        findings.expect_equal(refused.status_code, 400, 'a number with U+FEFF')
        # The answer to the first call may have been lost.
        set_key('phone', 'k')
        move(point('numbers', '3'))
        findings.expect_equal(receive(client), point('numbers', '3'), 'the first push after both')
    for number in range(25):
        with open_socket() as client:
            client.send(json.dumps({'type': 'subscribe', **question(['numbers'], 'phone', f'guess {number}')}))
            code, reason = end_of(client)
            findings.expect(code == 1008 and reason.startswith('Forbidden: '), f'guess {number}: {code} {reason}')
    with open_socket() as client:
        findings.expect_equal(subscribe(client, [], 'phone', 'k')['MiataruLocation'], [], 'the right key after the guesses')


def check_new_devices():
    with open_socket() as client:
        subscribe(client, ['fresh'])
        move(point('fresh', '1'))
        set_key('fresh', 'k')
        move(point('fresh', '2', DeviceKey='k'))
        findings.expect_equal(receive(client)['Timestamp'], '2', 'the first push of a device that had no key at first')


with Balise(sys.argv[1], {'http': {'streamsPerAddress': 1000}}) as balise:
    check_handshake()
    check_pushes()
    check_rights()
    check_ends()
    check_slow_client()
    check_bridge()
    check_bytes()
    check_tolerances()
    last = open_socket()
    subscribe(last, ['a'])
with Balise(sys.argv[1], {'miataru': {'keyRequiredOfNewDevices': 'new'}}) as balise:
    check_new_devices()
findings.expect_equal(end_of(last), (1001, ''), 'the end of the server')
findings.report()
