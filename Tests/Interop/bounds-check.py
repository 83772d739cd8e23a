"""Holds the bounds of the OpenAPI documents against the running server: each request's example is taken as it stands but for one
member, which is one beyond a bound of its schema or is missing, and has to be refused for it.

    bounds-check.py BALISE

That what is within the bounds is taken, openapi-check.py finds."""

import copy
import os
import re
import sys
from pathlib import Path

import ruamel.yaml

from balise_process import UNLIMITED, Balise
from findings import Findings

FOLDER = Path(__file__).resolve().parent.parent.parent / 'Services' / 'Edge' / 'OpenAPI'
DOCUMENTS = [FOLDER / 'openapi.yaml', FOLDER / 'openapi-operators.yaml']

# What is refused with another status than 400.
OTHERWISE = {
    'updateAppwritePassword oldPassword: missing': 401,  # No password is a wrong one.
    'updateAppwriteDocument data: missing': 404,  # That there is no such document is found first.
}


class Document:
    def __init__(self, root):
        self.root = root

    def resolved(self, node):
        """What a `$ref` points at, with what stands beside it."""
        while '$ref' in node:
            target = self.root
            for step in node['$ref'][2:].split('/'):
                target = target[step]
            node = {**target, **{key: value for key, value in node.items() if key != '$ref'}}
        for part in node.get('allOf', []):
            part = self.resolved(part)
            node = {**part, **node, 'properties': {**part.get('properties', {}), **node.get('properties', {})},
                    'required': part.get('required', []) + node.get('required', [])}
        return node

    def requests(self):
        """Each call that takes JSON, with its schema and its example."""
        for path, item in self.root['paths'].items():
            for method, call in item.items():
                content = call.get('requestBody', {}).get('content', {}) if isinstance(call, dict) else {}
                if 'application/json' in content:
                    media = content['application/json']
                    example = media.get('example') or next(
                        self.resolved(example)['value'] for example in media['examples'].values())
                    yield method.upper(), path, call, media['schema'], example

    def beyond(self, node, value, way=()):
        """The places of a value with what must not stand there: pairs of a way and a value, or of a way and nothing."""
        schema = self.resolved(node)
        if isinstance(value, dict):
            for name in schema.get('required', []):
                yield (*way, name), None
            for name, member in schema.get('properties', {}).items():
                if name in value:
                    yield from self.beyond(member, value[name], (*way, name))
        elif isinstance(value, list):
            if 'maxItems' in schema:
                yield way, value[:1] * (schema['maxItems'] + 1)
            if 'minItems' in schema:
                yield way, []
            for element in value[:1]:
                yield from self.beyond(schema.get('items', {}), element, (*way, 0))
        elif isinstance(value, str):
            if 'maxLength' in schema:
                yield way, value + 'x' * (schema['maxLength'] + 1 - len(value))
            if 'minLength' in schema:
                yield way, value[:schema['minLength'] - 1]
            if 'enum' in schema:
                yield way, '?'
            if 'pattern' in schema:
                yield way, next(text for text in ['?', ':', ''] if not re.search(schema['pattern'], text))
        elif not isinstance(value, bool):
            if 'minimum' in schema:
                yield way, schema['minimum'] - 1
            if 'maximum' in schema:
                yield way, schema['maximum'] + 1


def changed(value, way, other):
    """`value` with another value at a place; nothing takes the member away."""
    value = copy.deepcopy(value)
    inner = value
    for step in way[:-1]:
        inner = inner[step]
    if other is None:
        inner.pop(way[-1], None)
    else:
        inner[way[-1]] = other
    return value


def place(call, way, other):
    what = 'missing' if other is None else f'{len(other)} long' if isinstance(other, (str, list)) and len(other) > 20 else other
    return f'{call["operationId"]} {".".join(map(str, way))}: {what}'


with Balise(sys.argv[1], UNLIMITED) as balise:
    os.environ |= {'BALISE_CHECK_ORIGIN': balise.origin, 'BALISE_CHECK_OPERATIONS': balise.operations,
                   'BALISE_CHECK_OPERATOR_TOKEN': balise.operator_token}
    import openapi_hooks as callers

    findings = Findings('bounds')
    documents = [Document(ruamel.yaml.YAML(typ='safe').load(path.read_text())) for path in DOCUMENTS]
    for document, (method, path, call, schema, example) in [(one, request) for one in documents for request in one.requests()]:
        origin = balise.operations if call['tags'] == ['Operations'] else balise.origin
        headers = callers.credential(call)
        for way, other in document.beyond(schema, example):
            where = place(call, way, other)
            url = origin + path.replace('{collection}', 'users').replace('{', '').replace('}', '')
            status, answer, _ = callers.call(method, url, changed(example, way, other), headers)
            findings.expect(status == OTHERWISE.get(where, 400), f'{where}: {status} {answer.decode()[:120]}')
findings.report()
