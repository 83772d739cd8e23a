import MessageBus
import Models

extension EdgeError {
    /// Programming errors become internal failures, with their cause in the log.
    init(_ error: BusError, asking request: any Request.Type) {
        switch error {
        case .refused(let refusal):
            let isBusy = refusal.code == .unavailable || refusal.code == .overloaded
            self.init(refusal.code, refusal.message, retryAfter: refusal.retryAfter ?? (isBusy ? 1 : nil))
            isTold = refusal.isOfProvider
            ticket = refusal.ticket.map { SecretText($0.value) }
            field = refusal.field.map(shownName)
            if refusal.code == .internalFailure || isTold { cause = refusal.message }
        case .unavailable(let service):
            self.init(.unavailable, "try again in a moment", retryAfter: 1)
            cause = "\(service) cannot be reached"
        case .overloaded:
            self.init(.overloaded, "try again in a moment", retryAfter: 1)
            cause = "too many requests are waiting"
        case .closed:
            self.init(.unavailable, "try again in a moment", retryAfter: 1)
            cause = "the bus is shut down"
        case .cancelled:
            self.init(.unavailable, "try again in a moment", retryAfter: 1)
            cause = "the request was cancelled"
        case .timedOut:
            // It is unknown how far the service came. Reads and idempotent calls can be repeated in any case.
            self.init(
                .timedOut,
                request.isIdempotent
                    ? "the answer took too long; try again"
                    : "the answer took too long; the change may have been made, so check before you try again"
            )
            cause = "no reply before the deadline"
        case .notPermitted, .unknownMessage, .tooLarge, .malformed, .failed:
            self.init(.internalFailure, "")
            cause = "\(error)"
        }
    }
}
