import Models

/// A token of Apple whose account was erased, and that must be revoked there.
struct AppleRevocation: Hashable, Sendable {
    let number: Int64
    let account: AccountID
    /// The bundle id or Services id that Apple gave it to.
    let client: String
    /// See `AppleTokenSeal`.
    let sealed: [UInt8]
    let failures: Int

    /// The pause after a number of failures, in seconds: half a minute, then doubled each time, up to a day.
    static func pause(after failures: Int) -> Int64 {
        min(30 << Int64(min(max(failures - 1, 0), 12)), 86_400)
    }
}
