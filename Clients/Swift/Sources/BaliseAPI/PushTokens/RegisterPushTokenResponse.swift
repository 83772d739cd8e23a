// What POST push/register and users/register-device-token answer, in an envelope.

public import BaliseJSON

/// The push token that was registered, and whether it is a new one.
public struct RegisterPushTokenResponse: JSONConvertible, Hashable {
    /// The token; its members stand among those of this body.
    @Flattened public var pushToken: RegisteredPushToken
    /// Whether the account did not have the token before.
    public var isNew: Bool
    /// For people.
    public var message: String

    /// Makes a body of these members.
    public init(pushToken: RegisteredPushToken, isNew: Bool, message: String) {
        self.pushToken = pushToken
        self.isNew = isNew
        self.message = message
    }
}
