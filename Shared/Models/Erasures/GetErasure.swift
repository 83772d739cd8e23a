/// Returns the progress of an erasure, and its receipt once all services have confirmed. Errors as for `FindErasure`.
public struct GetErasure: RequestFromEdge {
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 41)
    public static let isIdempotent = true

    public var id: ErasureID
    /// The secret that the user got with the id; nil for an operator.
    public var secret: SecretText?

    enum CodingKeys: Int, CodingKey { case id = 0, secret }

    public init(id: ErasureID, secret: SecretText?) {
        self.id = id
        self.secret = secret
    }

    public struct Reply: Codable, Hashable, Sendable {
        public var erasure: Erasure
        /// A JWS in the compact form (RFC 7515, section 7.1); nil until the erasure is complete.
        public var receipt: String?

        enum CodingKeys: Int, CodingKey { case erasure = 0, receipt }

        public init(erasure: Erasure, receipt: String?) {
            self.erasure = erasure
            self.receipt = receipt
        }
    }
}
