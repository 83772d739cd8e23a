// How the edge learns whether a service can work.

/// Asks a service whether it can do its work now.
public struct CheckReadiness: Request {
    public static let code = MessageCode(common: 2)
    public static let isIdempotent = true

    public init() {}

    public struct Reply: Codable, Hashable, Sendable {
        /// Whether it takes requests now; false while it starts and once it is told to stop.
        public var isReady: Bool
        /// What it waits for when it is not ready; for the operator.
        public var reason: String?

        enum CodingKeys: Int, CodingKey { case isReady = 0, reason }

        public init(isReady: Bool, reason: String? = nil) {
            self.isReady = isReady
            self.reason = reason
        }
    }
}
