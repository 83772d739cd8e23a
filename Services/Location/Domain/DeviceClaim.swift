// What it takes to act for a device without its key.

import Crypto
import Models

/// Who acts for a device without showing its key.
enum DeviceOwner: Hashable, Sendable {
    /// The account that has claimed it, which it proved by showing the key that the device had then.
    case account(AccountID)
    case `operator`

    /// - Parameter account: nil for an operator.
    init(_ account: AccountID?) { self = account.map(DeviceOwner.account) ?? .operator }
}

/// Who has claimed a device.
struct StoredClaim: Hashable, Sendable {
    let claimant: AccountID
    let claimedAt: UnixTime
    /// Whether the key has not been changed since by somebody who held it. Who holds the key has the last word: they
    /// may be the owner, and the claimant somebody who once knew the key.
    let isCurrent: Bool
}

/// A device that its claimant hands over to whoever shows the ticket.
struct OfferedDevice: Hashable, Sendable {
    let number: Int64
    let device: DeviceID
    let account: AccountID
    /// The session that made the ticket, which counts as long as that does.
    let session: SessionID
}

/// A claim that counts: nobody who held the device's key has changed it since.
struct CountingClaim: Hashable, Sendable {
    let device: DeviceID
    let hasKey: Bool
}

/// The rules of claims: facts about a device in, decisions out.
enum DeviceClaim {
    /// The most devices that an account may have claimed; lists of them are answered whole.
    static let maximumCount = 256

    /// How long a ticket counts with which a device is handed over, in seconds.
    static let handoverSeconds: Int64 = 24 * 3600
    /// Random bytes of such a ticket.
    static let ticketLength = 24

    /// What is stored of a ticket. It is made of 192 random bits, so a fast hash will do.
    static func hash(ofTicket ticket: SecretText) -> [UInt8] { Array(SHA256.hash(data: Array(ticket.value.utf8))) }

    /// Random bytes for a key that is made here; written in hexadecimal digits they are twice as many.
    static let madeKeyLength = 32

    /// Why an account may not claim a device whose present key it has shown; nil when it may. Who had claimed it before
    /// loses it: having the key now counts for more than having had it.
    /// - Parameters:
    ///   - claim: by whom the device is claimed.
    ///   - count: how many devices the account has claimed.
    static func refuses(_ account: AccountID, claim: StoredClaim?, count: Int) -> Refusal? {
        claim?.claimant == account || count < maximumCount ? nil : .tooManyClaims
    }

    /// Why somebody may not act for a device without its key; nil when they may.
    /// - Parameters:
    ///   - isKnown: whether there is such a device.
    ///   - claim: by whom it is claimed.
    static func refuses(_ owner: DeviceOwner, _ device: DeviceID, isKnown: Bool, claim: StoredClaim?) -> Refusal? {
        switch owner {
        case .account(let account):
            guard let claim, claim.claimant == account else { return .notYours(owner) }
            return claim.isCurrent ? nil : .keyChangedSinceClaim(device)
        case .operator:
            return isKnown ? nil : .notYours(owner)
        }
    }
}
