// What Apple tells of a person: the body of POST auth/apple/notifications.

public import BaliseJSON

/// What a person has decided about an app, in Apple's form.
public struct AppleNotification: JSONConvertible, Hashable {
    /// What happened, signed by Apple.
    public var payload: SecretString

    /// Makes a body of this member.
    public init(payload: SecretString) { self.payload = payload }
}

/// Apple may add members.
extension AppleNotification: JSONOpenObject {}
