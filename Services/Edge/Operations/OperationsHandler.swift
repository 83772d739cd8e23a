// What answers a call of the operations port.

/// What answers a call of the operations port. Whom it answers stands in the call's definition: anybody on this
/// machine, for health checks, or operators alone.
struct OperationsHandler: Sendable {
    typealias Answering = @Sendable (OperationsCall) async throws(EdgeError) -> Answer

    /// The parameters that the address may have; nil for any.
    let parameters: [String]?
    /// Whether the audit log has it.
    let audit: AuditScope
    /// Answers.
    let answer: Answering

    /// Throws 400 for a parameter that was meant to say something and is not known.
    func check(_ query: Query) throws(EdgeError) {
        if let parameters { try query.checkNames(knowing: parameters) }
    }
}

/// What the audit log holds of a call.
enum AuditScope: Sendable {
    case nothing
    /// That somebody was shown what is kept of a person.
    case look
    /// That something is about to be changed, and what came of it.
    case change
}
