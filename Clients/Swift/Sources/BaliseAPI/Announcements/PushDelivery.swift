// What became of an announcement on one push device, as part of other bodies.

public import BaliseJSON
public import Foundation

/// The delivery of an announcement to one push token.
public struct PushDelivery: JSONConvertible, Hashable {
    /// The `id` of the push token.
    public var token: String
    /// Who brings it: `apns` or `fcm`.
    public var type: PushTokenKind
    /// What became of it.
    public var state: PushDeliveryProgress
    /// Why it is where it is; nil for what was sent at once.
    public var reason: String?
    /// How often it was tried.
    public var attempts: Int
    /// When its state last changed.
    public var at: Date
    /// When it is tried next; nil when it has come to its end.
    public var nextAt: Date?

    /// Makes a body of these members; nil leaves one out.
    public init(
        token: String, type: PushTokenKind, state: PushDeliveryProgress, reason: String? = nil, attempts: Int, at: Date,
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
