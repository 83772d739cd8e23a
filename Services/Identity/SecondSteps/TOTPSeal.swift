// How the secrets of authenticator apps are encrypted in the database.

import Models

/// Seals the secrets of authenticator apps, each bound to its account.
struct TOTPSeal: Sendable {
    private let boundSeal: BoundSeal

    /// - Parameter secret: at least 32 random bytes.
    init(_ secret: [UInt8]) { boundSeal = BoundSeal(secret, for: "totp secrets") }

    func seal(_ totp: TOTP, of account: AccountID) throws -> [UInt8] {
        try boundSeal.seal(totp.secret, boundTo: account.text)
    }

    /// Nil for what was sealed with another secret, or for another account.
    func open(_ sealed: [UInt8], of account: AccountID) -> TOTP? {
        boundSeal.open(sealed, boundTo: account.text).map { TOTP(secret: $0) }
    }
}
