import Crypto
import Foundation
import Models
import Sealing

/// Hashes networks of sign-ins. An attacker could try all networks, so the hash uses a secret that is not in the
/// database. The hash differs for each account, so it does not show which accounts share a network.
struct KnownNetworks: Sendable {
    /// The most networks of an account; a further network replaces the least recently used network.
    static let maximumPerAccount = 16

    private let key: SymmetricKey
    /// How long a network is known after the last sign-in from it.
    let lifetime: Duration

    init(_ secret: [UInt8], lifetime: Duration) {
        key = SymmetricKey(for: "known networks", from: secret)
        self.lifetime = lifetime
    }

    func hash(_ network: ClientNetwork, of account: AccountID) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Data(account.text.utf8 + [0] + network.owner), using: key))
    }

    /// Returns the time before which the last use of a network is too old.
    func oldest(at now: UnixTime) -> UnixTime { now.adding(seconds: -lifetime.components.seconds) }
}

struct SeenNetwork: Hashable, Sendable {
    let hash: [UInt8]
    let oldest: UnixTime
}
