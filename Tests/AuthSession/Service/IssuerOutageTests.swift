@testable import AuthSession

@Suite("Outages and new keys of identity providers", .timeLimit(.minutes(10))) struct IssuerOutageTests {
    @Test("A token is verified once, however often it is shown, until its key is withdrawn")
    func remembered() async throws {
        try await IssuerHarness.run { it in
            it.issuer.setCacheControl("max-age=300")
            let token = try it.token(lifetime: 10 * day)
            for _ in 0..<20 { #expect(try await it.show(token).refusal == nil) }
            #expect(it.verifications == 1)
            try it.issuer.rotate()
            // The keys are still new; then they are read again while the old ones serve.
            #expect(try await it.show(token).refusal == nil)
            it.auth.clock.advance(seconds: 300)
            #expect(try await it.show(token).refusal == nil)
            #expect(
                try await eventually { try await it.show(token).refusal == .invalidToken },
                "the withdrawn key is noticed")
            #expect(it.verifications == 1)
            #expect(try await it.show(try it.token()).refusal == nil)
        }
    }

    @Test("A new key under the old name counts as another key")
    func sameName() async throws {
        try await IssuerHarness.run { it in
            it.issuer.setCacheControl("max-age=300")
            let token = try it.token(lifetime: 10 * day)
            #expect(try await it.show(token).refusal == nil)
            try it.issuer.rotate(to: .newRSA(), named: it.issuer.keyID)
            it.auth.clock.advance(seconds: 300)
            #expect(
                try await eventually { try await it.show(token).refusal == .invalidToken }, "the other key is noticed")
        }
    }

    @Test(
        "During an outage of the provider, tokens with known keys are accepted and others get a retry",
        arguments: [
            ProviderFault.down, .status(503), .keys("{}"), .discovery("{}"), .discovery("no JSON"),
            .discovery(#"{"issuer":"https://another.example","jwks_uri":"https://another.example/keys"}"#),
            .redirect("http://127.0.0.1:1/"),
        ])
    func unreachable(_ fault: ProviderFault) async throws {
        try await IssuerHarness.run { it in
            #expect(try await it.show(try it.token()).refusal == nil)
            it.issuer.fail(fault)
            it.auth.clock.advance(seconds: 2 * day)
            #expect(try await it.show(try it.token("another")).refusal == nil)
            #expect(await eventually { it.issuer.discoveryReadings == 2 }, "the provider is asked")
            it.auth.clock.advance(seconds: 60)
            var draft = it.issuer.draft(for: "third", at: it.now)
            draft.header["kid"] = TokenDraft.text("unknown")
            let unknown = SecretText(try draft.signed(by: it.issuer.key))
            #expect(try await it.auth.outcome(Authenticate(credential: .token(unknown))) == .unavailable)
            #expect(try await it.auth.outcome(IntrospectToken(token: unknown)) == .unavailable)
            #expect(try await it.show(try it.token()).refusal == nil)
            let lines = it.auth.log.events("issuer-unreachable")
            #expect(!lines.isEmpty && lines.allSatisfy { $0.metadata["issuer"] == IssuerHarness.name })
            // The operator sees the failing address, also in readyz.
            let port = URL(string: it.issuer.issuer)?.port.map { ":\($0)" } ?? "none"
            let context = MessageContext(requestID: "test", timeout: .seconds(60))
            let readiness = try await it.auth.edge.send(CheckReadiness(), to: .authSession, context)
            let note = readiness.reason ?? ""
            #expect(readiness.isReady && note.contains("identity provider \(IssuerHarness.name) could not be read"))
            if [.down, .status(503)].contains(fault) {
                #expect(note.contains(port) && lines.allSatisfy { "\($0.metadata["cause"] ?? "")".contains(port) })
            }
            it.issuer.fail(.none)
            it.auth.clock.advance(seconds: 60)
            _ = try await it.auth.outcome(Authenticate(credential: .token(unknown)))
            #expect(try await it.auth.edge.send(CheckReadiness(), to: .authSession, context).reason == nil)
        }
    }

    @Test(
        "Keys are not read from an untrusted address in the discovery document",
        arguments: ["http://127.0.0.2:1/jwks", "ftp://127.0.0.1/jwks", "jwks", "file:///etc/passwd", ""])
    func elsewhere(_ place: String) async throws {
        try await IssuerHarness.run { it in
            it.issuer.fail(.discovery(#"{"issuer":"\#(it.issuer.issuer)","jwks_uri":"\#(place)"}"#))
            let token = try it.token()
            #expect(try await it.auth.outcome(Authenticate(credential: .token(token))) == .unavailable)
            #expect(it.issuer.keyReadings == 0)
        }
    }

    @Test("An unreachable provider does not affect users of another one")
    func neighbour() async throws {
        try await OpenIDIssuer.run { other in
            try await IssuerHarness.run(settings: { $0.issuers.append(.of(other, named: "other")) }) { it in
                other.fail(.slow)
                let slow = SecretText(try other.token(for: "x", at: it.now))
                async let waiting = it.auth.outcome(Authenticate(credential: .token(slow)))
                #expect(await eventually { other.discoveryReadings == 1 }, "the slow one is asked")
                #expect(try await it.show(try it.token()).refusal == nil)
                #expect(try await waiting == .unavailable)
            }
        }
    }
}
