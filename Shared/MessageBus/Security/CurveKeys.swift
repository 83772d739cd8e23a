import CZeroMQ
public import Models

/// A public key: 32 bytes, written as 40 characters of Z85.
public struct CurvePublicKey: Hashable, Sendable, CustomStringConvertible {
    /// The key in Z85 (ZeroMQ RFC 32).
    public let text: String
    public let bytes: [UInt8]

    public var description: String { text }

    public init?(_ text: String) {
        guard let bytes = readZ85(text) else { return nil }
        (self.text, self.bytes) = (text, bytes)
    }
}

/// A secret key, which cannot be printed.
public struct CurveSecretKey: Redacted {
    /// The key in Z85. Only the socket and the key file get it.
    let text: String

    public init?(_ text: String) {
        guard readZ85(text) != nil else { return nil }
        self.text = text
    }

    /// The public key of this secret key; nil only if libzmq was built without CURVE.
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

    /// Creates the pair of a secret key; nil only if libzmq was built without CURVE.
    public init?(_ secretKey: CurveSecretKey) {
        guard let publicKey = secretKey.publicKey else { return nil }
        (self.publicKey, self.secretKey) = (publicKey, secretKey)
    }
}

/// Creates CurveZMQ key pairs. Throws `notSupported` if libzmq was built without CURVE.
public enum CurveKeys {
    /// Creates a pair from the system's secure random source.
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

/// The keys of a process: its own pairs, and the public keys of all services.
public struct CurveConfiguration: Sendable {
    static let domain = "balise"

    /// The pairs of the services in this process.
    public var own: [ServiceName: CurveKeyPair]
    /// The public keys of all services that may connect to this process, or that it may connect to.
    public var known: [ServiceName: CurvePublicKey]

    public init(own: [ServiceName: CurveKeyPair], known: [ServiceName: CurvePublicKey]) {
        (self.own, self.known) = (own, known)
    }

    func secure(_ socket: ZeroMQSocket, listeningAs service: ServiceName) throws(BusSetupError) {
        guard let pair = own[service] else { throw .noSecretKey(service) }
        try socket.set(domain: CurveConfiguration.domain)
        try socket.set(ZMQ_CURVE_SERVER, 1)
        try socket.set(ZMQ_CURVE_SECRETKEY, pair.secretKey.text)
    }

    /// Sets the keys of a socket, which then connects only to the owner of the service's secret key.
    func secure(_ socket: ZeroMQSocket, callingAs caller: ServiceName, to service: ServiceName) throws(BusSetupError) {
        guard let pair = own[caller] else { throw .noSecretKey(caller) }
        guard let serverKey = known[service] else { throw .noPublicKey(service) }
        try socket.set(ZMQ_CURVE_SERVERKEY, serverKey.text)
        try socket.set(ZMQ_CURVE_PUBLICKEY, pair.publicKey.text)
        try socket.set(ZMQ_CURVE_SECRETKEY, pair.secretKey.text)
    }
}

/// Why keys cannot be used. The description contains advice.
public enum CurveKeyError: Error, Hashable, Sendable, CustomStringConvertible {
    case missing(path: String, of: ServiceName)
    /// Other users can read a secret key.
    case readableByOthers(path: String)
    case malformed(path: String)
    /// The public key does not belong to the secret key beside it.
    case mismatch(secret: String, public: String)
    /// A key file cannot be read or written; the text is the system's error.
    case file(path: String, reason: String)
    /// libzmq was built without CURVE.
    case notSupported

    public var description: String {
        switch self {
        case .missing(let path, let service):
            "there is no key of \(service) at \(path): make the keys, or copy them there"
        case .readableByOthers(let path): "others can read the secret key \(path): chmod 600 \(path)"
        case .malformed(let path):
            """
            \(path) does not hold a key of 40 characters: copy it again from where it was made, or, where that is a secret \
            of a service, leave it and keep the keys in another folder
            """
        case .mismatch(let secret, let publicPath):
            "\(publicPath) does not belong to \(secret): copy the pair again from where it was made"
        case .file(let path, let reason): "cannot use \(path): \(reason)"
        case .notSupported: "libzmq was built without CURVE: install one with libsodium"
        }
    }
}
