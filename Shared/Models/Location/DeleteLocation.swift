/// Deletes a device's place with its history and visitors. Its key, allowed list and slogan stay. Errors: `forbidden` for a
/// missing or wrong device key, `rateLimited` after too many wrong keys.
public struct DeleteLocation: RequestFromEdge, DeviceRequest {
    public static let serviceCode = ServiceCode(.location, 5)
    // A repetition deletes nothing, but its count would be wrong for the first caller.
    public static let isIdempotent = false

    public var device: DeviceID
    public var key: DeviceKey?

    enum CodingKeys: Int, CodingKey { case device = 0, key }

    public init(device: DeviceID, key: DeviceKey? = nil) {
        (self.device, self.key) = (device, key)
    }

    public struct Reply: Codable, Hashable, Sendable {
        /// The number that existed of these three: place, history, visitors.
        public var deleted: Int

        enum CodingKeys: Int, CodingKey { case deleted = 0 }

        public init(deleted: Int) { self.deleted = deleted }
    }
}
