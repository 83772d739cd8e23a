import BaliseAPI

/// The meaning of a failed delivery for the places in it.
enum UploadResult: Hashable {
    /// Trying again may help.
    case later
    /// At least one of the places will never be accepted.
    case badPlaces
    /// The server accepts no place of this device until its key is changed.
    case deviceRefused

    /// - Parameters:
    ///   - error: The failure of an UpdateLocation.
    ///   - batch: The places in that call.
    init(_ error: BaliseError, of batch: OutboxBatch) {
        switch error {
        case .refused(let refusal):
            switch refusal.status {
            case 400, 413, 422: self = .badPlaces
            case 401, 403: self = .deviceRefused
            // A server that is being set up answers 404, and networks with a sign-in page send similar statuses.
            default: self = .later
            }
        // A mistake in the configuration, such as a bad address, is not the fault of a place.
        case .invalid: self = batch.isFlawed ? .badPlaces : .later
        case .unreachable, .timedOut, .cancelled, .unreadable, .signedOut, .storage, .system:
            self = .later
        }
    }
}

extension OutboxBatch {
    /// Whether every server would refuse it. Another version of the SDK may have stored it.
    fileprivate var isFlawed: Bool { keeping.flaw != nil || entries.contains { $0.location.flaw != nil } }
}

/// The wait of an outbox after failures.
enum DeliveryBackoff {
    /// The longest wait unless the server asks for more, in seconds.
    static let maximum = 300.0
    /// The longest wait that a server can ask for, in seconds.
    static let maximumRequestedWait = 3600.0

    /// 1, 2, 4 … seconds, less a random part of up to half, so that many phones do not return at the same moment; or
    /// the server's time plus up to a tenth.
    ///
    /// - Parameters:
    ///   - failures: The rounds in a row that have failed, from 1.
    ///   - random: From 0 up to 1.
    static func wait(after error: BaliseError, failures: Int, random: Double) -> Double {
        let own = min(maximum, Double(1 << min(max(0, failures - 1), 16))) * (1 - random / 2)
        guard case .refused(let refusal) = error, let asked = refusal.retryAfter else { return own }
        return max(own, min(maximumRequestedWait, Double(asked)) * (1 + random / 10))
    }
}
