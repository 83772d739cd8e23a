// What answers a call of the operations port.

/// What answers a call of the operations port. Whom it answers stands in the call's definition: anybody on this
/// machine, for health checks, or the operator alone.
struct OperationsHandler: Sendable {
    typealias Answering = @Sendable (OperationsCall) async throws(EdgeError) -> Answer

    /// The parameters that the address may have; nil for any.
    let parameters: [String]?
    /// Answers.
    let answer: Answering

    /// Throws 400 for a parameter that was meant to say something and is not known.
    func check(_ query: Query) throws(EdgeError) {
        if let parameters { try query.checkNames(knowing: parameters) }
    }
}
