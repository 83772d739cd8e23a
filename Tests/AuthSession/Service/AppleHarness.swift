import AppleAccounts

@testable import AuthSession

struct AppleHarness {
    let auth: AuthSessionHarness
    let apple: AppleIssuer

    static let user = Genuine.user

    static func run(
        _ change: (inout Settings) -> Void = { _ in }, in folder: TemporaryFolder? = nil, clock: SetClock = SetClock(),
        _ body: (AppleHarness) async throws -> Void
    ) async throws {
        try await AppleIssuer.run { apple in
            try await run(with: apple, change, in: folder, clock: clock) {
                try await body(AppleHarness(auth: $0, apple: apple))
            }
        }
    }

    static func run(
        with apple: AppleIssuer, _ change: (inout Settings) -> Void = { _ in }, in folder: TemporaryFolder? = nil,
        clock: SetClock = SetClock(), _ body: (AuthSessionHarness) async throws -> Void
    ) async throws {
        try await AuthSessionHarness.run(
            {
                $0.apple.audiences = ["com.example.other", AppleIssuer.audience]
                $0.apple.keysURL = apple.keysURL
                $0.apple.authURL = apple.authURL
                change(&$0)
            }, in: folder, clock: clock, body)
    }

    var now: Int64 { auth.clock.now().rawValue / 1000 }

    /// A sign-in with a token that Apple makes now, and that `change` then alters.
    func request(
        _ user: String = AppleHarness.user, nonce: String? = nil, shown: String?? = .none,
        change: (inout TokenDraft) -> Void = { _ in }
    ) throws -> SignInWithApple {
        var draft = apple.draft(for: user, nonce: nonce, at: now)
        change(&draft)
        return SignInWithApple.of(try draft.signed(by: apple.key), nonce: shown ?? nonce)
    }
}

extension SignInWithApple {
    static func of(_ token: String, nonce: String? = nil, code: String? = nil) -> SignInWithApple {
        SignInWithApple(
            identityToken: SecretText(token), nonce: nonce.map { SecretText($0) },
            authorizationCode: code.map { SecretText($0) }, kind: .rotating)
    }
}

extension AccountID {
    static func apple(_ user: String = AppleHarness.user) -> AccountID {
        guard let account = AppleAccount(appleUserID: user) else { preconditionFailure("no Apple user id") }
        return account.id
    }
}
