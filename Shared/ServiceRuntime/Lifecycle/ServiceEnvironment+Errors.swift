public import Models
import Storage

extension ServiceEnvironment {
    /// Turns an error of a store, or of a service's rules, into a `ServiceError`, and a store's defect into its cause,
    /// which the bus reports. Other errors are unchanged.
    func answer(to error: any Error, _ context: MessageContext) -> any Error {
        let failure = error as? any StoreError
        guard let answer = ServiceError(answering: error) else { return failure?.cause ?? error }
        if let cause = failure?.cause { storeOutage.record(cause, context) }
        return answer
    }
}

extension ServiceError {
    /// The store is unavailable: the client gets only what it can use; the operator gets the reason.
    public init(unavailable cause: any Error, to outage: StoreOutage, _ context: MessageContext) {
        outage.record(cause, context)
        self.init(unavailable: cause)
    }
}
