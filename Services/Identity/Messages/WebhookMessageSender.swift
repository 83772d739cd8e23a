// Posts messages to a program of the operator's, which knows how to reach people.

import Crypto
import Foundation
import Models
import ServiceRuntime

/// Posts each message as JSON, signed with a secret that the receiver shares, and tries again when it is not taken.
final class WebhookMessageSender: MessageSender {
    /// The name of the header with the signature.
    static let signatureHeader = "X-Balise-Signature"
    /// How long one try may take.
    static let timeout = Duration.seconds(5)
    /// The pauses before the second try and the third.
    static let pauses = [Duration.seconds(1), .seconds(5)]

    private let url: URL
    private let secret: SymmetricKey
    /// A message goes where the operator said and nowhere else.
    private let web: WebClient
    private let pause: @Sendable (Duration) async throws -> Void

    /// - Parameter pause: returns after the given time.
    init(
        url: URL, secret: String, timeout: Duration = WebhookMessageSender.timeout,
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.url = url
        self.secret = SymmetricKey(data: Array(secret.utf8))
        web = WebClient(timeout: timeout, largestBody: nil)
        self.pause = pause
    }

    /// Closes its connections, after the last message.
    func close() async { await web.close() }

    func send(_ message: PersonalMessage) async throws(MessageNotSent) {
        let body = try MessageBody(message).json()
        var last = ""
        for number in 0...WebhookMessageSender.pauses.count {
            if number > 0 {
                do { try await pause(WebhookMessageSender.pauses[number - 1]) } catch {
                    throw MessageNotSent(description: "the service stopped after \(number) tries; the last: \(last)")
                }
            }
            switch await post(body) {
            case .taken: return
            case .refused(let reason):
                throw MessageNotSent(description: "the webhook refused the message: \(reason)")
            case .failed(let reason): last = reason
            }
        }
        throw MessageNotSent(
            description: "the webhook failed \(WebhookMessageSender.pauses.count + 1) times; the last: \(last)")
    }

    /// How one try went.
    private enum Outcome {
        case taken
        /// The same message will be refused again.
        case refused(String)
        /// Another try may go better.
        case failed(String)
    }

    private func post(_ body: [UInt8]) async -> Outcome {
        do throws(WebClient.Failure) {
            let answer = try await web.post(
                body, as: "application/json", to: url,
                headers: [(WebhookMessageSender.signatureHeader, "sha256=" + signature(of: body))])
            switch answer.status {
            case 200..<300: return .taken
            case 408, 425, 429, 500...: return .failed("status \(answer.status)")
            default: return .refused("status \(answer.status)")
            }
        } catch {
            return .failed(error.description)
        }
    }

    /// HMAC-SHA-256 of the body, in lower-case hexadecimal digits.
    private func signature(of body: [UInt8]) -> String {
        opaqueIDText(HMAC<SHA256>.authenticationCode(for: body, using: secret))
    }
}
