// What an operator does is written down.

/// Appends an entry to the audit log; it is on the disk when this is answered.
public struct AppendAuditEntry: RequestFromEdge {
    public typealias Reply = Done
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 24)

    /// Who called what, of whom, and how it ended.
    public var call: AuditedCall

    enum CodingKeys: Int, CodingKey { case call = 0 }

    public init(call: AuditedCall) { self.call = call }
}
