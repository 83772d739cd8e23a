/// Reads the key from which edges derive the ids of live events. It is in the database, so all replicas return the same one,
/// and a broken stream continues at any edge (decision 29).
public struct GetEventKey: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.location, 63)

    public init() {}

    public struct Reply: Codable, Sendable {
        /// 32 bytes in base64url.
        public var key: SecretText

        enum CodingKeys: Int, CodingKey { case key = 0 }

        public init(key: SecretText) { self.key = key }
    }
}
