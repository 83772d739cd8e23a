// What GET auth/sessions answers, in an envelope.

public import BaliseJSON

/// All sessions of a person.
public struct SessionListResponse: JSONConvertible, Hashable {
    /// The one that asks among them.
    public var sessions: [BaliseSession]
    /// How many they are.
    public var totalCount: Int

    /// Makes a body of these members.
    public init(sessions: [BaliseSession], totalCount: Int) {
        self.sessions = sessions
        self.totalCount = totalCount
    }
}
