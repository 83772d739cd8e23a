@testable import Push

extension FCMGatewayTests {
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

    @Test("A quota that one token meets repeatedly slows no other token")
    func oneToken() async throws {
        try await running { fcm, gateway in
            fcm.answer("token-1:", .refused(429, status: "RESOURCE_EXHAUSTED", code: "QUOTA_EXCEEDED"))
            for _ in 0..<5 {
                #expect(await gateway.send(push(1)) == .retry(after: .seconds(60), reason: "QUOTA_EXCEEDED"))
                #expect(await isSent(gateway.send(push(2))))
            }
        }
    }

    @Test("A quota of a device slows no other device")
    func deviceQuota() async throws {
        let detail =
            #"{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"subject":"device:1","description":"Device message rate exceeded"}]}"#
        try await running { fcm, gateway in
            fcm.answerNext(.refused(429, status: "RESOURCE_EXHAUSTED", code: "QUOTA_EXCEEDED", details: detail))
            #expect(await gateway.send(push(1)) == .retry(after: .seconds(60), reason: "QUOTA_EXCEEDED"))
            #expect(await isSent(gateway.send(push(2))))
        }
    }
}
