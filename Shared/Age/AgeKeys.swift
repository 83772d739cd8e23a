public import BaliseValues
import Crypto
import Foundation

/// The public half of an X25519 key pair, for which files are encrypted (C2SP age.md, "The X25519 recipient type").
public struct AgeRecipient: Hashable, Sendable, CustomStringConvertible {
    static let prefix = "age"

    let publicKey: [UInt8]

    init(publicKey: [UInt8]) { self.publicKey = publicKey }

    /// Reads a text such as `age1…`, in Bech32.
    public init(_ text: String) throws(AgeError) {
        guard let (prefix, bytes) = Bech32.decode(text), prefix == Self.prefix, bytes.count == 32 else {
            throw .invalidRecipient
        }
        publicKey = bytes
    }

    /// The text `age1…`, which `init` reads.
    public var description: String { Bech32.encode(publicKey, prefix: Self.prefix) }
}

/// The secret half of an X25519 key pair, which decrypts files. It cannot be printed.
public struct AgeIdentity: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    static let prefix = "AGE-SECRET-KEY-"

    let scalar: [UInt8]
    /// The recipient whose files this identity can decrypt.
    public let recipient: AgeRecipient

    private init(scalar: [UInt8]) throws(AgeError) {
        // CryptoKit refuses a key only for a wrong length.
        guard let key = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: scalar) else {
            throw .invalidIdentity
        }
        self.scalar = scalar
        recipient = AgeRecipient(publicKey: Array(key.publicKey.rawRepresentation))
    }

    /// Reads a text such as `AGE-SECRET-KEY-1…`, in Bech32.
    public init(_ text: SecretText) throws(AgeError) {
        guard let (prefix, bytes) = Bech32.decode(text.value), prefix == Self.prefix.lowercased(), bytes.count == 32
        else { throw .invalidIdentity }
        try self.init(scalar: bytes)
    }

    /// Creates a new identity.
    /// - Parameter random: Returns the given number of random bytes.
    public init(random: (Int) -> [UInt8]) throws(AgeError) { try self.init(scalar: random(32)) }

    /// Reads a file of age-keygen: one identity on each line, and comments. Throws for any other line, and if there is
    /// no identity.
    public static func read(file: SecretText) throws(AgeError) -> [AgeIdentity] {
        var identities: [AgeIdentity] = []
        for line in file.value.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
            identities.append(try AgeIdentity(SecretText(String(line))))
        }
        guard !identities.isEmpty else { throw .invalidIdentity }
        return identities
    }

    /// The text `AGE-SECRET-KEY-1…`, which `init` reads.
    public var text: SecretText {
        SecretText(Bech32.encode(scalar, prefix: Self.prefix.lowercased()).uppercased())
    }

    public var description: String { "<redacted>" }
    public var debugDescription: String { "<redacted>" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
