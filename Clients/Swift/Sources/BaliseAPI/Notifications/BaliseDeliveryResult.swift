// What became of deliveries of a notification: a line of what GET notifications/{id}/results answers.

public import BaliseJSON
public import Foundation

/// What became of one delivery, or of several.
public struct BaliseDeliveryResult: JSONConvertible, Hashable {
    /// What they came to.
    public var state: PushDeliveryProgress
    /// How many they are; nil for a single one.
    public var count: Int?
    /// Who brought it, `apns` or `fcm`; nil for several that are told without their groups.
    public var provider: String?
    /// What the push device speaks; nil where that is not known or not told.
    public var language: String?
    /// For whom it was, by the account's id; only for operators.
    public var account: String?
    /// The push device, by the id of its token; only for operators.
    public var device: String?
    /// Why; only for operators.
    public var reason: String?
    /// How often it was tried; only for operators.
    public var attempts: Int?
    /// When it came to its state; only for operators.
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
