// What a failed delivery means for the places in it, and after how long to try again.

import BaliseAPI

/// What a failed delivery means for what was to be delivered.
enum UploadResult: Hashable {
    /// Nothing speaks against trying again.
    case later
    /// At least one of the places will never be taken.
    case badPlaces
    /// None of this device's places will be taken until somebody does something about its key.
    case deviceRefused

    /// - Parameters:
    ///   - error: Why an UpdateLocation has failed.
    ///   - batch: What was to be delivered by it.
    init(_ error: BaliseError, of batch: OutboxBatch) {
        switch error {
        case .refused(let refusal):
            switch refusal.status {
            case 400, 413, 422: self = .badPlaces
            case 401, 403: self = .deviceRefused
            // 404 and its kin come from a server that is being put up, or from a network that wants people to sign in.
            default: self = .later
            }
        // The configuration's mistake, an address that is none say, is not the fault of any place.
        case .invalid: self = batch.isFlawed ? .badPlaces : .later
        case .unreachable, .timedOut, .cancelled, .unreadable, .signedOut, .storage, .system:
            self = .later
        }
    }
}

extension OutboxBatch {
    /// Whether no server would take it as it is, as may be when another version of the SDK took it in.
    fileprivate var isFlawed: Bool { keeping.flaw != nil || entries.contains { $0.location.flaw != nil } }
}

/// How long an outbox waits after failures.
enum DeliveryBackoff {
    /// The longest wait that is not asked for, in seconds.
    static let maximum = 300.0
    /// The longest wait that a server can ask for, in seconds.
    static let maximumRequestedWait = 3600.0

    /// 1, 2, 4 … seconds, up to half of each taken away at random so that many phones do not come back at the same
    /// moment; or what the server asks for, and up to a tenth more.
    ///
    /// - Parameters:
    ///   - failures: How many rounds in a row have failed, from 1.
    ///   - random: From 0 up to 1.
    static func wait(after error: BaliseError, failures: Int, random: Double) -> Double {
        let own = min(maximum, Double(1 << min(max(0, failures - 1), 16))) * (1 - random / 2)
        guard case .refused(let refusal) = error, let asked = refusal.retryAfter else { return own }
        return max(own, min(maximumRequestedWait, Double(asked)) * (1 + random / 10))
    }
}
