public import BaliseJSON

/// Creates a new signing key and retires the active one; its tokens stay valid until they expire. Answered when the new
/// key is active: if several processes publish the keys, a moment after it was announced to them.
public struct RotateSigningKey: ServiceRequest, OperatorAct {
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 13)

    public struct Reply: JSONConvertible {
        /// The `kid` of the new key.
        public var id: String

        enum CodingKeys: Int, CodingKey { case id = 0 }

        public init(id: String) {
            self.id = id
        }
    }

    public init() {}
}
