/// Records the last activity of sessions; sent about once a minute for all active ones. Unknown sessions are ignored.
public struct RecordActivity: RequestFromEdge {
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 8)
    public static let isIdempotent = true

    public typealias Reply = Done

    public struct Activity: Codable, Sendable {
        public var session: SessionID
        public var at: UnixTime

        enum CodingKeys: Int, CodingKey { case session = 0, at }

        public init(session: SessionID, at: UnixTime) {
            self.session = session
            self.at = at
        }
    }

    /// At most 10,000.
    public var activities: [Activity]

    enum CodingKeys: Int, CodingKey { case activities = 0 }

    public init(activities: [Activity]) {
        self.activities = activities
    }
}
