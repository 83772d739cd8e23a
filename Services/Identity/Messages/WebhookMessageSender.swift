import Crypto
import Foundation
import Models
import ServiceRuntime

/// Posts each message as JSON, signed with a shared secret.
final class WebhookMessageSender: MessageSender {
    static let signatureHeader = "X-Balise-Signature"
    static let timeout = Duration.seconds(5)

    private let url: URL
    private let secret: SymmetricKey
    /// The client. It follows no redirects, so that messages only go to the operator's address.
    private let web: WebClient

    init(url: URL, secret: String, timeout: Duration = WebhookMessageSender.timeout) {
        self.url = url
        self.secret = SymmetricKey(data: Array(secret.utf8))
        web = WebClient(timeout: timeout, largestBody: nil)
    }

    func close() async { await web.close() }

    func send(_ message: PersonalMessage) async throws(MessageNotSent) {
        let body = try MessageBody(message).json()
        let status: Int
        do throws(WebClient.Failure) {
            status = try await web.post(
                body, as: "application/json", to: url,
                headers: [(WebhookMessageSender.signatureHeader, "sha256=" + signature(of: body))]
            ).status
        } catch {
            throw MessageNotSent(description: "the webhook failed: \(error.description)")
        }
        switch status {
        case 200..<300: return
        case 408, 425, 429, 500...: throw MessageNotSent(description: "the webhook failed: status \(status)")
        default: throw MessageNotSent(description: "the webhook refused it: status \(status)", isFinal: true)
        }
    }

    /// Returns the signature: HMAC-SHA-256 of the body, in lower-case hexadecimal digits.
    private func signature(of body: [UInt8]) -> String {
        opaqueIDText(HMAC<SHA256>.authenticationCode(for: body, using: secret))
    }
}
