import Foundation
import Models
import SMTP
import ServiceRuntime
import ServiceSettings

final class SMTPMessageSender: MessageSender {
    private let client: SMTPClient
    private let from: Mailbox
    private let clock: any WallClock
    /// The tokens for the sign-in; nil if the sign-in uses a password or is not needed.
    private let tokens: MailAccessTokens?

    init(_ client: SMTPClient, from: Mailbox, clock: any WallClock, tokens: MailAccessTokens? = nil) {
        (self.client, self.from, self.clock, self.tokens) = (client, from, clock, tokens)
    }

    var concurrency: Int { 4 }

    func send(_ message: PersonalMessage) async throws(MessageNotSent) {
        let address: EmailAddress
        do throws(EmailAddress.Flaw) { address = try EmailAddress(message.address.value) } catch {
            throw MessageNotSent(description: "its address is none: \(error.rawValue)", isFinal: true)
        }
        let mail = Mail(
            id: message.id, from: from, to: address, subject: message.subject ?? "", language: message.locale,
            date: clock.now().date, text: message.text.value, html: message.html?.value)
        do throws(SMTPFailure) { try await client.send(mail) } catch {
            throw MessageNotSent(description: error.description, isFinal: error.isFinal)
        }
    }

    var canBeTried: Bool { true }

    func tryLogin() async -> HealthFinding {
        do throws(SMTPFailure) {
            try await client.tryLogin()
            return .ok("the mail server accepts the sign-in")
        } catch {
            return .failure(
                "the mail server cannot be used: \(error.description)",
                "check messages.smtp: host, port, security, user and password")
        }
    }

    func close() async {
        client.close()
        await tokens?.close()
    }

    /// Makes a sender from the settings; nil if they name another sender. `host` is the name of this machine.
    convenience init?(
        _ settings: MessageSettings, clock: any WallClock, host: String = ProcessInfo.processInfo.hostName
    ) throws {
        let smtp = settings.smtp
        let tokens = smtp.oauth.map { MailAccessTokens($0, timeout: smtp.timeout, clock: clock) }
        guard settings.sender == .smtp, let options = SMTPOptions(smtp, tokens, host: host),
            let address = smtp.senderAddress
        else { return nil }
        do throws(SMTPOptions.Unusable) {
            self.init(
                try SMTPClient(options), from: Mailbox(name: smtp.senderName ?? "", address: address), clock: clock,
                tokens: tokens)
        } catch {
            throw UnusableMessageSettings(description: "messages.smtp: \(error.description)")
        }
    }
}

extension SMTPOptions {
    fileprivate init?(_ settings: SMTPSettings, _ tokens: MailAccessTokens?, host name: String) {
        guard let host = settings.host else { return nil }
        var login: Login?
        if let user = settings.user, let password = settings.password {
            login = Login(user: user, password: password.value)
        } else if let user = settings.user, let tokens {
            login = Login(user: user, accessToken: tokens)
        }
        let security: Security =
            switch settings.security {
            case .tls: .tls
            case .starttls: .starttls
            case .none: .none
            }
        self.init(
            host: host, port: settings.port, security: security, login: login, timeout: settings.timeout,
            trustedCertificates: settings.trustedCertificates,
            helloName: settings.helloName ?? SMTPOptions.helloName(ofHost: name))
    }
}

struct UnusableMessageSettings: Error, CustomStringConvertible {
    let description: String
}
