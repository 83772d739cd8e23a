import Models

struct DeliveryEnd: Hashable, Sendable {
    /// Counts as sent because it may have arrived.
    static let unconfirmed = "unconfirmed"

    var state: DeliveryState
    var reason: String?

    /// A push that may have arrived counts as sent, unless its provider denies it. `isGivenUp`: its attempts ran out
    /// without a refusal.
    func counted(isUnconfirmed: Bool, isGivenUp: Bool = false) -> DeliveryEnd {
        guard isUnconfirmed, state == .suppressed || state == .expired || (state == .failed && isGivenUp) else {
            return self
        }
        return DeliveryEnd(state: .sent, reason: DeliveryEnd.unconfirmed)
    }
}
