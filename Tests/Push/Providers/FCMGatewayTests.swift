@testable import Push

@Suite("Pushes through FCM", .serialized, .timeLimit(.minutes(10)))
struct FCMGatewayTests {
    let clock = SetClock()

    func withGateway(
        to fcm: FakeFCM, trusting trusted: URL? = nil, timeout: Duration = .seconds(20),
        _ body: (FCMGateway) async throws -> Void
    ) async throws {
        var settings = Settings().push.fcm
        settings.url = fcm.url
        settings.trustedCertificates = trusted
        let gateway = try FCMGateway(
            settings, account: Secret(fcm.serviceAccount), clock: clock, logger: silentLogger, timeout: timeout)
        try await using({ await gateway.close() }) { try await body(gateway) }
    }

    func running(timeout: Duration = .seconds(20), _ body: (FakeFCM, FCMGateway) async throws -> Void) async throws {
        try await FakeFCM.run { fcm in
            try await withGateway(to: fcm, timeout: timeout) { try await body(fcm, $0) }
        }
    }

    func push(_ number: Int = 0, expiresAt: UnixTime? = nil, collapseID: String? = nil) -> OutgoingPush {
        var push = OutgoingPush.sample(
            number,
            payload: (try? PayloadRules.fcm(
                PushContent(
                    type: .offer, subject: .number(5), title: "T", body: "B", badge: 1, expiresAt: expiresAt,
                    collapseID: collapseID))) ?? Data(),
            expiresAt: expiresAt, collapseID: collapseID)
        push.provider = .fcm
        push.token = SecretText("token-\(number):APA91b")
        return push
    }

    func isSent(_ outcome: DeliveryOutcome) -> Bool {
        if case .sent(let id?) = outcome { id.hasPrefix("projects/\(FakeFCM.project)/messages/") } else { false }
    }

