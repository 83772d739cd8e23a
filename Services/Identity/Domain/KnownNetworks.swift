// The networks from which a person has signed in: whoever comes from there is not kept out by what strangers do.

import Crypto
import Foundation
import Models

/// Makes what is stored of the networks from which accounts were signed in to.
///
/// Networks are few enough to be tried one by one. So they are hashed under a secret that is not in the database, for
/// each account differently. What is stored tells neither an address nor which accounts share one.
struct KnownNetworks: Sendable {
    /// The most that an account remembers; one more takes the place of the one that was used least recently.
    static let maximumPerAccount = 16

    private let key: SymmetricKey
    /// How long one counts after the last sign-in from it.
    let lifetime: Duration

    /// - Parameter secret: at least 32 random bytes.
    init(_ secret: [UInt8], lifetime: Duration) {
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: secret), info: Data("known networks".utf8), outputByteCount: 32)
        self.lifetime = lifetime
    }

    /// What is kept of a network that an account was signed in to from.
    func hash(_ network: ClientNetwork, of account: AccountID) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Data(account.text.utf8 + [0] + network.owner), using: key))
    }

    /// Networks that were used last before this moment count no more.
    func oldest(at now: UnixTime) -> UnixTime {
        now.adding(seconds: -lifetime.components.seconds)
    }
}

/// A network from which an account is being signed in to, as it is kept.
struct SeenNetwork: Hashable, Sendable {
    let hash: [UInt8]
    /// Those that were used last before it are forgotten.
    let oldest: UnixTime
}
