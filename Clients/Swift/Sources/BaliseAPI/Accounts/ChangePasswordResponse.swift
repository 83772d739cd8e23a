// What POST users/change-password answers.

public import BaliseJSON

/// That the password is changed.
public struct ChangePasswordResponse: JSONConvertible, Hashable {
    private var success = AlwaysTrue()
    /// For people.
    public var message: String
    /// How many other sessions go on; nil when that is not known.
    public var otherSessions: Int?
    /// How many sessions have ended, where that was wished.
    public var endedSessions: Int?
    private var data = EmptyObject()

    /// Makes a body of these members; nil leaves one out.
    public init(message: String, otherSessions: Int? = nil, endedSessions: Int? = nil) {
        self.message = message
        self.otherSessions = otherSessions
        self.endedSessions = endedSessions
    }
}
