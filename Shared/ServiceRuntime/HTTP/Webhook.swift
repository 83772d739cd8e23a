public import Crypto
public import Foundation
public import Models

/// The rules that all signed webhooks share: addresses, secrets, signatures and the pauses between attempts.
public enum Webhook {
    /// How long the delivery of an event is tried, in seconds.
    public static let lifetime: Int64 = 86_400
    /// The first and the last pause between two attempts, in seconds. Each pause is twice the previous pause, up to the
    /// last.
    private static let pauses: ClosedRange<Int64> = 5...3600

    private static let secretPrefix = "whsec_"
    private static let secretBytes = 24...64

    /// Throws `invalidRequest` for an invalid address, and for http to another machine, because others could read that.
    public static func check(_ url: String) throws(ServiceError) {
        let isHere: (String) -> Bool = { ["127.0.0.1", "::1", "[::1]", "localhost"].contains($0) }
        guard address(url, allowsHTTP: isHere) != nil else {
            throw ServiceError(
                .invalidRequest,
                "url has to be an https address, or an http address on this machine, without a password, without control "
                    + "characters, and with a plain host", field: "url")
        }
    }

    /// Reads an https address of at most 2048 bytes, without user and password, or such an http address if `allowsHTTP`
    /// returns true; nil for any other text. Control characters are refused. The host is a name of ASCII letters,
    /// digits, dots, dashes and underscores, or an IP address.
    /// - Parameter allowsHTTP: Whether http is enough for this host, in lower case.
    public static func address(_ text: String, allowsHTTP: (String) -> Bool) -> URL? {
        guard text.utf8.count <= 2048, text.isOneLine, let parts = URLComponents(string: text),
            let host = parts.encodedHost, !host.isEmpty,
            host.isASCIIAlphanumeric(or: "._-:[]"), parts.user == nil, parts.password == nil,
            parts.scheme == "https" || parts.scheme == "http" && allowsHTTP(host.lowercased()),
            let url = URL(string: text), url.hasPossiblePort
        else { return nil }
        return url
    }

    /// Reads a signing secret: `whsec_` and base64 of 24 to 64 bytes. Throws `invalidRequest` for any other text.
    public static func key(_ secret: SecretText) throws(ServiceError) -> SymmetricKey {
        guard secret.value.hasPrefix(secretPrefix),
            let bytes = Data(base64Encoded: String(secret.value.dropFirst(secretPrefix.count))),
            secretBytes.contains(bytes.count)
        else {
            throw ServiceError(
                .invalidRequest, "secret has to be whsec_ and base64 of 24 to 64 bytes", field: "secret")
        }
        return SymmetricKey(data: bytes)
    }

    /// Returns the headers of a request (Standard Webhooks 1.0.0, "Webhook headers" and "Signature scheme").
    public static func headers(
        of id: String, _ body: String, signedWith key: SymmetricKey, at now: UnixTime
    ) -> [(name: String, value: String)] {
        let timestamp = String(now.rawValue / 1000)
        let signed = Data("\(id).\(timestamp).\(body)".utf8)
        let code = Data(HMAC<SHA256>.authenticationCode(for: signed, using: key))
        return [
            ("webhook-id", id), ("webhook-timestamp", timestamp),
            ("webhook-signature", "v1," + code.base64EncodedString()),
        ]
    }

    /// Returns the time of the next attempt, after this number of failed attempts.
    public static func next(after attempts: Int, at now: UnixTime) -> UnixTime {
        now.adding(seconds: min(pauses.upperBound, pauses.lowerBound << Int64(min(max(0, attempts - 1), 20))))
    }
}
