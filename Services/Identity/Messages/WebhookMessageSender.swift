// Posts messages to a program of the operator's, which knows how to reach people.

import AsyncHTTPClient
import Crypto
import Foundation
import Models
import NIOCore
import NIOHTTP1
import Synchronization

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
    /// Made for the first message: one that is made must be closed.
    private let client = Mutex<HTTPClient?>(nil)
    private let timeout: Duration
    private let pause: @Sendable (Duration) async throws -> Void

    /// - Parameter pause: returns after the given time.
    init(
        url: URL, secret: String, timeout: Duration = WebhookMessageSender.timeout,
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.url = url
        self.secret = SymmetricKey(data: Array(secret.utf8))
        self.timeout = timeout
        self.pause = pause
    }

    /// Closes its connections, after the last message.
    func close() async {
        let client = client.withLock { client in
            defer { client = nil }
            return client
        }
        // Nothing is under way any more, so there is nothing that could be lost by a failure here.
        try? await client?.shutdown()
    }

    private func presentClient() -> HTTPClient {
        client.withLock { client in
            if let client { return client }
            // A message goes where the operator said and nowhere else.
            let configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
            let made = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
            client = made
            return made
        }
    }

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
        var request = HTTPClientRequest(url: url.absoluteString)
        request.method = .POST
        request.headers = [
            "Content-Type": "application/json", "User-Agent": "Balise",
            WebhookMessageSender.signatureHeader: "sha256=" + signature(of: body),
        ]
        request.body = .bytes(body)
        let nanoseconds = timeout.components.seconds * 1_000_000_000 + timeout.components.attoseconds / 1_000_000_000
        do {
            let response = try await presentClient().execute(request, timeout: .nanoseconds(nanoseconds))
            let status = Int(response.status.code)
            switch status {
            case 200..<300: return .taken
            case 408, 425, 429, 500...: return .failed("status \(status)")
            default: return .refused("status \(status)")
            }
        } catch {
            // Its description may hold the address, which may hold a secret of the operator's.
            return .failed("it cannot be reached (\(type(of: error)))")
        }
    }

    /// HMAC-SHA-256 of the body, in lower-case hexadecimal digits.
    private func signature(of body: [UInt8]) -> String {
        opaqueIDText(HMAC<SHA256>.authenticationCode(for: body, using: secret))
    }
}
