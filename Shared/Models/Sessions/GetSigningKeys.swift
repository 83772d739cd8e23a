/// Reads the public keys of access tokens: the active one, the next one, and retired ones whose tokens may still be
/// valid.
public struct GetSigningKeys: RequestFromEdge {
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 9)
    public static let isIdempotent = true

    public struct Key: Codable, Sendable {
        /// The `kid` of its tokens.
        public var id: String
        /// The 32 bytes of an Ed25519 public key (RFC 8032, section 5.1.5).
        public var publicKey: [UInt8]

        enum CodingKeys: Int, CodingKey { case id = 0, publicKey }

        public init(id: String, publicKey: [UInt8]) {
            self.id = id
            self.publicKey = publicKey
        }
    }

    /// The active key first.
    public struct Reply: Codable, Sendable {
        public var keys: [Key]

        enum CodingKeys: Int, CodingKey { case keys = 0 }

        public init(keys: [Key]) {
            self.keys = keys
        }
    }

    public init() {}
}
