#!/usr/bin/env python3
"""Holds the CBOR coder against cbor2 (PyPI), in both directions.

    cbor2-check.py PEER [COUNT [SEED]]

PEER is the program built from Tests/Interop/CBORPeer. Random values are written by cbor2 in each of its forms, read and
written again by the coder, and read by cbor2: they must be what they were, and equal cbor2's canonical bytes. What is
no CBOR has to be refused by both.
"""

import random
import subprocess
import sys

import cbor2

import cbor_values


def main():
    peer = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    source = random.Random(seed)
    failures = check_values(peer, [cbor_values.value(source) for _ in range(count)])
    failures += check_damage(peer, source, count)
    print(f'cbor2 {version()}, seed {seed}: {count} values and {count} damaged messages, {len(failures)} failures')
    for failure in failures[:20]:
        print('  ' + failure)
    sys.exit(1 if failures else 0)


def check_values(peer, values):
    forms = [{}, {'canonical': True}, {'indefinite_containers': True}]
    messages = [(value, cbor2.dumps(value, **form)) for value in values for form in forms]
    failures = []
    for (value, message), answer in zip(messages, ask(peer, [message for _, message in messages])):
        if answer[0] != 'ok':
            failures.append(f'refused {message.hex()}: {answer[1]}')
            continue
        written = bytes.fromhex(answer[1])
        if not cbor_values.same(cbor2.loads(written), value):
            failures.append(f'changed {message.hex()} to {written.hex()}')
        canonical = cbor2.dumps(value, canonical=True)
        # Of NaNs cbor2 writes one, the coder the one that there was.
        if not has_nan(value) and written != canonical:
            failures.append(f'wrote {written.hex()} where cbor2 writes {canonical.hex()}')
    return failures


def check_damage(peer, source, count):
    """Cut and overwritten messages: what the coder takes, cbor2 takes too, and reads as the same value."""
    damaged = []
    for _ in range(count):
        message = bytearray(cbor2.dumps(cbor_values.value(source)))
        if source.random() < 0.5:
            del message[source.randrange(len(message)):]
        else:
            message[source.randrange(len(message))] = source.randrange(256)
        damaged.append(bytes(message))
    failures = []
    for message, answer in zip(damaged, ask(peer, damaged)):
        if answer[0] != 'ok':
            continue
        try:
            # Tags change what cbor2 makes of an item; the coder skips them.
            value = cbor2.loads(message, tag_hook=lambda tag, *_: tag.value)
        except cbor2.CBORDecodeError as error:
            if not any(byte >> 5 == 6 for byte in message):
                failures.append(f'took {message.hex()}, which cbor2 refuses: {error}')
            continue
        written = bytes.fromhex(answer[1])
        if is_plain(value) and not cbor_values.same(cbor2.loads(written), without_undefined(value)):
            failures.append(f'changed {message.hex()} to {written.hex()}')
    return failures


def ask(peer, messages):
    """One answer for each message: ('ok', hex) or ('error', text)."""
    lines = ''.join(message.hex() + '\n' for message in messages)
    answer = subprocess.run([peer], input=lines, capture_output=True, text=True, check=True)
    answers = [tuple(line.split(' ', 1)) for line in answer.stdout.splitlines()]
    if len(answers) != len(messages):
        sys.exit(f'{peer} gave {len(answers)} answers to {len(messages)} messages')
    return answers


def is_plain(value):
    """Whether nothing in the value was made from a tag, and its maps have keys of Codable's kinds."""
    if isinstance(value, list):
        return all(map(is_plain, value))
    if isinstance(value, dict):
        return all(type(key) in (int, str) and is_plain(item) for key, item in value.items())
    return value is cbor2.undefined or type(value) in (int, float, str, bytes, bool, type(None)) \
        and not (type(value) is int and not -2**64 <= value < 2**64)


def without_undefined(value):
    if value is cbor2.undefined:
        return None
    if isinstance(value, list):
        return [without_undefined(item) for item in value]
    if isinstance(value, dict):
        return {key: without_undefined(item) for key, item in value.items()}
    return value


def has_nan(value):
    if isinstance(value, float):
        return value != value
    if isinstance(value, list):
        return any(map(has_nan, value))
    if isinstance(value, dict):
        return any(map(has_nan, value.values()))
    return False


def version():
    from importlib.metadata import version as version_of
    return version_of('cbor2')


if __name__ == '__main__':
    main()
