import Crypto

@testable import AuthSession

@Suite("The checks of identity providers", .timeLimit(.minutes(10))) struct ProviderCheckTests {
    private func check(_ name: String, of subject: String? = nil, _ auth: AuthSessionHarness) async throws
        -> HealthCheck
    {
        let context = MessageContext(requestID: "test", timeout: .seconds(60))
        let checks = try await auth.edge.send(ReadChecks(), to: .authSession, context).checks
        return try #require(checks.first { $0.name == name && (subject == nil || $0.subject == subject) })
    }

    @Test("A provider whose keys cannot be read is a warning", arguments: [ProviderFault.none, .down, .keys("{}")])
    func keys(_ fault: ProviderFault) async throws {
        try await IssuerHarness.run { it in
            it.issuer.fail(fault)
            let found = try await check("identity-provider-now", of: IssuerHarness.name, it.auth)
            #expect(found.state == (fault == .none ? .ok : .warning), "\(found.text)")
        }
    }

    @Test("The keys of a provider are reported as read only after they were, and not after a failed trial")
    func readings() async throws {
        let readiness = Readiness()
        let readings = KeyReadings(of: "company", in: readiness)
        func state() async -> HealthCheck.State? {
            await readiness.outcomes(triesRemote: false).first { $0.name == "identity-provider" }?.state
        }
        #expect(await state() == .unknown)
        readings.record(nil)
        #expect(await state() == .ok)
        readings.recordTrial(succeeded: false)
        #expect(await state() == .unknown)
        readings.record(KeySource.Failure(description: "the status is 500"))
        readings.recordTrial(succeeded: false)
        #expect(await state() == .warning)
        readings.recordTrial(succeeded: true)
        #expect(await state() == .ok)
        withExtendedLifetime(readings) {}
    }

    @Test(
        "A Services key that Apple refuses is a failure; a refused code means that the key is accepted",
        arguments: [
            (ProviderFault.refusal("invalid_grant"), .ok), (.refusal("invalid_client"), .failure),
            (.status(503), .warning), (.down, .warning),
        ] as [(ProviderFault, HealthCheck.State)])
    func servicesKey(_ fault: ProviderFault, _ state: HealthCheck.State) async throws {
        let key = P256.Signing.PrivateKey()
        let services = AppleSettings.Services(teamID: "TEAM", keyID: "KEY", key: Secret(key.pemRepresentation))
        try await AppleHarness.run({ $0.apple.services = services }) { it in
            it.apple.fail(fault)
            let found = try await check("apple-key", it.auth)
            #expect(found.state == state, "\(found.text)")
        }
    }
}
