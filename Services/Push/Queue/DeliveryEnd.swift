import Models

struct DeliveryEnd: Hashable, Sendable {
    /// The reason of a delivery that counts as sent because it may have arrived.
    static let unconfirmed = "unconfirmed"

    var state: DeliveryState
    var reason: String?

    /// The end that is counted. A push that may have arrived counts as sent, unless its provider denies it.
    ///
    /// - Parameter isGivenUp: Whether its attempts ran out, without a refusal of its provider.
    func counted(isUnconfirmed: Bool, isGivenUp: Bool = false) -> DeliveryEnd {
        guard isUnconfirmed, state == .suppressed || state == .expired || (state == .failed && isGivenUp) else {
            return self
        }
        return DeliveryEnd(state: .sent, reason: DeliveryEnd.unconfirmed)
    }
}
