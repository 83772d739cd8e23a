// What it takes to act for a device without its key.

import Models

/// Who acts for a device without showing its key.
enum DeviceOwner: Hashable, Sendable {
    /// The account that has claimed it, which it proved by showing the key then.
    case account(AccountID)
    case `operator`

    /// - Parameter account: nil for an operator.
    init(_ account: AccountID?) { self = account.map(DeviceOwner.account) ?? .operator }
}

/// The rules of claims: facts about a device in, decisions out.
enum DeviceClaim {
    /// The most devices that an account may have claimed; lists of them are answered whole.
    static let maximumCount = 256

    /// Random bytes for a key that is made here; written in hexadecimal digits they are twice as many.
    static let madeKeyLength = 32

    /// Why an account may not claim a device whose key it has shown; nil when it may.
    /// - Parameters:
    ///   - claimant: who has claimed the device.
    ///   - count: how many devices the account has claimed.
    static func refuses(
        _ account: AccountID, _ device: DeviceID, claimant: AccountID?, count: Int
    ) -> Refusal? {
        if let claimant { return claimant == account ? nil : .claimedByAnother(device) }
        return count < maximumCount ? nil : .tooManyClaims
    }

    /// Why somebody may not act for a device without its key; nil when they may.
    /// - Parameters:
    ///   - isKnown: whether there is such a device.
    ///   - claimant: who has claimed it.
    static func refuses(_ owner: DeviceOwner, isKnown: Bool, claimant: AccountID?) -> Refusal? {
        switch owner {
        case .account(let account): claimant == account ? nil : .notYours(owner)
        case .operator: isKnown ? nil : .notYours(owner)
        }
    }
}
