public import BaliseJSON

/// The answer of POST users/change-password.
public struct ChangePasswordResponse: JSONConvertible, Hashable {
    private var success = AlwaysTrue()
    /// For people.
    public var message: String
    /// The number of other sessions that continue; nil if it is unknown.
    public var otherSessions: Int?
    /// The number of ended sessions; nil if none were to end.
    public var endedSessions: Int?
    private var data = EmptyObject()

    /// Makes a body of these members; nil leaves one out.
    public init(message: String, otherSessions: Int? = nil, endedSessions: Int? = nil) {
        self.message = message
        self.otherSessions = otherSessions
        self.endedSessions = endedSessions
    }
}
