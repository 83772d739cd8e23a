// What becomes of the errors that leave a handler: an answer to its caller, and a line in the operator's log.

public import Models
import Storage

extension ServiceEnvironment {
    /// Turns what a store, or the rules of a service, say into a `ServiceError`, and a defect of a store into its cause,
    /// which the bus reports. Other errors stay what they are.
    func answer(to error: any Error, _ context: MessageContext) -> any Error {
        let failure = error as? any StoreError
        guard let answer = ServiceError(answering: error) else { return failure?.cause ?? error }
        if let cause = failure?.cause { storeOutage.record(cause, context) }
        return answer
    }
}

extension ServiceError {
    /// A store is not available: the client is told no more than it can use; the operator needs the reason.
    public init(unavailable cause: any Error, to outage: StoreOutage, _ context: MessageContext) {
        outage.record(cause, context)
        self.init(unavailable: cause)
    }
}