    @Test("A message has all members that Google demands")
    func message() async throws {
        try await running { fcm, gateway in
            let push = push(7, expiresAt: UnixTime.start.adding(seconds: 90), collapseID: "offer-5")
            #expect(isSent(await gateway.send(push)))
            let message = try #require(fcm.messages.first)
            #expect(message.authorization == "Bearer access-1")
            #expect(
                String(decoding: message.body, as: UTF8.self)
                    == #"{"message":{"android":{"collapse_key":"offer-5","notification":{"tag":"offer-5"},"priority":"HIGH","ttl":"90s"},"token":"token-7:APA91b","apns":{"headers":{"apns-collapse-id":"offer-5","apns-expiration":"1800000090","apns-priority":"10"},"payload":{"aps":{"badge":1,"sound":"default"}}},"data":{"entityId":"5","offerId":"5","screen":"offer_detail"},"notification":{"body":"B","title":"T"}}}"#
            )
        }
    }

    @Test(
        "The ttl follows the expiry, up to 28 days",
        arguments: [(nil, "0s"), (1, "1s"), (2_419_200, "2419200s"), (9_999_999, "2419200s")] as [(Int64?, String)])
    func life(_ seconds: Int64?, _ ttl: String) async throws {
        try await running { fcm, gateway in
            _ = await gateway.send(push(1, expiresAt: seconds.map { UnixTime.start.adding(seconds: $0) }))
            let body = String(decoding: try #require(fcm.messages.first).body, as: UTF8.self)
            #expect(body.contains(#""ttl":"\#(ttl)""#))
        }
    }

    @Test("One access token serves all requests and is renewed five minutes early")
    func accessToken() async throws {
        try await running { fcm, gateway in
            try await concurrently(50) { number in #expect(await isSent(gateway.send(push(number)))) }
            #expect(fcm.assertions.count == 1)
            let assertion = try #require(fcm.assertions.first)
            #expect(fcm.isGenuine(assertion))
            clock.advance(seconds: Int64(FakeFCM.tokenLifetime - 301))
            #expect(await isSent(gateway.send(push())))
            #expect(fcm.assertions.count == 1)
            clock.advance(seconds: 1)
            #expect(await isSent(gateway.send(push())))
            #expect(fcm.assertions.count == 2)
        }
    }

    @Test("A revoked access token is replaced once, and the message is sent again")
    func revoked() async throws {
        try await running { fcm, gateway in
            #expect(await isSent(gateway.send(push())))
            fcm.revokeTokens()
            #expect(await isSent(gateway.send(push())))
            #expect(fcm.messages.map(\.answered) == [200, 401, 200])
            fcm.answerNext(
                .refused(401, status: "UNAUTHENTICATED", code: nil),
                .refused(401, status: "UNAUTHENTICATED", code: nil))
            #expect(await gateway.send(push()) == .stopCredential(reason: "UNAUTHENTICATED"))
        }
    }

    @Test(
        "Without an access token nothing is sent",
        arguments: [
            (
                FakeFCM.Answer.plain(400, #"{"error":"invalid_grant","error_description":"Invalid JWT Signature."}"#),
                DeliveryOutcome.stopCredential(reason: "no access token: invalid_grant")
            ),
            (.plain(401, #"{"error":"invalid_client"}"#), .stopCredential(reason: "no access token: invalid_client")),
            (.html(502), .unreachable(reason: "no access token: status 502")),
            (.html(404), .unreachable(reason: "no access token: status 404")),
            (.plain(200, "{}"), .unreachable(reason: "no access token: status 200")),
            (.hangUp, .unreachable(reason: "no access token: unreachable")),
        ])
    func noAccessToken(_ answer: FakeFCM.Answer, _ outcome: DeliveryOutcome) async throws {
        try await running { fcm, gateway in
            fcm.answerNextToken(answer)
            #expect(await gateway.send(push()) == outcome)
            #expect(fcm.messages.isEmpty)
            #expect(await isSent(gateway.send(push())))
        }
    }

    private static let badToken =
        #"{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"message.token","description":"Invalid registration token"}]}"#
    private static let badData =
        #"{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"message.data[0].value"}]}"#

    private static let malformedToken =
        #"{"error":{"code":400,"message":"The registration token is not a valid FCM registration token","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.firebase.fcm.v1.FcmError","errorCode":"INVALID_ARGUMENT"}]}}"#

    @Test(
        "Each error of FCM arrives with its meaning",
        arguments: [
            (
                FakeFCM.Answer.refused(404, status: "NOT_FOUND", code: "UNREGISTERED"),
                DeliveryOutcome.removeToken(reason: "UNREGISTERED", ifRegisteredBefore: nil)
            ),
            (
                .refused(400, status: "INVALID_ARGUMENT", code: "INVALID_ARGUMENT", details: badToken),
                .removeToken(reason: "INVALID_ARGUMENT", ifRegisteredBefore: nil)
            ),
            (
                .refused(400, status: "INVALID_ARGUMENT", code: "INVALID_ARGUMENT", details: badData),
                .failed(reason: "INVALID_ARGUMENT", alarm: true)
            ),
            (.refused(403, status: "PERMISSION_DENIED", code: nil), .stopCredential(reason: "PERMISSION_DENIED")),
            (
                .refused(503, status: "UNAVAILABLE", code: "UNAVAILABLE", retryAfter: "33"),
                .outage(after: .seconds(33), reason: "UNAVAILABLE")
            ),
            (.html(502), .outage(after: .seconds(10), reason: "status 502")),
            (.plain(503, ""), .outage(after: .seconds(10), reason: "status 503")),
            (.plain(400, #"{"error":"text"}"#), .stopCredential(reason: "status 400")),
            (.hangUp, .unanswered(.outage(after: nil, reason: "no answer"))),
            (.plain(400, malformedToken), .removeToken(reason: "INVALID_ARGUMENT", ifRegisteredBefore: nil)),
        ])
    func errors(_ answer: FakeFCM.Answer, _ outcome: DeliveryOutcome) async throws {
        try await running { fcm, gateway in
            fcm.answer("token-1:", answer)
            #expect(await gateway.send(push(1)) == outcome)
        }
    }

    @Test("A refusal is blamed on the token if the message was accepted for another")
    func told() async throws {
        try await running { fcm, gateway in
            #expect(await isSent(gateway.send(push(1, collapseID: "offer-5"))))
            fcm.answer("token-2:", .refused(400, status: "INVALID_ARGUMENT", code: "INVALID_ARGUMENT"))
            #expect(
                await gateway.send(push(2, collapseID: "offer-5"))
                    == .removeToken(reason: "INVALID_ARGUMENT", ifRegisteredBefore: nil))
            #expect(
                await gateway.send(push(2, collapseID: "offer-6"))
                    == .failed(reason: "INVALID_ARGUMENT", alarm: true))
            fcm.answer("token-3:", .hangUp)
            #expect(await gateway.send(push(3)) == .unanswered(.retry(after: nil, reason: "no answer")))
        }
    }

    @Test("A cancelled push does not leave, neither before its turn nor when connected", arguments: [false, true])
    func takenBack(whenConnected: Bool) async throws {
        try await running { fcm, gateway in
            var push = push(1)
            push.check = ScriptedSendCheck(isCurrent: whenConnected, begins: false)
            #expect(await gateway.send(push) == .outdated)
            #expect(fcm.messages.isEmpty)
            push.check = ScriptedSendCheck(isCurrent: true, begins: true)
            #expect(await isSent(gateway.send(push)))
        }
    }

    @Test("Only servers with a trusted certificate are used")
    func certificates() async throws {
        let certificate = try SelfSignedCertificate(name: "A stand-in for FCM")
        let home = try TemporaryFolder()
        let trusted = home.url.appendingPathComponent("trusted.pem")
        try certificate.certificatePEM.write(to: trusted, atomically: true, encoding: .utf8)
        try await FakeFCM.run(certificate: certificate) { fcm in
            try await withGateway(to: fcm, trusting: trusted) { gateway in
                #expect(await isSent(gateway.send(push(1))))
            }
            try await withGateway(to: fcm) { gateway in
                #expect(await gateway.send(push(2)) == .unreachable(reason: "certificate not trusted"))
            }
            #expect(fcm.messages.count == 1)
        }
    }

    @Test("A refused request for an access token reports the difference of the clocks")
    func wrongClock() async throws {
        try await running { fcm, gateway in
            fcm.answerNextToken(.refusedAt("Fri, 15 Jan 2027 09:00:00 GMT", 400, #"{"error":"invalid_grant"}"#))
            #expect(
                await gateway.send(push())
                    == .stopCredential(
                        reason: "no access token: invalid_grant; the clock of this machine differs by -3600 s"))
        }
    }

    @Test("A silent server times out")
    func silence() async throws {
        try await running(timeout: .seconds(2)) { fcm, gateway in
            #expect(await eventually { await isSent(gateway.send(push(1))) })
            fcm.answer("token-2:", .silence)
            #expect(await gateway.send(push(2)) == .unanswered(.retry(after: nil, reason: "no answer")))
        }
    }

    @Test("Several requests without an answer in a row are an outage, a single one is an attempt")
    func lost() async throws {
        try await running { fcm, gateway in
            let tried = DeliveryOutcome.unanswered(.retry(after: nil, reason: "no answer"))
            let isOut = DeliveryOutcome.unanswered(.outage(after: nil, reason: "no answer"))
            for _ in 0..<2 {
                for number in 1...3 {
                    #expect(await isSent(gateway.send(push(number))))
                    fcm.answerNext(.hangUp)
                    #expect(await gateway.send(push(number)) == tried)
                }
                fcm.answer("token-", .hangUp)
                var outcomes: [DeliveryOutcome] = []
                for number in 4...8 { outcomes.append(await gateway.send(push(number))) }
                #expect(outcomes == [tried, isOut, isOut, isOut, isOut])
                fcm.answer("token-", nil)
            }
        }
    }

    @Test("Requests that wait when an outage begins are not attempted")
    func waiting() async throws {
        try await running { fcm, gateway in
            #expect(await isSent(gateway.send(push())))
            fcm.answer("token-", .hangUp)
            let outcomes = try await concurrently(600) { number in await gateway.send(push(number)) }
            #expect(outcomes.contains(.outage(after: nil, reason: "no answer")))
            #expect(fcm.messages.count < 300)
            fcm.answer("token-", nil)
            #expect(await isSent(gateway.send(push())))
        }
    }

    @Test("An unused gateway leaves nothing behind")
    func dropped() async throws {
        try await FakeFCM.run { fcm in
            var settings = Settings().push.fcm
            settings.url = fcm.url
            _ = try FCMGateway(settings, account: Secret(fcm.serviceAccount), clock: clock, logger: silentLogger)
        }
    }

    @Test("A host that is gone counts as unreachable")
    func gone() async throws {
        let fcm = try await FakeFCM()
        try await withGateway(to: fcm) { gateway in
            #expect(await eventually { await isSent(gateway.send(push(1))) })
            try await fcm.stop()
            // A previous connection may first be found closed.
            #expect(await eventually { await gateway.send(push(2)) == .unreachable(reason: "unreachable") })
        }
    }

    @Test("A closed semaphore answers all waiting requests and lets no more in")
    func closing() async throws {
        let semaphore = AsyncSemaphore(places: 2)
        #expect(await semaphore.enter())
        #expect(await semaphore.enter())
        let third = Task { await semaphore.enter() }
        let fourth = Task { await semaphore.enter() }
        await semaphore.leave()
        await semaphore.close()
        #expect([await third.value, await fourth.value].count { $0 } <= 1)
        #expect(await !semaphore.enter())
    }

    @Test(
        "A file that is not a service account is refused",
        arguments: [("{}", "lacks"), ("no json", "lacks"), (#"{"type":"authorized_user"}"#, "lacks")])
    func unreadable(_ json: String, _ word: String) {
        #expect {
            try ServiceAccount(json: json)
        } throws: { error in
            "\(error)".hasPrefix("push.fcm.serviceAccount \(word)")
        }
    }

    @Test("An invalid member of the file is named", arguments: ["private_key", "token_uri", "project_id"])
    func badMember(_ name: String) async throws {
        try await FakeFCM.run { fcm in
            var members = try #require(
                JSONSerialization.jsonObject(with: Data(fcm.serviceAccount.utf8)) as? [String: String])
            members[name] = "not/one"
            let json = String(decoding: try JSONSerialization.data(withJSONObject: members), as: UTF8.self)
            #expect {
                try ServiceAccount(json: json)
            } throws: { error in
                "\(error)".contains(name) && !"\(error)".contains("PRIVATE KEY")
            }
        }
    }

    // MARK: Quotas

    private static let projectQuota =
        #"{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"subject":"project:1","description":"Message quota exceeded"}]}"#

    @Test("A quota pauses the project if FCM names it or several tokens meet it")
    func quota() async throws {
        for details in ["", Self.projectQuota] {
            try await running { fcm, gateway in
                let refusal = FakeFCM.Answer.refused(
                    429, status: "RESOURCE_EXHAUSTED", code: "QUOTA_EXCEEDED", details: details, retryAfter: "30")
                let tokens = details.isEmpty ? 3 : 1
                for number in 1..<tokens {
                    fcm.answerNext(refusal)
                    #expect(await gateway.send(push(number)) == .retry(after: .seconds(30), reason: "QUOTA_EXCEEDED"))
                }
                fcm.answerNext(refusal)
                for number in tokens..<tokens + 3 {
                    guard case .outage(_?, reason: "QUOTA_EXCEEDED") = await gateway.send(push(number)) else {
                        Issue.record("it was not held back")
                        return
                    }
                }
                #expect(fcm.messages.count == tokens)
                clock.advance(seconds: 31)
                #expect(await isSent(gateway.send(push(2))))
            }
        }
    }

    private static let deviceQuota =
        #"{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"subject":"device:1","description":"Device message rate exceeded"}]}"#

    @Test("A quota of one token or one device slows no other", arguments: ["", deviceQuota])
    func oneToken(details: String) async throws {
        try await running { fcm, gateway in
            fcm.answer(
                "token-1:", .refused(429, status: "RESOURCE_EXHAUSTED", code: "QUOTA_EXCEEDED", details: details))
            for _ in 0..<5 {
                #expect(await gateway.send(push(1)) == .retry(after: .seconds(60), reason: "QUOTA_EXCEEDED"))
                #expect(await isSent(gateway.send(push(2))))
            }
        }
    }
}
