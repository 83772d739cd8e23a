// The key under which the ids of live events are made.

/// Reads the key under which edges make the ids of live events. It belongs to the database, so all processes of
/// location give the same one, and a stream that broke off goes on at any edge (decision 29).
public struct GetEventKey: RequestFromEdge {
    public static let service = ServiceName.location
    public static let code = MessageCode(.location, 63)
    public static let isIdempotent = true

    public init() {}

    public struct Reply: Codable, Sendable {
        /// 32 bytes in base64url.
        public var key: SecretText

        enum CodingKeys: Int, CodingKey { case key = 0 }

        public init(key: SecretText) { self.key = key }
    }
}
