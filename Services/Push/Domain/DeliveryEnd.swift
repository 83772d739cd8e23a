// How a delivery ends that is not sent.

import Models

/// How a delivery ends that is not to be sent any more.
struct DeliveryEnd: Hashable, Sendable {
    /// What stands as the reason of a delivery that counts as sent since it may have arrived.
    static let unconfirmed = "unconfirmed"

    var state: DeliveryState
    var reason: String?

    /// As what it counts: what may have arrived is never said not to have been sent, unless its provider says so.
    ///
    /// - Parameter isGivenUp: whether it failed since it was tried often enough, and not by a word of its provider.
    func counted(isUnconfirmed: Bool, isGivenUp: Bool = false) -> DeliveryEnd {
        guard isUnconfirmed, state == .suppressed || state == .expired || (state == .failed && isGivenUp) else {
            return self
        }
        return DeliveryEnd(state: .sent, reason: DeliveryEnd.unconfirmed)
    }
}
