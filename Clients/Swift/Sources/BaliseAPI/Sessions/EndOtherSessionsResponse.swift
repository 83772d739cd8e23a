public import BaliseJSON

/// The answer of DELETE auth/sessions.
public struct EndOtherSessionsResponse: JSONConvertible, Hashable {
    private var success = AlwaysTrue()
    /// For people.
    public var message: String
    /// The number of ended sessions.
    public var revokedCount: Int
    private var data = EmptyObject()

    /// Makes a body of these members.
    public init(message: String, revokedCount: Int) {
        self.message = message
        self.revokedCount = revokedCount
    }
}
