public import BaliseJSON
public import Foundation

/// The result of one delivery or of a group of them: a line of the answer of GET notifications/{id}/results.
public struct BaliseDeliveryResult: JSONConvertible, Hashable {
    /// The state.
    public var state: PushDeliveryProgress
    /// The number of deliveries; nil for a single one.
    public var count: Int?
    /// The provider, `apns` or `fcm`; nil for a group that is not split by provider.
    public var provider: String?
    /// The language of the push device; nil if it is unknown or withheld.
    public var language: String?
    /// The recipient's account id; only for operators.
    public var account: String?
    /// The push device, by the id of its token; only for operators.
    public var device: String?
    /// The reason for the state; only for operators.
    public var reason: String?
    /// The number of tries; only for operators.
    public var attempts: Int?
    /// When it reached the state; only for operators.
    public var at: Date?

    /// Makes a body of these members; nil leaves one out.
    public init(
        state: PushDeliveryProgress, count: Int? = nil, provider: String? = nil, language: String? = nil,
        account: String? = nil, device: String? = nil, reason: String? = nil, attempts: Int? = nil, at: Date? = nil
    ) {
        self.state = state
        self.count = count
        self.provider = provider
        self.language = language
        self.account = account
        self.device = device
        self.reason = reason
        self.attempts = attempts
        self.at = at
    }
}
