"""Speaks TLS with the edge by curl and OpenSSL: what is negotiated, the redirect, a certificate that is replaced under load,
and files that cannot be used.

    tls-check.py BALISE"""

import os
import subprocess
import sys
import tempfile
import threading
import urllib.request

from balise_process import Balise, free_port
from findings import Findings

findings = Findings('tls')
program = sys.argv[1]


def run(*words):
    """The exit status of a program, and what it printed."""
    done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
    return done.returncode, done.stdout.decode(errors='replace')


def make_certificate(folder, name):
    """The paths of a certificate for this machine, and of its key."""
    certificate, key = (os.path.join(folder, f'{name}.{kind}') for kind in ('pem', 'key'))
    status, text = run(
        'openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', '-subj', f'/CN={name}',
        '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-out', certificate, '-keyout', key)
    assert status == 0, text
    return certificate, key


def replace(place, file):
    """As programs that renew certificates do."""
    with open(file) as source, open(place + '.new', 'w') as target:
        target.write(source.read())
    os.rename(place + '.new', place)


def operator(balise, path):
    request = urllib.request.Request(
        balise.operations + path, headers={'Authorization': f'Bearer {balise.operator_token}'})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.read().decode()


def check_negotiation(port, trusted):
    def handshake(*options):
        return run('openssl', 's_client', '-connect', f'127.0.0.1:{port}', '-CAfile', trusted, '-brief', *options)

    for version, name in [('-tls1_2', 'TLSv1.2'), ('-tls1_3', 'TLSv1.3')]:
        status, text = handshake(version)
        findings.expect(status == 0 and f'Protocol version: {name}' in text and 'Verification: OK' in text, text)
    for refused in [('-tls1_1', '-cipher', 'ALL:@SECLEVEL=0'), ('-tls1_2', '-cipher', 'AES128-GCM-SHA256'),
                    ('-tls1_2', '-cipher', 'ECDHE-RSA-AES128-SHA')]:
        findings.expect(handshake(*refused)[0] != 0, f'{refused} is accepted')
    _, text = run('openssl', 's_client', '-connect', f'127.0.0.1:{port}', '-alpn', 'h2,http/1.1')
    findings.expect('ALPN protocol: http/1.1' in text, f'another protocol than http/1.1: {text}')


def check_calls(port, redirect_port, trusted):
    status, text = run('curl', '-sSi', '--cacert', trusted, f'https://localhost:{port}/healthz')
    findings.expect(status == 0 and text.startswith('HTTP/1.1 200'), text)
    findings.expect('strict-transport-security: max-age=31536000\r' in text.lower(), text)
    findings.expect(run('curl', '-sS', f'http://localhost:{port}/healthz')[0] != 0, 'plain HTTP is answered by the TLS port')
    _, text = run(
        'curl', '-sS', '-o', os.devnull, '-w', '%{http_code} %{redirect_url}', f'http://localhost:{redirect_port}/a?b=c')
    findings.expect_equal(text, f'308 https://localhost:{port}/a?b=c', 'redirect')
    _, text = run('curl', '-sSL', '--cacert', trusted, f'http://localhost:{redirect_port}/healthz')
    findings.expect_equal(text, 'ok\n', 'redirect that is followed')
    status, _ = run('openssl', 's_client', '-connect', f'127.0.0.1:{redirect_port}', '-brief')
    findings.expect(status != 0, 'the port that redirects speaks TLS')


def check_replacement(port, files, new, trusted):
    """Calls all the time, while the files change."""
    ended, failures = threading.Event(), []

    def call():
        while not ended.is_set():
            status, text = run('curl', '-sS', '--fail', '--cacert', trusted, *[f'https://localhost:{port}/healthz'] * 5)
            if status != 0:
                failures.append(text)

    callers = [threading.Thread(target=call) for _ in range(3)]
    for caller in callers:
        caller.start()
    for place, file in zip(files, new):
        replace(place, file)
    findings.come_to_hold(
        lambda: run('curl', '-sS', '--cacert', new[0], f'https://localhost:{port}/healthz')[0] == 0,
        'the new certificate is not in use')
    ended.set()
    for caller in callers:
        caller.join()
    findings.expect_equal(failures, [], 'calls that failed while the certificate was replaced')


with tempfile.TemporaryDirectory() as folder:
    first, second, third = (make_certificate(folder, name) for name in ('first', 'second', 'third'))
    files = [os.path.join(folder, name) for name in ('server.pem', 'server.key')]
    for place, file in zip(files, first):
        replace(place, file)
    both = os.path.join(folder, 'both.pem')
    with open(both, 'w') as target:
        for certificate, _ in (first, second):
            with open(certificate) as source:
                target.write(source.read())
    tls = {'certificate': files[0], 'key': files[1]}
    port, redirect_port = free_port(), free_port()
    http = {'tls': tls, 'redirectPort': redirect_port, 'publicUrl': f'https://localhost:{port}'}
    with Balise(program, {'http': http}, port=port) as balise:
        findings.expect_equal(balise.origin, f'https://127.0.0.1:{port}', 'printed address')
        check_negotiation(port, both)
        check_calls(port, redirect_port, both)
        check_replacement(port, files, second, both)
        findings.expect('credential="http.tls.certificate"' in operator(balise, '/metrics'), 'no metric of the end')
        replace(files[1], third[1])
        findings.come_to_hold(
            lambda: 'stays in use: http.tls.key: ' in operator(balise, '/readyz'), '/readyz has no note of the wrong key')
        findings.expect_equal(
            run('curl', '-sS', '--cacert', second[0], f'https://localhost:{port}/healthz'), (0, 'ok\n'),
            'a call beside files that cannot be used')
        findings.expect_equal(balise.read_log().count('stays in use: http.tls.key: '), 1, 'reports in the log')
    findings.expect_equal(balise.status, 0, 'the exit status')

    environment = {name: value for name, value in os.environ.items() if not name.startswith('BALISE_')} | {
        'BALISE_DATA_DIR': os.path.join(folder, 'data'), 'BALISE_HTTP_PORT': '0', 'BALISE_OPERATIONS_PORT': '0',
        'BALISE_HTTP_TLS_CERTIFICATE': files[0], 'BALISE_HTTP_TLS_KEY': files[1]}
    refused = subprocess.run(
        [program], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
    text = refused.stdout.decode()
    findings.expect_equal(refused.returncode, 78, 'the exit status with a key that does not fit')
    findings.expect(f'http.tls.key: the key in {files[1]} does not fit' in text, text)

findings.report()
