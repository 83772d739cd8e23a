@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct ErasureTests {
    private func services(signedIn seconds: Int64? = 0) -> ScriptedServices {
        let services = ScriptedServices.ofAda()
        services.recogniseAda(signedIn: seconds)
        return services
    }

    private func erase(_ services: ScriptedServices, _ body: String = "") async throws -> TestResponse {
        try await services.ask("DELETE", "/api/v1/users/me", body: body)
    }

    @Test func answersWithTheIDAndSecretOfTheErasure() async throws {
        let services = services()
        let response = try await erase(services).expect(202)
        let message = try #require(services.received(Proven<EraseAccount>.self).first)
        #expect(message.account == People.ada && message.session == People.phone)
        #expect(message.proof?.isEmpty == true)
        let erasure = try #require(message.act.erasure)
        let (id, secret) = (erasure.id.text, try #require(erasure.secret?.value))
        #expect(secret.utf8.count == 43 && id.utf8.count == 32)
        #expect(response.header("Location") == "/api/v1/erasures/\(id)")
        #expect(response.header("Cache-Control") == "no-store")
        response.expect(
            body: #"{"success":true,"data":{"id":"\#(id)","secret":"\#(secret)","askedAt":"2026-01-31T12:00:00Z"}}"#)
    }

    /// With a proof, the sign-in need not be recent.
    @Test(
        arguments: [
            ("", 299, 202), ("", 300, 401), ("{}", 300, 401), (#"{"password":"p"}"#, 90_000, 202),
            (#"{"identityToken":"t","nonce":"n"}"#, 90_000, 202),
        ] as [(String, Int64, Int)])
    func asksForAFreshProof(_ body: String, _ seconds: Int64, _ status: Int) async throws {
        let services = services(signedIn: seconds)
        let response = try await erase(services, body).expect(status)
        #expect(services.received(Proven<EraseAccount>.self).count == (status == 202 ? 1 : 0))
        guard status == 401 else { return }
        #expect(try APIErrorBody(response.body).code == "REAUTHENTICATION_REQUIRED")
        #expect(response.header("WWW-Authenticate")?.contains(#"error="insufficient_user_authentication""#) == true)
    }

    @Test func saysWhenAScheduledErasureHappens() async throws {
        let services = services()
        services.on(Proven<EraseAccount>.self) { _ in
            EraseAccount.Reply(askedAt: People.now, dueAt: People.now.adding(seconds: 86_400))
        }
        let response = try await erase(services).expect(202)
        #expect(response.body.hasSuffix(#""askedAt":"2026-01-31T12:00:00Z","erasesAt":"2026-02-01T12:00:00Z"}}"#))
    }

    /// An unknown member was meant as a proof.
    @Test(arguments: [
        #"{"pasword":"p"}"#, #"{"password":"p","identityToken":"t"}"#, #"{"password":"p","nonce":"n"}"#,
        #"{"nonce":"n"}"#, #"{"password":1}"#, "[]", "{",
    ])
    func refusesWhatIsMalformed(_ body: String) async throws {
        let services = services()
        #expect(try await erase(services, body).status == 400)
        #expect(services.received(Proven<EraseAccount>.self).isEmpty)
    }

    @Test func tellsAWrongPasswordFromAWrongToken() async throws {
        let services = services()
        services.refusing(Proven<EraseAccount>.self, .wrongCredentials, "")
        let response = try await erase(services, #"{"password":"p"}"#).expect(403)
        #expect(try APIErrorBody(response.body).code == "INVALID_CREDENTIALS")
    }

    @Test func opensAnErasureByItsSecret() async throws {
        let services = ScriptedServices()
        let erasure = Erasure(
            id: ErasureID("e1")!, subject: "s", askedAt: People.now, completedAt: nil,
            confirmed: [Erasure.Confirmation(service: .identity, at: People.now, tables: [])])
        let scheduled = Mutex(false)
        services.on(GetErasure.self) { request throws(BusError) in
            guard request.secret?.value == "right" else { throw .refused(ServiceError(.notFound, "")) }
            var found = erasure
            if scheduled.withLock({ $0 }) { found.dueAt = People.now.adding(seconds: 9) }
            return GetErasure.Reply(erasure: found, receipt: nil)
        }
        try await withEdge(services) { edge in
            func get(_ headers: [(String, String)]) async throws -> TestResponse {
                try await edge.request("GET", "/api/v1/erasures/e1", headers: headers)
            }
            let found = try await get([("X-Erasure-Secret", "right")])
            found.expect(
                body: #"{"success":true,"data":{"id":"e1","state":"pending","askedAt":"2026-01-31T12:00:00Z","#
                    + #""confirmed":["identity"],"pending":["auth-session","location","preferences","push"]}}"#)
            #expect(try await get([("X-Erasure-Secret", "wrong")]).status == 404)
            scheduled.withLock { $0 = true }
            #expect(
                try await get([("X-Erasure-Secret", "right")]).body.contains(
                    #""state":"scheduled","askedAt":"2026-01-31T12:00:00Z","erasesAt":"2026-01-31T12:00:09Z""#))
            #expect(try await get([]).status == 400)
            #expect(try await get([("X-Erasure-Secret", "right"), ("X-Erasure-Secret", "wrong")]).status == 400)
        }
    }
}
