import MessageBus
import Models
import Storage

extension ErrorCode {
    /// The code in counts and logs for a failed request: the sender's code, if it gets one.
    init(of error: any Error) {
        if let answer = ServiceError(answering: error) {
            self = answer.code
            return
        }
        self =
            switch error {
            case BusError.refused(let error): error.code
            case BusError.overloaded: .overloaded
            case BusError.timedOut: .timedOut
            case BusError.unavailable, BusError.closed, BusError.cancelled: .unavailable
            default: .internalFailure
            }
    }
}
