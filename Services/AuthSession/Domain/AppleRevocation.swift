// What is still to be revoked at Apple.

import Models

/// A token of Apple whose account has been erased.
struct AppleRevocation: Hashable, Sendable {
    /// Its row.
    let number: Int64
    let account: AccountID
    /// The bundle id or Services id that Apple gave it to.
    let client: String
    /// See `AppleTokenSeal`.
    let sealed: [UInt8]
    /// How often Apple could not be told.
    let failures: Int

    /// How many seconds to wait after so many failures: half a minute, then twice as long each time, up to a day.
    static func pause(after failures: Int) -> Int64 {
        min(30 << Int64(min(max(failures - 1, 0), 12)), 86_400)
    }
}
