@testable import AuthSession

extension AccountID {
    static let anna = AccountID.named("anna")
    static let ben = AccountID.named("ben")
}

extension SessionRecord {
    /// A rotating session of its first generation, whose hash is sixteen times its generation.
    static func sample(
        _ id: String = "one", of account: AccountID = .anna, by method: SignInMethod = .password,
        kind: SessionKind = .rotating, isRemembered: Bool = true, signedInAt: UnixTime = .start,
        createdAt: UnixTime = .start
    ) -> SessionRecord {
        SessionRecord(
            id: .named(id), account: account, signInMethod: method, kind: kind, isRemembered: isRemembered,
            signedInAt: signedInAt, createdAt: createdAt, lastActivityAt: createdAt,
            rotation: kind != .rotating
                ? nil
                : Rotation(
                    generation: 1, hash: .ofGeneration(1), previousHash: nil, rotatedAt: createdAt,
                    signingKey: "key-1"))
    }
}

extension IssuedOrigin {
    /// A token of a person in a session, called by one byte each.
    static func sample(
        session: UInt8 = 1, person: UInt8 = 2, providerSession: UInt8? = nil, token: UInt8 = 3,
        issuer: String = "https://id.example", issuedAt: Int64? = UnixTime.start.rawValue / 1000,
        tokenEnd: UnixTime = .start.adding(seconds: 3600)
    ) -> IssuedOrigin {
        let names = IssuedNames(
            session: [1, session], person: [2, person], providerSession: providerSession.map { [3, $0] },
            token: [4, token])
        return IssuedOrigin(names: names, issuer: issuer, issuedAt: issuedAt, tokenEnd: tokenEnd)
    }
}

extension [UInt8] {
    static func ofGeneration(_ generation: UInt8) -> [UInt8] { [UInt8](repeating: generation, count: 32) }
}

extension RefreshTokens {
    static let sample = InstallationKeys(secret: [UInt8](repeating: 1, count: 32)).refreshTokens
}

let day: Int64 = 86_400
