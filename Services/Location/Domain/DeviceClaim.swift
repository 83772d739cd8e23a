import Crypto
import Models

/// A party that acts for a device without showing its key.
enum DeviceOwner: Hashable, Sendable {
    /// The account that claimed the device, with the key of that time or with a ticket.
    case account(AccountID)
    case `operator`

    /// - Parameter account: The account that owns the device; nil for an operator.
    init(_ account: AccountID?) { self = account.map(DeviceOwner.account) ?? .operator }
}

struct StoredClaim: Hashable, Sendable {
    let claimant: AccountID
    let claimedAt: UnixTime
    /// True until the holder of the key, or an operator, changes the key; a reset by the claimant keeps it true. The
    /// holder of the key has the last word: the holder may be the owner, while the claimant only knew an earlier key.
    let isCurrent: Bool
}

struct OfferedDevice: Hashable, Sendable {
    let number: Int64
    let device: DeviceID
    let account: AccountID
    /// The ticket ends with this session.
    let session: SessionID
}

/// A claim that counts because it is still current (`StoredClaim.isCurrent`).
struct CountingClaim: Hashable, Sendable {
    let device: DeviceID
    let hasKey: Bool
}

enum DeviceClaim {
    /// The most devices that an account may claim, because lists of claimed devices have no pages.
    static let maximumCount = 256

    /// How long a ticket is valid, in seconds.
    static let handoverSeconds: Int64 = 24 * 3600
    static let ticketLength = 24

    /// Returns the SHA-256 hash of a ticket, which has 192 random bits, so a fast hash is enough.
    static func hash(ofTicket ticket: SecretText) -> [UInt8] { Array(SHA256.hash(data: Array(ticket.value.utf8))) }

    /// The number of random bytes of a key that the server makes; their hexadecimal text is twice as long.
    static let madeKeyLength = 32

    /// Why an account may not claim a device after showing its current key; nil if it may. An earlier claimant loses
    /// the device: a current key outranks an earlier key.
    static func refuses(_ account: AccountID, claim: StoredClaim?, count: Int) -> Refusal? {
        claim?.claimant == account || count < maximumCount ? nil : .tooManyClaims
    }

    /// Why `owner` may not act for a device without its key; nil if it may.
    static func refuses(_ owner: DeviceOwner, _ device: DeviceID, isKnown: Bool, claim: StoredClaim?) -> Refusal? {
        switch owner {
        case .account(let account):
            guard let claim, claim.claimant == account else { return .notYours(owner) }
            return claim.isCurrent ? nil : .keyChangedSinceClaim(device)
        case .operator: return isKnown ? nil : .notYours(owner)
        }
    }
}
