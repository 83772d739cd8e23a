import Crypto

@testable import Push

@Suite("The rotation of credentials", .serialized, .timeLimit(.minutes(10)))
struct CredentialRotationTests {
    private let team = AppleTeam()

    private func write(_ key: String, named keyID: String, _ apns: FakeAPNs, in folder: TemporaryFolder) throws
        -> String
    {
        let keyFile = try folder.write(key, to: "key.p8")
        let trusted = try folder.write(apns.certificatePEM, to: "trusted.pem")
        return try folder.write(
            """
            push:
              apns:
                teamId: \(team.id)
                keyId: \(keyID)
                keyFile: \(keyFile)
                topic: \(AppleTeam.topic)
                productionUrl: \(apns.url.absoluteString)
                sandboxUrl: \(apns.url.absoluteString)
                trustedCertificates: \(trusted)
            """, to: "balise.yaml")
    }

    @Test("A new key is used from the next look on, and an unreadable file changes nothing")
    func rotation() async throws {
        let folder = try TemporaryFolder()
        let second = P256.Signing.PrivateKey()
        var plan = team.plan()
        plan.team = (team.id, [team.keyID: team.key.publicKey, "SECOND0001": second.publicKey])
        try await FakeAPNs.run(plan) { apns in
            let path = try write(P256.Signing.PrivateKey().pemRepresentation, named: team.keyID, apns, in: folder)
            let settings = try Settings.load(.balise, arguments: ["--config", path], environment: [:])
            let gateways = try PushGateways(
                settings.push, secretsIn: folder.url.appendingPathComponent("keys"), clock: SystemClock(),
                logger: silentLogger)
            let reload = try #require(settings.reload)
            let rotation = CredentialRotation(settings.push, of: gateways, logger: silentLogger) { try reload().push }
            #expect(await gateways.send(.sample(1)) == .stopCredential(reason: "InvalidProviderToken"))
            #expect(await rotation.look() == false)

            _ = try write("no key", named: team.keyID, apns, in: folder)
            #expect(await rotation.look() == false)
            #expect(await gateways.send(.sample(1)) == .stopCredential(reason: "InvalidProviderToken"))

            _ = try write(team.key.pemRepresentation, named: team.keyID, apns, in: folder)
            #expect(await rotation.look())
            #expect(isSent(await gateways.send(.sample(2))))
            #expect(await rotation.look() == false)

            // A push in flight ends on the connection where it began.
            apns.answerNext(.held)
            async let held = gateways.send(.sample(3))
            #expect(await eventually { apns.held == 1 })
            _ = try write(second.pemRepresentation, named: "SECOND0001", apns, in: folder)
            #expect(await rotation.look())
            let connections = apns.connections
            #expect(isSent(await gateways.send(.sample(4))))
            #expect(apns.connections == connections + 1)
            apns.release()
            #expect(isSent(await held))
            await gateways.close()
            #expect(isSent(await gateways.send(.sample(5))) == false)
        }
    }
}
