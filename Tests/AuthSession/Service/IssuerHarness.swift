@testable import AuthSession

struct IssuerHarness {
    let auth: AuthSessionHarness
    let issuer: OpenIDIssuer

    static let subject = "canary-6b1f0c52"
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

    func token(
        _ subject: String = IssuerHarness.subject, session: String? = nil, lifetime: Int64 = 3600,
        claims: [String: String] = [:]
    ) throws -> SecretText {
        SecretText(try issuer.token(for: subject, session: session, at: now, lifetime: lifetime, claims: claims))
    }

    func show(_ token: SecretText, installation: String? = nil) async throws -> Authenticate.Reply {
        try await auth.send(Authenticate(credential: .token(token), installation: installation))
    }

    func principal(_ token: SecretText, installation: String? = nil) async throws -> Principal? {
        try await show(token, installation: installation).principal
    }

    var reasons: [String] { auth.log.events("issued-credential-refused").compactMap { $0.metadata["reason"] } }

    var verifications: Double { auth.count(SessionMetrics.verifications, ["issuer": Self.name, "outcome": "success"]) }
}

extension IssuerSettings {
    static func of(_ issuer: OpenIDIssuer, named name: String = IssuerHarness.name) -> IssuerSettings {
        IssuerSettings(
            name: name, issuer: issuer.issuer, audiences: ["com.example.other", OpenIDIssuer.audience],
            keys: .discovery(issuer.discoveryURL), programs: ["breizhgo", "rennes"])
    }
}
