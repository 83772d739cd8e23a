"""Makes Tests/RedisData/Dumps.swift anew, from files that a redis-server 7 writes.

    make-redis-dumps.py"""

import base64
import socket
import subprocess
import tempfile
import time
from pathlib import Path

OPTIONS = ['--port', '0', '--save', '', '--hash-max-listpack-entries', '4', '--zset-max-listpack-entries', '2',
           '--list-max-listpack-size', '3', '--enable-debug-command', 'yes']


class Redis:
    def __init__(self, folder, *options):
        path = f'{folder}/redis.sock'
        self.process = subprocess.Popen(['redis-server', *OPTIONS, '--dir', folder, '--unixsocket', path, *options],
                                        stdout=subprocess.DEVNULL)
        self.socket = socket.socket(socket.AF_UNIX)
        for _ in range(500):
            try:
                self.socket.connect(path)
                break
            except OSError:
                time.sleep(0.02)
        self.file = self.socket.makefile('rb')

    def ask(self, *words):
        words = [word if isinstance(word, bytes) else str(word).encode() for word in words]
        self.socket.sendall(b'*%d\r\n' % len(words) + b''.join(b'$%d\r\n%s\r\n' % (len(word), word) for word in words))
        answer = self.file.readline()
        if answer[:1] not in b'+:':
            raise SystemExit(f'{words[:2]}: {answer}')

    def end(self):
        self.ask('SAVE')
        self.process.terminate()
        self.process.wait()


def dump(fill, *options):
    with tempfile.TemporaryDirectory() as folder:
        redis = Redis(folder, *options)
        fill(redis)
        redis.end()
        return Path(folder, 'dump.rdb').read_bytes()


def all_encodings(redis):
    for name, value in [('int8', -7), ('int16', 12345), ('int32', -1234567), ('text', 'ü'), ('repeated', 'abc' * 100),
                        ('m' * 70 + ':long', 'x')]:
        redis.ask('SET', name, value)
    redis.ask('SET', 'expires', 'soon', 'PXAT', 4_102_444_800_123)
    numbers = [0, 127, 128, -1, -4096, 4095, 4096, 32767, -32768, 8_388_607, -8_388_608, 2_147_483_647, -2_147_483_648,
               9_223_372_036_854_775_807, -9_223_372_036_854_775_808]
    redis.ask('RPUSH', 'numbers', *numbers)
    redis.ask('DEBUG', 'QUICKLIST-PACKED-THRESHOLD', '100b')
    redis.ask('RPUSH', 'texts', 'a' * 63, 'b' * 64, 'c' * 99, 'd' * 200, '')
    redis.ask('DEBUG', 'QUICKLIST-PACKED-THRESHOLD', '0')
    redis.ask('RPUSH', 'long texts', 'e' * 4095, 'f' * 5000)
    redis.ask('HSET', 'short hash', 'a', '1', 'b', 'two')
    redis.ask('HSET', 'long hash', *[word for number in range(6) for word in (f'field {number}', number)])
    # These are only passed over.
    redis.ask('SADD', 'numbers of a set', *range(5))
    redis.ask('SADD', 'texts of a set', 'a', 'b')
    redis.ask('ZADD', 'short sorted set', 1, 'a')
    redis.ask('ZADD', 'long sorted set', 1, 'a', 2.5, 'b', '-inf', 'c')
    redis.ask('SETBIT', 'bits', 7, 1)
    redis.ask('SELECT', 3)
    redis.ask('SET', 'elsewhere', 'x')


def with_stream(redis):
    redis.ask('SET', 'before', 'x')
    redis.socket.sendall(b'*5\r\n$4\r\nXADD\r\n$6\r\nstream\r\n$1\r\n*\r\n$1\r\na\r\n$1\r\nb\r\n')
    redis.file.readline()
    redis.file.readline()


def lines(name, data):
    text = base64.b64encode(data).decode()
    width = 110
    parts = ' \\\n        '.join(text[at:at + width] for at in range(0, len(text), width)).replace(' \\\n', '\\\n')
    return f'    static let {name} = """\n        {parts}\n        """\n'


def main():
    text = '// Made by Tests/Interop/make-redis-dumps.py.\n\nenum Dumps {\n'
    text += lines('all', dump(all_encodings)) + '\n'
    text += lines('withoutChecksum', dump(lambda redis: redis.ask('SET', 'a', 'b'), '--rdbchecksum', 'no')) + '\n'
    text += lines('withStream', dump(with_stream)) + '}\n'
    (Path(__file__).resolve().parents[1] / 'RedisData' / 'Dumps.swift').write_text(text)


if __name__ == '__main__':
    main()
