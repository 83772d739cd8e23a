import Foundation
import Models
import NIOCore
import NIOHPACK

/// Builds the headers of requests. Headers that are equal in every request go into the dynamic table (RFC 7541, section
/// 2.3.2), and cost a byte from the second request on; headers that always differ stay out of it. The token of a push
/// device is marked as never indexed, so that no intermediary stores it (section 7.1.3).
struct APNsHeaders: Sendable {
    private let start: HPACKHeaders
    private let path: String

    init(_ host: APNsHost) {
        start = [":method": "POST", ":scheme": "https", ":authority": host.authority]
        path = host.path + "/3/device/"
    }

    func headers(of push: OutgoingPush, _ token: ProviderTokens.Token?, topic: String?) -> HPACKHeaders {
        var headers = start
        headers.reserveCapacity(11)
        headers.add(name: ":path", value: path + push.token.value, indexing: .neverIndexed)
        if let token { headers.add(name: "authorization", value: "bearer " + token.text.value) }
        headers.add(name: "apns-id", value: push.id.lowercase, indexing: .nonIndexable)
        headers.add(name: "apns-push-type", value: push.usedPushType.rawValue)
        headers.add(name: "apns-priority", value: push.priority.ofAPNs)
        // These two headers are equal for all recipients of a notification, so they go into the dynamic table.
        headers.add(name: "apns-expiration", value: String((push.expiresAt?.rawValue ?? 0) / 1000))
        if let id = push.collapseID { headers.add(name: "apns-collapse-id", value: id) }
        if let topic { headers.add(name: "apns-topic", value: topic) }
        return headers
    }
}

extension UUID {
    /// The UUID in lower case (RFC 9562, section 4), as Apple requires.
    var lowercase: String {
        withUnsafeBytes(of: uuid) { bytes in
            String(unsafeUninitializedCapacity: 36) { text in
                var end = 0
                for (number, byte) in bytes.enumerated() {
                    if number == 4 || number == 6 || number == 8 || number == 10 {
                        text[end] = UInt8(ascii: "-")
                        end += 1
                    }
                    text[end] = hexDigit(byte >> 4)
                    text[end + 1] = hexDigit(byte & 15)
                    end += 2
                }
                return end
            }
        }
    }
}

private func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}

struct APNsHost: Hashable, Sendable {
    let name: String
    let port: Int
    /// The path before `/3/device`; empty for Apple.
    let path: String

    init(_ url: URL) {
        name = url.host ?? ""
        port = url.port ?? 443
        path = url.path.hasSuffix("/") ? String(url.path.dropLast()) : url.path
    }

    var nameForTLS: String? { (try? SocketAddress(ipAddress: name, port: port)) == nil ? name : nil }

    /// The host with its port (RFC 9113, section 8.3.1).
    var authority: String {
        let host = name.contains(":") ? "[\(name)]" : name
        return port == 443 ? host : "\(host):\(port)"
    }
}
