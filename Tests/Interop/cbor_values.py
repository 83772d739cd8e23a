"""Random values that both CBOR and Codable can hold."""

import math
import struct


def value(random, depth=0):
    """A value of any kind; maps and arrays until they are four deep."""
    kinds = [_integer, _integer, _number, _text, _bytes, _bool_or_none]
    if depth < 4:
        kinds += [_array, _map]
    return random.choice(kinds)(random, depth)


def _integer(random, depth):
    bits = random.choice([4, 5, 8, 9, 16, 17, 32, 33, 64])
    number = random.getrandbits(bits)
    return -1 - number if random.random() < 0.5 else number


def _number(random, depth):
    return random.choice([
        lambda: random.uniform(-180, 180),
        lambda: struct.unpack('>d', random.randbytes(8))[0],
        lambda: struct.unpack('>f', random.randbytes(4))[0],
        lambda: struct.unpack('>e', random.randbytes(2))[0],
        lambda: random.choice([0.0, -0.0, math.inf, -math.inf, math.nan, 5e-324, 2.0**-24, 65504.0, 65505.0]),
    ])()


def _text(random, depth):
    length = random.choice([0, 1, 5, 23, 24, 100, 300])
    alphabet = 'abc ABC\u00e9\u6c34\U00010151"\\\n\0'
    return ''.join(random.choice(alphabet) for _ in range(length))


def _bytes(random, depth):
    return random.randbytes(random.choice([0, 1, 23, 24, 255, 256]))


def _bool_or_none(random, depth):
    return random.choice([True, False, None])


def _array(random, depth):
    return [value(random, depth + 1) for _ in range(random.choice([0, 1, 3, 23, 24] if depth < 2 else [0, 1, 3]))]


def _map(random, depth):
    # Keys of one kind a map: cbor2 sorts kinds by RFC 7049's rule, the coder by RFC 8949's.
    if random.random() < 0.5:
        keys = [_text(random, depth) for _ in range(random.choice([0, 1, 4]))]
    else:
        keys = [random.randrange(0, 2 ** random.choice([5, 9, 20, 62])) for _ in range(random.choice([0, 2, 30]))]
    return {key: value(random, depth + 1) for key in keys}


def same(one, other):
    """Equality that tells True from 1, 1 from 1.0, 0.0 from -0.0, and takes one NaN for another."""
    if isinstance(one, float) and isinstance(other, float):
        if math.isnan(one) or math.isnan(other):
            return math.isnan(one) and math.isnan(other)
        return struct.pack('>d', one) == struct.pack('>d', other)
    if type(one) is not type(other):
        return False
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return one == other
