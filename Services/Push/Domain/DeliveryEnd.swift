// How a delivery ends that is not sent.

import Models

/// How a delivery ends that is not to be sent any more.
struct DeliveryEnd: Hashable, Sendable {
    /// What stands as the reason of a delivery that counts as sent since it may have arrived.
    static let unconfirmed = "unconfirmed"

    var state: DeliveryState
    var reason: String?

    /// As what it counts: what may have arrived is never said not to have been sent.
    func counted(isUnconfirmed: Bool) -> DeliveryEnd {
        guard isUnconfirmed, state == .suppressed || state == .expired else { return self }
        return DeliveryEnd(state: .sent, reason: DeliveryEnd.unconfirmed)
    }
}
