import Observation

@testable import Balise

@Suite("The models of views", .timeLimit(.minutes(10)))
@MainActor
struct ObservableModelTests {
    private nonisolated static func session(_ id: String, isCurrent: Bool) -> String {
        """
        {"id":"\(id)","isMobile":true,"createdAt":"2026-01-31T12:00:00Z","lastActivityAt":"2026-01-31T12:00:00Z",\
        "expiresAt":"2026-02-28T12:00:00Z","isCurrentSession":\(isCurrent),"isTrusted":true}
        """
    }

    private nonisolated static let sessions =
        #"{"success":true,"data":{"sessions":["# + session("s1", isCurrent: true) + ","
        + session("s2", isCurrent: false) + "," + session("s3", isCurrent: false) + #"],"totalCount":3}}"#

    @Test("follow the session's state")
    func states() async throws {
        let client = try await BaliseClient.scripted(ScriptedTransport(.json(SessionsAPITests.signedIn)), session: nil)
        let model = BaliseSessionModel(client)
        #expect(model.state == nil)
        let running = Task { await model.run() }
        try await eventually("nobody is") { model.state == .signedOut(.notSignedIn) }
        #expect(await model.signIn("ada", password: SecretText("secret")))
        try await eventually("somebody is") { model.state == .signedIn(account: "acc_1") }
        running.cancel()
    }

    @Test("notify views of changes")
    func observation() async throws {
        let client = try await BaliseClient.scripted(ScriptedTransport(.json(Self.sessions)))
        let model = BaliseSessionModel(client)
        let hasChanged = Mutex(false)
        withObservationTracking {
            _ = model.sessions
        } onChange: {
            hasChanged.withLock { $0 = true }
        }
        await model.loadSessions()
        #expect(hasChanged.withLock { $0 })
    }

    @Test("show the sessions that remain after others have ended")
    func sessions() async throws {
        let client = try await BaliseClient.scripted(
            ScriptedTransport(
                .json(Self.sessions), .json(#"{"success":true}"#), .refusal(404, "NOT_FOUND"), .json(Self.sessions),
                .json(#"{"success":true,"message":"m","revokedCount":2,"data":{}}"#)))
        let model = BaliseSessionModel(client)
        await model.loadSessions()
        #expect(model.sessions?.map(\.id) == ["s1", "s2", "s3"])
        await model.end("s2")
        #expect(model.sessions?.map(\.id) == ["s1", "s3"])
        // The session has already ended.
        await model.end("s3")
        #expect(model.sessions?.map(\.id) == ["s1"] && model.problem == nil)
        await model.loadSessions()
        await model.endOthers()
        #expect(model.sessions?.map(\.id) == ["s1"] && model.problem == nil && !model.isBusy)
    }

    @Test("keep their values after a failure, and show it until a success")
    func problems() async throws {
        let client = try await BaliseClient.scripted(
            ScriptedTransport(
                .json(Self.sessions), .refusal(500, "INTERNAL"), .refusal(401, "INVALID_CREDENTIALS"),
                .json(SessionsAPITests.signedIn)))
        let model = BaliseSessionModel(client)
        await model.loadSessions()
        await model.endOthers()
        #expect(model.sessions?.count == 3 && model.problem?.code == .internalFailure)
        #expect(!(await model.signIn("ada", password: SecretText("wrong"))))
        #expect(model.problem?.code == .wrongCredentials && !model.isBusy)
        #expect(await model.signIn("ada", password: SecretText("secret")))
        #expect(model.problem == nil)
    }

    @Test("show no session to the next user")
    func otherPerson() async throws {
        let client = try await BaliseClient.scripted(
            ScriptedTransport { call, _ in
                call.url.path == "/api/v1/auth/sessions" ? .json(Self.sessions) : .json("{}")
            })
        let model = BaliseSessionModel(client)
        let running = Task { await model.run() }
        await model.loadSessions()
        #expect(model.sessions != nil)
        await model.signOut()
        try await eventually("the list is gone") { model.sessions == nil }
        #expect(model.state == .signedOut(.signedOut))
        running.cancel()
    }

    @Test("take a button's result, and treat a cancellation as no problem")
    func buttons() async throws {
        let client = try await BaliseClient.scripted(ScriptedTransport(), session: nil)
        let model = BaliseSessionModel(client)
        model.take(.failure(.timedOut))
        #expect(model.problem == .timedOut)
        await model.signIn(with: client.appleSignIn(ScriptedAppleIDAuthorizer()))
        #expect(model.problem == nil)
    }

    @Test("follow an account to the end of its erasure")
    func erasure() async throws {
        let user =
            #"{"success":true,"data":{"user":{"id":"acc_ada","username":"ada","createdAt":"2026-01-31T12:00:00Z","#
            + #""updatedAt":"2026-01-31T12:00:00Z"}}}"#
        let transport = ScriptedTransport(
            .json(user), .refusal(403, "REAUTHENTICATION_REQUIRED"),
            .json(#"{"success":true,"data":{"id":"era_1","secret":"s","askedAt":"2026-01-31T12:00:00Z"}}"#),
            .json(
                """
                {"success":true,"data":{"id":"era_1","state":"pending","askedAt":"2026-01-31T12:00:00Z",\
                "confirmed":["identity"],"pending":["push"]}}
                """))
        let client = try await BaliseClient.scripted(transport)
        let model = BaliseAccountModel(client)
        await model.load()
        #expect(model.user?.username == "ada")
        #expect(!(await model.erase(proof: .recentSignIn)))
        #expect(model.problem?.code == .signInTooOld && model.user != nil && model.erasure == nil)
        #expect(await model.erase(proof: .password(SecretText("secret"))))
        #expect(model.problem == nil && model.user == nil && model.erasure?.id == "era_1")
        #expect(try await client.sessions.state == .signedOut(.signedOut))
        await model.loadErasureStatus()
        #expect(model.erasureStatus?.pending == ["push"])
        #expect(transport.calls.last?.headers["X-Erasure-Secret"] == "s")
        model.clear()
        #expect(model.erasure != nil)
        model.forgetErasure()
        #expect(model.erasure == nil && model.erasureStatus == nil)
    }
}
