// What an operator does at the edge, and looks at, is written down.

/// Appends an entry to the audit log; it is on the disk when this is answered. For what the edge does by itself: it shows
/// something of a person, begins a backup, or lets somebody into the console. Acts have theirs by `ActForOperator`.
///
/// Errors: `invalidToken` and `tokenExpired` for a credential that counts for nothing.
public struct AppendAuditEntry: RequestFromEdge {
    public typealias Reply = Done
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 24)

    /// Who called what, of whom, and how it ended. auth-session says by itself who it was.
    public var call: AuditedCall
    public var credential: OperatorCredential

    enum CodingKeys: Int, CodingKey { case call = 0, credential }

    public init(call: AuditedCall, by credential: OperatorCredential) {
        self.call = call
        self.credential = credential
    }
}
