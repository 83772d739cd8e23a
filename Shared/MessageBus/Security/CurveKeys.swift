import CZeroMQ
public import Models

/// A public key: 40 characters of Z85, 32 bytes.
public struct CurvePublicKey: Hashable, Sendable, CustomStringConvertible {
    /// In Z85 (ZeroMQ RFC 32).
    public let text: String
    public let bytes: [UInt8]

    public var description: String { text }

    public init?(_ text: String) {
        guard let bytes = readZ85(text) else { return nil }
        (self.text, self.bytes) = (text, bytes)
    }
}

/// Cannot be printed.
public struct CurveSecretKey: Redacted {
    /// In Z85, only for the socket and the key file.
    let text: String

    public init?(_ text: String) {
        guard readZ85(text) != nil else { return nil }
        self.text = text
    }

    /// Nil only if libzmq was built without CURVE.
    public var publicKey: CurvePublicKey? {
        var text = [CChar](repeating: 0, count: 41)
        guard zmq_curve_public(&text, self.text) == 0 else { return nil }
        return CurvePublicKey(String(decoding: text.prefix(40).map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
}

/// The public and secret key of one service, for CURVE on tcp connections (ZeroMQ RFC 26).
public struct CurveKeyPair: Sendable {
    public let publicKey: CurvePublicKey
    public let secretKey: CurveSecretKey

    /// Nil only if libzmq was built without CURVE.
    public init?(_ secretKey: CurveSecretKey) {
        guard let publicKey = secretKey.publicKey else { return nil }
        (self.publicKey, self.secretKey) = (publicKey, secretKey)
    }
}

/// Makes CurveZMQ key pairs. Throws `notSupported` if libzmq was built without CURVE.
public enum CurveKeys {
    /// From the system's secure random source.
    public static func generate() throws(CurveKeyError) -> CurveKeyPair {
        var publicText = [CChar](repeating: 0, count: 41)
        var secretText = publicText
        guard zmq_curve_keypair(&publicText, &secretText) == 0,
            let secretKey = CurveSecretKey(
                String(decoding: secretText.prefix(40).map { UInt8(bitPattern: $0) }, as: UTF8.self)),
            let pair = CurveKeyPair(secretKey)
        else { throw .notSupported }
        return pair
    }
}

private func readZ85(_ text: String) -> [UInt8]? {
    guard text.utf8.count == 40 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 32)
    return zmq_z85_decode(&bytes, text) == nil ? nil : bytes
}
