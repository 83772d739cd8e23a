// What DELETE users/register-device-token answers.

public import BaliseJSON

/// That a push device is reached no more.
public struct RemovePushTokensResponse: JSONConvertible, Hashable {
    private var success = AlwaysTrue()
    /// For people.
    public var message: String
    /// How many tokens there were.
    public var deletedCount: Int
    private var data = EmptyObject()

    /// Makes a body of these members.
    public init(message: String, deletedCount: Int) {
        self.message = message
        self.deletedCount = deletedCount
    }
}
