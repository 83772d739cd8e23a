// The code by which a failed request is counted and logged.

import MessageBus
import Models
import Storage

extension ErrorCode {
    /// The code by which a failed request is counted and logged: the one that its sender is told, where there is one.
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
