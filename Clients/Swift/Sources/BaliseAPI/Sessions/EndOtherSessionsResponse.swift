// What DELETE auth/sessions answers.

public import BaliseJSON

/// That a person is signed out everywhere else.
public struct EndOtherSessionsResponse: JSONConvertible, Hashable {
    private var success = AlwaysTrue()
    /// For people.
    public var message: String
    /// How many sessions have ended.
    public var revokedCount: Int
    private var data = EmptyObject()

    /// Makes a body of these members.
    public init(message: String, revokedCount: Int) {
        self.message = message
        self.revokedCount = revokedCount
    }
}
