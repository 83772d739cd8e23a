public import BaliseJSON

/// The results of a test push: the answer of POST push/test in an envelope.
public struct SendTestPushResponse: JSONConvertible, Hashable {
    /// One for each push token; empty without a token.
    public var deliveries: [PushDelivery]

    /// Makes a body of these members.
    public init(deliveries: [PushDelivery]) {
        self.deliveries = deliveries
    }
}
