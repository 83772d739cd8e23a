public import BaliseJSON

/// The registered push token: the answer of POST push/register and users/register-device-token, in an envelope.
public struct RegisterPushTokenResponse: JSONConvertible, Hashable {
    /// The token; its members are beside those of this body.
    @Flattened public var pushToken: RegisteredPushToken
    /// Whether the token is new for the account.
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
