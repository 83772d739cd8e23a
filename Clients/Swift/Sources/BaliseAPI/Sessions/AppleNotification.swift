public import BaliseJSON

/// Apple's notification about a user: the body of POST auth/apple/notifications.
public struct AppleNotification: JSONConvertible, Hashable {
    /// The event, signed by Apple.
    public var payload: SecretText

    /// Makes a body of this member.
    public init(payload: SecretText) { self.payload = payload }
}

/// Apple may add members.
extension AppleNotification: JSONOpenObject {}
