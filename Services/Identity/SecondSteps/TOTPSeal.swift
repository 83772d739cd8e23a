import Models

/// Encrypts the secrets of authenticator apps, each bound to its account.
struct TOTPSeal: Sendable {
    private let boundSeal: BoundSeal

    /// - Parameter secret: At least 32 random bytes.
    init(_ secret: [UInt8]) { boundSeal = BoundSeal(secret, for: "totp secrets") }

    func seal(_ totp: TOTP, of account: AccountID) throws -> [UInt8] {
        try boundSeal.seal(totp.secret, boundTo: account.text)
    }

    /// Returns nil for another secret or another account.
    func open(_ sealed: [UInt8], of account: AccountID) -> TOTP? {
        boundSeal.open(sealed, boundTo: account.text).map { TOTP(secret: $0) }
    }
}
