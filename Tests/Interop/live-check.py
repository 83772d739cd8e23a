"""Reads streams of live places with a client of other people: httpx-sse.

    live-check.py BALISE"""

import json
import sys
import threading

import httpx
from httpx_sse import connect_sse

from balise_process import Balise
from findings import Findings

findings = Findings('live')


def move(origin, device, timestamp):
    httpx.post(f'{origin}/v1/UpdateLocation', json={
        'MiataruConfig': {'EnableLocationHistory': 'False', 'LocationDataRetentionTime': '60'},
        'MiataruLocation': [{'Device': device, 'Timestamp': timestamp, 'Longitude': '2.35', 'Latitude': '48.85',
                             'HorizontalAccuracy': '5'}]}).raise_for_status()


def read(client, origin, count, last_event_id=None, then=None):
    """The first `count` events of a stream; `then` is done after the first of them."""
    headers = {'Last-Event-ID': last_event_id} if last_event_id else {}
    events, retries = [], []
    with connect_sse(client, 'GET', f'{origin}/v1/stream', headers=headers, params={
            'devices': 'a,b', 'RequestMiataruDeviceID': 'friend'}) as source:
        for event in source.iter_sse():
            # The client also gives out what says nothing but when to connect again.
            if not event.data:
                retries += [event.retry] if event.retry else []
                continue
            events.append(event)
            if then and len(events) == 2:
                threading.Thread(target=then).start()
            if len(events) == count:
                return events, retries


with Balise(sys.argv[1]) as balise, httpx.Client(timeout=60) as client:
    move(balise.origin, 'a', '1')
    events, retries = read(client, balise.origin, 3, then=lambda: move(balise.origin, 'b', '2'))
    findings.expect_equal([event.event for event in events], ['place', 'gone', 'place'], 'the kinds of events')
    findings.expect_equal(json.loads(events[2].data)['Timestamp'], '2', 'the place that came')
    findings.expect_equal(retries, [2000], 'when to connect again')
    move(balise.origin, 'a', '3')
    events, _ = read(client, balise.origin, 1, last_event_id=events[-1].id)
    findings.expect_equal(
        [(event.event, json.loads(event.data)['Device']) for event in events], [('place', 'a')], 'what has changed since')
    refused = client.get(f'{balise.origin}/v1/stream', params={'devices': 'a'})
    findings.expect_equal(refused.status_code, 400, 'a reader that does not say who it is')

findings.report()
