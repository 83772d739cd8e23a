/// Answers a call of the operations port. The call's definition says who may make it: every process on this machine,
/// for health checks, or operators only.
struct OperationsHandler: Sendable {
    typealias Answering = @Sendable (OperationsCall) async throws(EdgeError) -> Answer

    /// The allowed parameters; nil for any.
    let parameters: [String]?
    /// Whether the audit log has it.
    let audit: AuditScope
    let answer: Answering

    /// Throws 400 for an unknown parameter.
    func check(_ query: Query) throws(EdgeError) {
        if let parameters { try query.checkNames(knowing: parameters) }
    }
}

enum AuditScope: Sendable {
    case nothing
    /// An operator saw a user's data.
    case look
    /// A change is about to begin; then its result.
    case change
}
