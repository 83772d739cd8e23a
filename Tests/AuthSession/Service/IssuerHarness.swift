@testable import AuthSession

/// The auth-session service, running, and an identity provider whose tokens count there.
struct IssuerHarness {
    let auth: AuthSessionHarness
    let issuer: OpenIDIssuer

    /// A subject as providers make them.
    static let subject = "canary-6b1f0c52"
    /// The operator's name for the provider.
    static let name = "breizhgo"

    static func run(
        _ change: (inout IssuerSettings) -> Void = { _ in }, settings more: (inout Settings) -> Void = { _ in },
        in folder: TemporaryFolder? = nil, clock: SetClock = SetClock(), _ body: (IssuerHarness) async throws -> Void
    ) async throws {
        try await OpenIDIssuer.run { issuer in
            try await run(with: issuer, change, settings: more, in: folder, clock: clock, body)
        }
    }

    static func run(
        with issuer: OpenIDIssuer, _ change: (inout IssuerSettings) -> Void = { _ in },
        settings more: (inout Settings) -> Void = { _ in }, in folder: TemporaryFolder? = nil,
        clock: SetClock = SetClock(), _ body: (IssuerHarness) async throws -> Void
    ) async throws {
        try await AuthSessionHarness.run(
            {
                var settings = IssuerSettings.of(issuer)
                change(&settings)
                $0.issuers = [settings]
                more(&$0)
            }, in: folder, clock: clock
        ) {
            try await body(IssuerHarness(auth: $0, issuer: issuer))
        }
    }

    /// The present second by the clock of the service.
    var now: Int64 { auth.clock.now().rawValue / 1000 }

    /// A token that the provider issues now.
    func token(
        _ subject: String = IssuerHarness.subject, session: String? = nil, lifetime: Int64 = 3600,
        claims: [String: String] = [:]
    ) throws -> SecretText {
        SecretText(try issuer.token(for: subject, session: session, at: now, lifetime: lifetime, claims: claims))
    }

    /// The meaning of a token.
    func show(_ token: SecretText, installation: String? = nil) async throws -> Authenticate.Reply {
        try await auth.send(Authenticate(credential: .token(token), installation: installation))
    }

    /// The principal of a valid token.
    func principal(_ token: SecretText, installation: String? = nil) async throws -> Principal? {
        try await show(token, installation: installation).principal
    }

    /// The reasons that the log gives for credentials that do not count.
    var reasons: [String] { auth.log.events("issued-credential-refused").compactMap { $0.metadata["reason"] } }

    /// How many of its signatures were checked and found genuine.
    var verifications: Double {
        auth.count(SessionMetrics.verifications, ["issuer": Self.name, "outcome": "success"])
    }
}

extension IssuerSettings {
    /// A fake provider as the operator of the tests has it.
    static func of(_ issuer: OpenIDIssuer, named name: String = IssuerHarness.name) -> IssuerSettings {
        IssuerSettings(
            name: name, issuer: issuer.issuer, audiences: ["com.example.other", OpenIDIssuer.audience],
            keys: .discovery(issuer.discoveryURL), programs: ["breizhgo", "rennes"])
    }
}
