public import BaliseJSON

/// The user's sessions: the answer of GET auth/sessions in an envelope.
public struct SessionListResponse: JSONConvertible, Hashable {
    /// Including the calling one.
    public var sessions: [BaliseSession]
    /// The number of sessions.
    public var totalCount: Int

    /// Makes a body of these members.
    public init(sessions: [BaliseSession], totalCount: Int) {
        self.sessions = sessions
        self.totalCount = totalCount
    }
}
