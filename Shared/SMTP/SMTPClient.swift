import Foundation
import Models
import NIOSSL
import Synchronization

/// Sends mail through a server. Several mails may be sent at a time, each on its own connection, which stays open for a
/// moment so that the next mail can use it.
public final class SMTPClient: Sendable {
    private let options: SMTPOptions
    private let tls: NIOSSLContext?
    private let idle = Mutex(Idle())

    private struct Idle {
        var connections: [Session] = []
        var isClosed = false
    }

    private struct Session: Sendable {
        let connection: SMTPConnection
        let extensions: SMTPExtensions
    }

    /// Creates a client. Throws if the certificates cannot be read.
    public init(_ options: SMTPOptions) throws(SMTPOptions.Unusable) {
        self.options = options
        tls = try options.makeTLS()
    }

    /// Sends a mail, and returns when the server has accepted it. If the server's answer is lost, the mail may or may
    /// not have been accepted: the call fails, and the mail may be sent again with the same Message-ID. Cancelling the
    /// task ends the connection.
    public func send(_ mail: Mail) async throws(SMTPFailure) {
        let content = MailData.terminated(try mail.rendered())
        if let session = takeIdle() {
            do throws(SMTPFailure) { return try await deliver(mail, content, on: session) } catch {
                // The server may have closed the idle connection. It does not know the mail, so another try is safe.
                guard error.isOfConnection, !Task.isCancelled else { throw error }
            }
        }
        try await deliver(mail, content, on: try await open())
    }

    /// Connects, starts TLS and signs in as for a mail, and then ends the connection without sending one.
    public func tryLogin() async throws(SMTPFailure) { try await open().connection.quit() }

    /// Closes the idle connections. Connections in use end by themselves.
    public func close() {
        let sessions = idle.withLock { idle in
            defer { idle = Idle(connections: [], isClosed: true) }
            return idle.connections
        }
        for session in sessions { session.connection.quit() }
    }

    // MARK: A connection

    private func open() async throws(SMTPFailure) -> Session {
        let connection = try await SMTPConnection.open(options, tls)
        do throws(SMTPFailure) {
            var extensions = try await hello(connection)
            if options.security == .starttls, let tls {
                guard extensions.offers("STARTTLS") else {
                    throw SMTPFailure("the mail server offers no STARTTLS, and nothing is sent without")
                }
                try await expect([220], connection.send("STARTTLS", .startTLS), .startTLS)
                try await connection.startTLS(tls, name: options.nameForTLS)
                // The extensions that the server named before TLS are not trusted, because they can be forged.
                extensions = try await hello(connection)
            }
            if let login = options.login { try await authenticate(login, connection, extensions) }
            return Session(connection: connection, extensions: extensions)
        } catch {
            connection.quit()
            throw error
        }
    }

    private func hello(_ connection: SMTPConnection) async throws(SMTPFailure) -> SMTPExtensions {
        let reply = try await connection.send("EHLO \(options.helloName ?? connection.ownAddress)", .hello)
        try expect([250], reply, .hello)
        return SMTPExtensions(reply)
    }

    private func authenticate(
        _ login: SMTPOptions.Login, _ connection: SMTPConnection, _ extensions: SMTPExtensions
    ) async throws(SMTPFailure) {
        func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
        let password: String
        switch login.proof {
        case .password(let text): password = text
        case .accessToken(let source): return try await authenticate(login.user, by: source, connection, extensions)
        }
        if extensions.mechanisms.contains("PLAIN") {
            let response = base64("\0\(login.user)\0\(password)")
            try await expect([235], connection.send("AUTH PLAIN \(response)", .authentication), .authentication)
        } else if extensions.mechanisms.contains("LOGIN") {
            try await expect([334], connection.send("AUTH LOGIN", .authentication), .authentication)
            try await expect([334], connection.send(base64(login.user), .authentication), .authentication)
            try await expect([235], connection.send(base64(password), .authentication), .authentication)
        } else {
            throw SMTPFailure("the mail server offers neither AUTH PLAIN nor AUTH LOGIN")
        }
    }

    /// Signs in with an access token (XOAUTH2 of Google and Microsoft, which is no standard). A refusal is a challenge
    /// that expects an empty line.
    private func authenticate(
        _ user: String, by source: any AccessTokenSource, _ connection: SMTPConnection, _ extensions: SMTPExtensions
    ) async throws(SMTPFailure) {
        guard extensions.mechanisms.contains("XOAUTH2") else {
            throw SMTPFailure("the mail server does not offer AUTH XOAUTH2")
        }
        let token = try await source.accessToken()
        let response = Data("user=\(user)\u{1}auth=Bearer \(token)\u{1}\u{1}".utf8).base64EncodedString()
        var reply = try await connection.send("AUTH XOAUTH2 \(response)", .authentication)
        if reply.code == 334 { reply = try await connection.send("", .authentication) }
        if (500..<600).contains(reply.code) { await source.forget(token) }
        try expect([235], reply, .authentication)
    }

    private func takeIdle() -> Session? {
        let session = idle.withLock { idle in
            idle.connections.removeAll { !$0.connection.isOpen }
            return idle.connections.popLast()
        }
        session?.connection.reuse()
        return session
    }

    private func keep(_ session: Session) {
        let isKept = idle.withLock { idle in
            if !idle.isClosed { idle.connections.append(session) }
            return !idle.isClosed
        }
        if isKept { session.connection.keep(for: options.idleTime) } else { session.connection.quit() }
    }

    // MARK: A mail

    private func deliver(_ mail: Mail, _ content: [UInt8], on session: Session) async throws(SMTPFailure) {
        let connection = session.connection
        do throws(SMTPFailure) {
            let parameters = try parameters(of: mail, session.extensions)
            try await expect(
                [250], connection.send("MAIL FROM:<\(mail.from.address.text.value)>\(parameters)", .sender), .sender)
            try await expect(
                [250, 251, 252], connection.send("RCPT TO:<\(mail.to.text.value)>", .recipient), .recipient)
            try await expect([354], connection.send("DATA", .data), .data)
            try await expect([250], connection.send(content, .content), .content)
        } catch {
            connection.quit()
            throw error
        }
        keep(session)
    }

    /// Returns the parameters for a mail. Bodies are always 7-bit, so only the addresses may need an extension.
    private func parameters(of mail: Mail, _ extensions: SMTPExtensions) throws(SMTPFailure) -> String {
        guard mail.to.isInternational || mail.from.address.isInternational else { return "" }
        guard extensions.offers("SMTPUTF8") else {
            throw SMTPFailure(
                "an address has letters beyond ASCII before its @, and the mail server takes none", isFinal: true)
        }
        return extensions.offers("8BITMIME") ? " BODY=8BITMIME SMTPUTF8" : " SMTPUTF8"
    }

    private func expect(_ codes: [Int], _ reply: SMTPReply, _ step: SMTPStep) throws(SMTPFailure) {
        guard codes.contains(reply.code) else { throw reply.failure(of: step) }
    }
}
