// What POST push/test answers, in an envelope.

public import BaliseJSON

/// What became of a test push on each push device.
public struct SendTestPushResponse: JSONConvertible, Hashable {
    /// One for each push token; none where there is no token.
    public var deliveries: [PushDelivery]

    /// Makes a body of these members.
    public init(deliveries: [PushDelivery]) {
        self.deliveries = deliveries
    }
}
