@testable import Push

extension FCMGatewayTests {
    private func overTLS(
        protocols: [String] = FakeFCM.protocols, timeout: Duration = .seconds(20),
        _ body: (FakeFCM, FCMGateway) async throws -> Void
    ) async throws {
        let certificate = try SelfSignedCertificate(name: "A stand-in for FCM over HTTP/2")
        let home = try TemporaryFolder()
        let trusted = home.url.appendingPathComponent("trusted.pem")
        try certificate.certificatePEM.write(to: trusted, atomically: true, encoding: .utf8)
        try await FakeFCM.run(certificate: certificate, protocols: protocols) { fcm in
            try await withGateway(to: fcm, trusting: trusted, timeout: timeout) { try await body(fcm, $0) }
        }
    }

    @Test("Many pushes share one HTTP/2 connection, and each arrives complete")
    func manyOverHTTP2() async throws {
        try await overTLS { fcm, gateway in
            #expect(await isSent(gateway.send(push(1000))))
            let outcomes = try await concurrently(300) { number in await gateway.send(push(number)) }
            #expect(outcomes.count == 300 && outcomes.allSatisfy(isSent))
            #expect(fcm.messages.count == 301 && fcm.messages.allSatisfy(\.isHTTP2))
            #expect(fcm.connections == 1 && fcm.assertions.count == 1)
            let bodies = fcm.messages.map { String(decoding: $0.body, as: UTF8.self) }
            let same = bodies.count { $0.hasSuffix(#""notification":{"body":"B","title":"T"}}}"#) }
            #expect(same == 301 && Set(bodies).count == 301)
        }
    }

    @Test("A server with HTTP/1.1 only is reached by it")
    func noHTTP2() async throws {
        for protocols in [["http/1.1"], []] {
            try await overTLS(protocols: protocols) { fcm, gateway in
                #expect(await isSent(gateway.send(push(1))))
                #expect(fcm.messages.map(\.isHTTP2) == [false])
            }
        }
    }

    @Test("A cancelled push does not leave over HTTP/2, and the connection stays")
    func takenBackOverHTTP2() async throws {
        try await overTLS { fcm, gateway in
            #expect(await isSent(gateway.send(push(1))))
            var push = push(2)
            push.check = ScriptedSendCheck(isCurrent: true, begins: false)
            #expect(await gateway.send(push) == .outdated)
            push.check = ScriptedSendCheck()
            #expect(await isSent(gateway.send(push)))
            #expect(fcm.messages.count == 2 && fcm.connections == 1)
        }
    }

    @Test("A silent stream times out and delays no other stream")
    func silenceOverHTTP2() async throws {
        // Long enough for answered requests, even on a busy machine.
        try await overTLS(timeout: .seconds(10)) { fcm, gateway in
            #expect(await eventually { await isSent(gateway.send(push(1))) })
            fcm.answer("token-2:", .silence)
            async let silent = gateway.send(push(2))
            #expect(await eventually { fcm.messages.count >= 2 })
            #expect(await isSent(gateway.send(push(3))))
            #expect(await silent == .unanswered(.retry(after: nil, reason: "no answer")))
            #expect(await isSent(gateway.send(push(4))))
        }
    }

    @Test("An ended HTTP/2 connection is replaced")
    func endOfHTTP2() async throws {
        try await overTLS { fcm, gateway in
            #expect(await isSent(gateway.send(push(1))))
            await fcm.hangUp()
            // The push itself may discover the end of the previous connection.
            #expect(await eventually { await isSent(gateway.send(push(2))) })
            #expect(fcm.connections == 2 && fcm.messages.allSatisfy(\.isHTTP2))
        }
    }
}
