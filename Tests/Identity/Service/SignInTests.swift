@testable import Identity

@Suite("The identity service: sign-ins", .timeLimit(.minutes(10))) struct SignInTests {
    private let long = SecretText(String(repeating: "a", count: 2000))

    @Test("An unknown name, a wrong password and a closed account get the same words")
    func sameAnswer() async throws {
        try await IdentityHarness.withAda { identity, _ in
            let bob = try await identity.send(CreateAccount.of(.username("bob"))).profile.account
            _ = try await identity.send(SetAccountStatus(account: bob, status: .disabled))
            let wrong = try #require(await identity.refusal(VerifyPassword.of("ada", .wrong)))
            #expect(wrong.code == .wrongCredentials && wrong.retryAfter == nil)
            for request in [
                VerifyPassword.of("nobody"), .of("nobody@example.org", .wrong), .of("bob"), .of("bob", .wrong),
                .of("ada", SecretText("")), .of("ada", long), .of("", .right),
                .of(String(repeating: "a", count: 5000), .right),
            ] {
                #expect(try await identity.refusal(request) == wrong)
            }
        }
    }

    @Test("An unknown name costs the same work as a wrong password")
    func sameWork() async throws {
        let scrypt = ScryptParameters(rounds: 4096, blockSize: 8, parallelism: 1)
        try await IdentityHarness.run(scrypt: scrypt) { identity in
            _ = try await identity.send(CreateAccount.of(.ada))
            var durations: [String: [Duration]] = [:]
            for round in 0..<9 {
                for login in ["ada", "nobody"] {
                    let before = identity.hashes
                    let start = ContinuousClock.now
                    #expect(try await identity.outcome(VerifyPassword.of(login, .wrong)) == .wrongCredentials)
                    durations[login, default: []].append(ContinuousClock.now - start)
                    #expect(identity.hashes == before + 1)
                }
                // The delays are another matter.
                if round == 3 || round == 7 { identity.clock.advance(seconds: 3600) }
            }
            let known = try #require(durations["ada"]).sorted()[4]
            let unknown = try #require(durations["nobody"]).sorted()[4]
            // A machine that does other things measures roughly; without the work the factor would be a hundred.
            #expect(known < unknown * 10 && unknown < known * 10, "\(known) \(unknown)")
        }
    }

    @Test("Too many waiting hashes are refused as overloaded, and count as no failure")
    func overload() async throws {
        let threads = HashingThreads(threads: 1, maximumWaiting: 2)
        try await IdentityHarness.run(hashing: threads) { identity in
            let ada = try await identity.send(CreateAccount.of(.ada)).profile.account
            let held = await HeldThread(of: threads)
            defer { held.letGo() }
            let answers = try await withThrowingTaskGroup(of: ServiceError?.self) { group in
                for number in 0..<40 {
                    let login = number.isMultiple(of: 2) ? "ada" : "nobody \(number)"
                    var client = ClientInfo.phone
                    client.address = Personal("198.51.100.\(number)")
                    let from = client
                    group.addTask { try await identity.refusal(VerifyPassword.of(login), from: from) }
                }
                group.addTask {
                    _ = try await identity.send(GetProfile(account: ada))
                    return nil
                }
                return try await group.reduce(into: [ServiceError?]()) { answers, answer in
                    answers.append(answer)
                    // All but the two that wait have been answered, while no password was hashed.
                    if answers.count == 39 { held.letGo() }
                }
            }
            let overloaded = answers.compactMap { $0 }.filter { $0.code == .overloaded }
            #expect(overloaded.count == 38)
            #expect(overloaded.allSatisfy { $0.retryAfter != nil })
            #expect(answers.allSatisfy { $0 == nil || $0?.code == .overloaded || $0?.code == .wrongCredentials })
            #expect(try await identity.outcome(VerifyPassword.of("ada")) == nil)
        }
    }

    @Test("The next sign-in raises the work in a hash, and none lowers it")
    func raising() async throws {
        let folder = try TemporaryFolder()
        let more = ScryptParameters(rounds: 64, blockSize: 8, parallelism: 2)
        func stored() async throws -> AccountPassword? {
            let database = try IdentityStore.openDatabase(at: folder.url.appendingPathComponent("identity.sqlite"))
            defer { try? database.close() }
            return try await IdentityStore(database).findPassword(of: LoginKey.of("ada"))
        }
        try await IdentityHarness.run(in: folder) { _ = try await $0.send(CreateAccount.of(.ada)) }
        let first = try #require(await stored())
        #expect(first.stored.parameters == .cheap)
        try await IdentityHarness.run(scrypt: more, in: folder) { identity in
            #expect(try await identity.outcome(VerifyPassword.of("ada", .wrong)) == .wrongCredentials)
            _ = try await identity.send(VerifyPassword.of("ada"))
            _ = try await identity.send(VerifyPassword.of("ada"))
        }
        let raised = try #require(await stored())
        #expect(raised.stored.parameters == more && raised.generation == first.generation)
        try await IdentityHarness.run(in: folder) { _ = try await $0.send(VerifyPassword.of("ada")) }
        #expect(try await stored()?.stored == raised.stored)
    }

    @Test("The metrics count sign-ins by method and outcome, creations, and failures by kind")
    func metrics() async throws {
        try await IdentityHarness.withAda { identity, _ in
            #expect(try await identity.outcome(CreateAccount.of(.ada, .new)) == .duplicate)
            _ = try await identity.send(VerifyPassword.of("ada"))
            for _ in 0..<6 { _ = try await identity.outcome(VerifyPassword.of("ada", .wrong)) }
            func signIns(_ outcome: String) -> Double {
                identity.metric(IdentityMetrics.signIns, [["method", "password"], ["outcome", outcome]])
            }
            // The refused creation was a try as well.
            #expect(signIns("done") == 1 && signIns("INVALID_CREDENTIALS") == 4 && signIns("RATE_LIMITED") == 2)
            #expect(identity.metric(IdentityMetrics.creations, [["method", "password"]]) == 1)
            let duplicate = [["code", "DUPLICATE_FIELD"], ["message", "CreateAccount"]]
            #expect(identity.metric(IdentityMetrics.failures, duplicate) == 1)
            let timed = identity.metrics.snapshot().first { $0.name == IdentityMetrics.signInDuration }
            #expect(timed?.counts.last ?? 0 > 0)
        }
    }
}
