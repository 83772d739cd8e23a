public import BaliseJSON
public import Foundation

/// A delivery to one push token, as part of other bodies.
public struct PushDelivery: JSONConvertible, Hashable {
    /// The `id` of the push token.
    public var token: String
    /// The provider.
    public var type: PushProvider
    /// The state.
    public var state: PushDeliveryProgress
    /// The reason for the state; nil if it was sent at once.
    public var reason: String?
    /// The number of tries.
    public var attempts: Int
    /// When its state last changed.
    public var at: Date
    /// The time of the next try; nil when it has ended.
    public var nextAt: Date?

    /// Makes a body of these members; nil leaves one out.
    public init(
        token: String, type: PushProvider, state: PushDeliveryProgress, reason: String? = nil, attempts: Int, at: Date,
        nextAt: Date? = nil
    ) {
        self.token = token
        self.type = type
        self.state = state
        self.reason = reason
        self.attempts = attempts
        self.at = at
        self.nextAt = nextAt
    }
}
