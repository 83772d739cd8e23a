// The keys that verify access tokens.

/// Reads the public keys that verify access tokens: the one that signs, the next one, and the retired ones whose tokens
/// may still live.
public struct GetSigningKeys: RequestFromEdge {
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 9)
    public static let isIdempotent = true

    /// A public key.
    public struct Key: Codable, Sendable {
        /// The `kid` of the tokens that it signed.
        public var id: String
        /// The 32 bytes of an Ed25519 public key (RFC 8032, section 5.1.5).
        public var publicKey: [UInt8]

        enum CodingKeys: Int, CodingKey { case id = 0, publicKey }

        public init(id: String, publicKey: [UInt8]) {
            self.id = id
            self.publicKey = publicKey
        }
    }

    /// The keys, the signing one first.
    public struct Reply: Codable, Sendable {
        public var keys: [Key]

        enum CodingKeys: Int, CodingKey { case keys = 0 }

        public init(keys: [Key]) {
            self.keys = keys
        }
    }

    public init() {}
}
