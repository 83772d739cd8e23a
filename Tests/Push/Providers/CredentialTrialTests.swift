@testable import Push

@Suite("Trials of credentials", .timeLimit(.minutes(10))) struct CredentialTrialTests {
    private let trial = CredentialTrial(name: "push.apns", provider: .apns)

    @Test("A refused token is an accepted credential, and nothing is sent to a device")
    func accepted() async {
        let gateway = ScriptedGateway { _ in .removeToken(reason: "BadDeviceToken", ifRegisteredBefore: nil) }
        #expect(await trial.run(over: gateway).state == .ok)
        #expect(gateway.sent.map(\.token.value) == [String(repeating: "0", count: 64)])
    }

    @Test("A key that APNs does not know is a failure")
    func refused() async throws {
        let (team, other) = (AppleTeam(), AppleTeam(id: "OTHER12345", keyID: "OTHER12345"))
        try await FakeAPNs.run(team.plan()) { apns in
            try await team.withGateway(to: apns, as: other.credential) { gateway in
                #expect(await trial.run(over: gateway).state == .failure)
            }
        }
    }

    @Test("An unreachable provider is a warning, because the credential may be right")
    func unreachable() async {
        let gateway = ScriptedGateway { _ in .unreachable(reason: "unreachable") }
        #expect(await trial.run(over: gateway).state == .warning)
    }

    @Test("Each configured credential is tried once")
    func configured() {
        var settings = Settings().push
        #expect(CredentialTrial.all(of: settings).isEmpty)
        settings.apns.topic = AppleTeam.topic
        settings.apns.apps = [
            APNsSettings.App(
                name: "other", topics: ["com.example.other"], environments: [.sandbox],
                credential: AppleTeam().credential)
        ]
        #expect(CredentialTrial.all(of: settings).map(\.name) == ["push.apns", "other"])
        #expect(CredentialTrial.all(of: settings).map(\.environment) == [.production, .sandbox])
    }
}
