// Hands messages over to a mail server.

import Foundation
import Models
import SMTP
import ServiceRuntime
import ServiceSettings

/// Hands messages that go by mail over to a mail server.
final class SMTPMessageSender: MessageSender {
    private let client: SMTPClient
    private let from: Mailbox
    private let clock: any WallClock

    init(_ client: SMTPClient, from: Mailbox, clock: any WallClock) {
        self.client = client
        self.from = from
        self.clock = clock
    }

    /// As many connections at most.
    var concurrency: Int { 4 }

    func send(_ message: PersonalMessage) async throws(MessageNotSent) {
        let mail = Mail(
            id: message.id, from: from, to: address, subject: message.subject ?? "", language: message.locale,
            date: clock.now().date, text: message.text.value, html: message.html?.value)
        let address: EmailAddress
        do throws(EmailAddress.Flaw) { address = try EmailAddress(message.address.value) } catch {
            throw MessageNotSent(description: "its address is none: \(error.rawValue)", isFinal: true)
        }
        do throws(SMTPFailure) { try await client.send(mail) } catch {
            throw MessageNotSent(description: error.description, isFinal: error.isFinal)
        }
    }

    func close() async { client.close() }
}

extension SMTPMessageSender {
    /// Nil when the settings have another sender. Throws when what they name cannot be used.
    convenience init?(_ settings: MessageSettings, clock: any WallClock) throws {
        guard settings.sender == .smtp, let options = SMTPOptions(settings.smtp),
            let address = settings.smtp.senderAddress
        else { return nil }
        do throws(SMTPOptions.Unusable) {
            self.init(
                try SMTPClient(options), from: Mailbox(name: settings.smtp.senderName ?? "", address: address),
                clock: clock)
        } catch {
            throw UnusableMessageSettings(description: "messages.smtp: \(error.description)")
        }
    }
}

extension SMTPOptions {
    /// Nil without a host.
    fileprivate init?(_ settings: SMTPSettings) {
        guard let host = settings.host else { return nil }
        var login: Login?
        if let user = settings.user, let password = settings.password {
            login = Login(user: user, password: password.value)
        }
        let security: Security =
            switch settings.security {
            case .tls: .tls
            case .starttls: .starttls
            case .none: .none
            }
        self.init(
            host: host, port: settings.port, security: security, login: login, timeout: settings.timeout,
            trustedCertificates: settings.trustedCertificates)
    }
}

/// Why messages cannot be sent as the settings say; told at the start.
struct UnusableMessageSettings: Error, CustomStringConvertible {
    let description: String
}
