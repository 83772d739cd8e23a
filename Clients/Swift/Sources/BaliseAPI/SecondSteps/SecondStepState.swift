public import BaliseJSON
public import Foundation

/// Whether the account has a second step: the answer of GET users/me/totp in an envelope.
public struct SecondStepState: JSONConvertible, Hashable {
    /// Whether the second step is active.
    public var isActive: Bool
    /// Since when; left out if it is inactive.
    public var confirmedAt: Date?
    /// The last use of an app's code; left out if it is inactive.
    public var lastUsedAt: Date?
    /// The number of unused recovery codes.
    public var recoveryCodesLeft: Int

    /// Makes a body of these members; nil leaves one out.
    public init(isActive: Bool, confirmedAt: Date? = nil, lastUsedAt: Date? = nil, recoveryCodesLeft: Int) {
        self.isActive = isActive
        self.confirmedAt = confirmedAt
        self.lastUsedAt = lastUsedAt
        self.recoveryCodesLeft = recoveryCodesLeft
    }
}
