/// Asks a service whether it can work now; the service checks this first. Sent by the edge and by the program's health
/// command.
public struct CheckReadiness: IdempotentRequest {
    public static let code = MessageCode(common: 2)

    public init() {}

    public struct Reply: Codable, Hashable, Sendable {
        /// False during the start and after a request to stop.
        public var isReady: Bool
        public var reason: String?

        enum CodingKeys: Int, CodingKey { case isReady = 0, reason }

        public init(isReady: Bool, reason: String? = nil) {
            (self.isReady, self.reason) = (isReady, reason)
        }
    }
}
