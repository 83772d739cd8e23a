// What GET users/me/totp answers, in an envelope.

public import BaliseJSON
public import Foundation

/// Whether a sign-in takes a code of an app as its second step.
public struct SecondStepState: JSONConvertible, Hashable {
    /// Whether it does.
    public var isActive: Bool
    /// Since when; left out where it does not.
    public var confirmedAt: Date?
    /// When a code of the app last counted; left out where it does not.
    public var lastUsedAt: Date?
    /// How many recovery codes are left.
    public var recoveryCodesLeft: Int

    /// Makes a body of these members; nil leaves one out.
    public init(isActive: Bool, confirmedAt: Date? = nil, lastUsedAt: Date? = nil, recoveryCodesLeft: Int) {
        self.isActive = isActive
        self.confirmedAt = confirmedAt
        self.lastUsedAt = lastUsedAt
        self.recoveryCodesLeft = recoveryCodesLeft
    }
}
