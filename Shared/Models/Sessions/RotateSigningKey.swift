// An operator replaces the key that signs access tokens.

/// Makes a new signing key, and retires the one that signs; tokens that it signed go on until they expire. Answered when the new
/// one signs: where several processes publish the keys, a moment after it was announced to them.
public struct RotateSigningKey: ServiceRequest, OperatorAct {
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 13)

    /// The key that signs from now on.
    public struct Reply: Codable, Sendable {
        /// The `kid` of the new key.
        public var id: String

        enum CodingKeys: Int, CodingKey { case id = 0 }

        public init(id: String) {
            self.id = id
        }
    }

    public init() {}
}
