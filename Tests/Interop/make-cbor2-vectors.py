#!/usr/bin/env python3
"""Writes Tests/CBOR/CBOR2Vectors.swift: messages as cbor2 (PyPI) makes them.

Run it again only to have other vectors; the tests need the file and not this program.
"""

import math
import pathlib
import random

import cbor2

import cbor_values

FORMS = {'plain': {}, 'canonical': {'canonical': True}, 'indefinite': {'indefinite_containers': True}}


def main():
    source = random.Random(8949)
    chosen = [
        0, 23, 24, 2**64 - 1, -1, -2**64, 0.0, -0.0, 1.1, 1.5, 1e300, 65504.0, 5.960464477539063e-08, math.inf,
        'IETF', '\u00fc\u6c34\U00010151', b'', bytes(range(30)), [], {}, [None, True, False, [1, [2]]],
        {'b': 1, 'a': [1, 2.5], 'aa': {'x': None}}, {3: 'c', 1: 'a', 2000: 'z', 24: b'\x01'}, list(range(30)),
    ]
    values = chosen + [value for value in (cbor_values.value(source) for _ in range(200))
                       if len(cbor2.dumps(value)) < 90 and not has_nan(value)][:60]
    lines = []
    for value in values:
        canonical = cbor2.dumps(value, canonical=True).hex()
        forms = sorted({cbor2.dumps(value, **form).hex() for form in FORMS.values()})
        lines.append(f'        CBOR2Vector(canonical: "{canonical}", forms: {swift(forms)}),')
    target = pathlib.Path(__file__).parent.parent / 'CBOR/CBOR2Vectors.swift'
    target.write_text(HEAD + '\n'.join(lines) + '\n    ]\n}\n', encoding='utf-8')


def swift(texts):
    return '[' + ', '.join(f'"{text}"' for text in texts) + ']'


def has_nan(value):
    return 'nan' in repr(value)


HEAD = '''// Messages made by cbor2 6.2.1 (PyPI), written by Tests/Interop/make-cbor2-vectors.py.
// swift-format-ignore-file

/// One value as cbor2 writes it: canonical, and in all its forms.
struct CBOR2Vector: Sendable {
    let canonical: String
    let forms: [String]

    static let all = [
'''

if __name__ == '__main__':
    main()
