@testable import AuthSession

@Suite("Acts of operators", .timeLimit(.minutes(10))) struct OperatorActTests {
    private static let worthless: [OperatorCredential] = [
        .token(SecretText("wrong")), .token(SecretText("")),
        .apiKey(SecretText("bk_" + base64URL([UInt8](repeating: 1, count: 32)))),
        .passkey(SecretText("wrong")),
    ]

    private func entries(_ auth: AuthSessionHarness) async throws -> [AuditedCall] {
        try await auth.send(ListAuditEntries(limit: 50)).entries.reversed().map(\.call)
    }

    private func outcome(_ auth: AuthSessionHarness, _ act: some OperatorAct, by shown: OperatorCredential)
        async throws -> ErrorCode?
    {
        try await serviceError { try await auth.edge.send(act, by: shown) }?.code
    }

    @Test("The edge's bus key alone performs no act of an operator")
    func withoutCredential() async throws {
        try await AuthSessionHarness.run { auth async throws in
            for act in OperatorActs.all {
                for shown in Self.worthless {
                    var asked = try ActForOperator(RotateSigningKey(), at: .authSession, by: shown)
                    asked.act = act.code.rawValue
                    asked.target = (act as? any ServiceRequest.Type)?.service ?? .authSession
                    let message = asked
                    await #expect(throws: BusError.self, "\(act)") {
                        try await auth.edge.send(message, MessageContext(requestID: "test", timeout: .seconds(60)))
                    }
                }
            }
            #expect(try await entries(auth).isEmpty)
            #expect(try await auth.send(ListAPIKeys()).isEmpty && auth.identity.erased.isEmpty)
        }
    }

    @Test("An act of auth-session cannot be sent as its own message")
    func directly() async throws {
        try await AuthSessionHarness.run { auth async throws in
            let context = MessageContext(requestID: "test", timeout: .seconds(60))
            func ending(of message: some ServiceRequest) async -> BusError? {
                do throws(BusError) {
                    _ = try await auth.edge.send(message, context)
                    return nil
                } catch {
                    return error
                }
            }
            for error in [
                await ending(of: CreateAPIKey(name: "k", scopes: [.operate])), await ending(of: RotateSigningKey()),
                await ending(of: RevokeAPIKey(id: .named("k"))),
                await ending(of: RemoveAPIKeyPasskey(passkey: PasskeyID("p1")!)),
            ] {
                guard case .unknownMessage? = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
            }
        }
    }

    @Test("The audit log has the beginning and the outcome of an act with the verified operator")
    func audited() async throws {
        try await AuthSessionHarness.run { auth async throws in
            let key = try await auth.send(CreateAPIKey(name: "Support", scopes: [.assist]))
            let close = SetAccountStatus(account: .anna, status: .disabled)
            #expect(try await outcome(auth, close, by: .apiKey(key.secret)) == nil)
            #expect(auth.identity.status(of: .anna) == .disabled)
            // Less than the act takes.
            #expect(try await outcome(auth, EraseAccount(account: .anna), by: .apiKey(key.secret)) == .forbidden)
            let gone = RevokeAPIKey(id: .named("nothing"))
            #expect(try await auth.outcome(gone) == .notFound)
            let entries = try await entries(auth)
            #expect(
                entries.map { "\($0.credential.rawValue) \($0.apiKeyName ?? "-") \($0.call) \($0.outcome)" } == [
                    "operator-token - CreateAPIKey begun", "operator-token - CreateAPIKey done",
                    "api-key Support DisableAccount begun", "api-key Support DisableAccount done",
                    "operator-token - RevokeAPIKey begun", "operator-token - RevokeAPIKey NOT_FOUND",
                ])
            #expect(entries[1].subjectKey == key.key.id && entries[3].account == .anna)
            #expect(entries.allSatisfy { $0.request == "test" })
            #expect(auth.identity.erased.isEmpty)
            // A key that was revoked does nothing any more.
            _ = try await auth.send(RevokeAPIKey(id: key.key.id))
            #expect(try await outcome(auth, close, by: .apiKey(key.secret)) == .invalidToken)
            let whole = try await auth.send(VerifyAuditLog(limit: 100))
            #expect(whole.broken == nil && whole.number == 8)
        }
    }

    @Test(
        "The log tells what the service did of an act whose reply was lost",
        arguments: ScriptedIdentity.LossOfAct.allCases)
    func settledAtOnce(_ loss: ScriptedIdentity.LossOfAct) async throws {
        try await AuthSessionHarness.run { auth async throws in
            auth.identity.lose(loss)
            let close = SetAccountStatus(account: .anna, status: .disabled)
            await #expect(throws: BusError.self) { try await auth.edge.send(close, by: auth.operatorToken) }
            let isDone = auth.identity.status(of: .anna) == .disabled
            #expect(isDone == (loss == .reply))
            #expect(try await entries(auth).map(\.outcome) == ["begun", isDone ? "done" : "not-done"])
        }
    }

    @Test("The next start settles the acts of a killed process", arguments: [true, false])
    func settledLater(_ isDone: Bool) async throws {
        let (folder, clock) = (try TemporaryFolder(), SetClock())
        let act = BegunAct(mark: ActMark(id: "left", at: clock.now()), target: .identity)
        try await AuthSessionHarness.run(in: folder, clock: clock) { auth async throws in
            if isDone { try await auth.identity.close(.anna, by: act.mark) }
        }
        // A process has noted that the act begins, and was killed: before its service heard of it, or after.
        let database = try SessionStore.openDatabase(at: folder.url.appendingPathComponent("auth-session.sqlite"))
        let store = SessionStore(database: database, limits: SessionLimits(), tokens: .sample)
        try await store.beginAct(
            act,
            AuditedCall(
                credential: .operatorToken, call: "DisableAccount", account: .anna, outcome: AuditedCall.begun,
                request: "r1"))
        try database.close()
        clock.advance(seconds: BegunActs.settledAfter + 1)
        try await AuthSessionHarness.run(in: folder, clock: clock) { auth async throws in
            auth.signalPurge()
            try await eventually("it is settled") { try await entries(auth).count == 2 }
            let entry = try #require(try await entries(auth).last)
            #expect(entry.outcome == (isDone ? "done" : "not-done"))
            #expect(entry.call == "DisableAccount" && entry.account == .anna && entry.request == "r1")
            // A late request is no longer executed.
            if isDone { return }
            await #expect(throws: StorageError.self) { try await auth.identity.close(.anna, by: act.mark) }
            #expect(try await entries(auth).count == 2)
        }
    }

    @Test("An audit entry names the operator that auth-session has verified")
    func looks() async throws {
        try await AuthSessionHarness.run { auth async throws in
            let key = try await auth.send(CreateAPIKey(name: "Support", scopes: [.view]))
            let claimed = AuditedCall(credential: .operatorToken, call: "FindAccount", outcome: "done", request: "r")
            _ = try await auth.send(AppendAuditEntry(call: claimed, by: .apiKey(key.secret)))
            let entry = try #require(try await entries(auth).last)
            #expect(entry.credential == .apiKey && entry.apiKey == key.key.id && entry.call == "FindAccount")
            for shown in Self.worthless {
                #expect(try await auth.outcome(AppendAuditEntry(call: claimed, by: shown)) == .invalidToken)
            }
            #expect(try await entries(auth).count == 3)
        }
    }

    @Test("The operations key and the token's digest authorise acts too")
    func ownCredentials() async throws {
        let folder = try TemporaryFolder()
        let keys = folder.url.appendingPathComponent("keys-of-the-bus")
        let edge = folder.url.appendingPathComponent("edge")
        try FileManager.default.createDirectory(at: keys, withIntermediateDirectories: true)
        let prepared = try OperatorToken.loadOrMake(in: edge)
        let digest = OperatorToken.digest(of: prepared.value).map { String(Int($0) + 256, radix: 16).dropFirst() }
            .joined()
        try Data(digest.utf8).write(to: keys.appendingPathComponent("operator.digest"))
        try await AuthSessionHarness.run({ settings in
            settings.operations.key = Secret("0123456789abcdef")
            settings.bus.keys = keys
        }) { auth async throws in
            let rotate = RotateSigningKey()
            #expect(try await outcome(auth, rotate, by: .token(SecretText("0123456789abcdef"))) == nil)
            #expect(try await outcome(auth, rotate, by: .token(SecretText(prepared.value))) == nil)
            // That of the data folder is another one's.
            #expect(try await outcome(auth, rotate, by: auth.operatorToken) == .invalidToken)
            let credentials = try await entries(auth).map(\.credential)
            #expect(credentials == [.operationsKey, .operationsKey, .operatorToken, .operatorToken])
        }
    }
}
