public import BaliseJSON

/// The answer of DELETE users/register-device-token.
public struct RemovePushTokensResponse: JSONConvertible, Hashable {
    private var success = AlwaysTrue()
    /// For people.
    public var message: String
    /// The number of removed tokens.
    public var deletedCount: Int
    private var data = EmptyObject()

    /// Makes a body of these members.
    public init(message: String, deletedCount: Int) {
        self.message = message
        self.deletedCount = deletedCount
    }
}
