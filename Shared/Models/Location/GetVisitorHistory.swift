/// Reads a device's visitors, newest first. Errors: `forbidden` for a missing or wrong device key, `rateLimited` after too many
/// wrong keys.
public struct GetVisitorHistory: RequestFromEdge, DeviceRequest, IdempotentRequest {
    public static let serviceCode = ServiceCode(.location, 4)

    public var device: DeviceID
    public var key: DeviceKey?
    /// The most visits; a negative number means none.
    public var amount: Int

    enum CodingKeys: Int, CodingKey { case device = 0, key, amount }

    public init(device: DeviceID, key: DeviceKey? = nil, amount: Int) {
        (self.device, self.key, self.amount) = (device, key, amount)
    }

    public struct Visit: Codable, Hashable, Sendable {
        public var visitor: DeviceID
        public var time: UnixTime

        enum CodingKeys: Int, CodingKey { case visitor = 0, time }

        public init(visitor: DeviceID, time: UnixTime) {
            (self.visitor, self.time) = (visitor, time)
        }
    }

    public struct Reply: Codable, Hashable, Sendable {
        public var maximum: Int
        public var visits: [Visit]

        enum CodingKeys: Int, CodingKey { case maximum = 0, visits }

        public init(maximum: Int, visits: [Visit]) {
            (self.maximum, self.visits) = (maximum, visits)
        }
    }
}
