"""A mail server that runs for a check: aiosmtpd, with STARTTLS and a login that it insists on."""

import asyncio
import datetime
import ipaddress
import os
import ssl
import tempfile
import threading

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


class MailServer:
    """Runs for as long as it is entered, on a port of the system's choice. `refused` is what it answers recipients with."""

    def __init__(self, user, password):
        self.user = user
        self.password = password
        self.mails = []
        self.encrypted = []
        self.logins = set()
        self.refused = None

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.certificate = os.path.join(self.folder.name, 'certificate.pem')
        key = os.path.join(self.folder.name, 'key.pem')
        make_certificate(self.certificate, key)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, key)
        self.loop = asyncio.new_event_loop()

        def session():
            return SMTP(
                self, hostname='mail.example', tls_context=context, require_starttls=True, auth_required=True,
                authenticator=self.authenticate, enable_SMTPUTF8=True, loop=self.loop)

        self.server = self.loop.run_until_complete(self.loop.create_server(session, '127.0.0.1', 0))
        self.port = self.server.sockets[0].getsockname()[1]
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.folder.cleanup()

    def authenticate(self, server, session, envelope, mechanism, data):
        isRight = isinstance(data, LoginPassword) and (data.login.decode(), data.password.decode()) == (
            self.user, self.password)
        return AuthResult(success=isRight, auth_data=data.login.decode() if isRight else None)

    async def handle_RCPT(self, server, session, envelope, address, options):
        if self.refused:
            return self.refused
        envelope.rcpt_tos.append(address)
        return '250 fine'

    async def handle_DATA(self, server, session, envelope):
        self.logins.add(session.auth_data)
        self.encrypted.append(session.ssl is not None)
        self.mails.append(envelope.content)
        return '250 taken'


def make_certificate(certificate, key):
    private = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, 'mail.example')])
    now = datetime.datetime.now(datetime.timezone.utc)
    made = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(private.public_key())
        .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(
            [x509.DNSName('localhost'), x509.IPAddress(ipaddress.ip_address('127.0.0.1'))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(private, hashes.SHA256()))
    with open(certificate, 'wb') as file:
        file.write(made.public_bytes(serialization.Encoding.PEM))
    with open(key, 'wb') as file:
        file.write(private.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
