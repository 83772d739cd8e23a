@testable import Identity

@Suite("The identity service: attempts by strangers", .timeLimit(.minutes(10))) struct AttemptTests {
    private let home = ClientInfo.at("192.0.2.7")

    @Test("A user signs in from a known network although strangers have failed many times")
    func knownNetworks() async throws {
        let folder = try TemporaryFolder()
        try await IdentityHarness.run(in: folder) { identity in
            _ = try await identity.send(CreateAccount.of(.ada), from: home)
            _ = try await identity.send(VerifyPassword.of("ada"), from: .at("2001:db8:1:2::3"))
        }
        // Also after a start.
        try await IdentityHarness.run(in: folder) { identity in
            try await identity.failManyTimes()
            let unknown = try await identity.refusal(VerifyPassword.of("ada"), from: .at("198.51.100.3"))
            #expect(unknown?.code == .rateLimited)
            #expect(try await identity.outcome(VerifyPassword.of("ada"), from: home) == nil)
            // Another address of the same network, as a phone has from day to day.
            #expect(try await identity.outcome(VerifyPassword.of("ada"), from: .at("2001:db8:1:2:9::1")) == nil)
            #expect(try await identity.outcome(VerifyPassword.of("ada"), from: .at("2001:db8:1:3::1")) == .rateLimited)
            // Later every caller gets a turn.
            identity.clock.advance(seconds: 3600)
            #expect(try await identity.outcome(VerifyPassword.of("ada"), from: .at("198.51.100.3")) == nil)
        }
    }

    @Test("One session guesses the password only a few times, from any number of addresses")
    func stolenSession() async throws {
        try await IdentityHarness.run { identity in
            let ada = try await identity.send(CreateAccount.of(.ada), from: home).profile.account
            let (stolen, own) = (SessionID("stolen"), SessionID("own"))
            let guess = ChangePassword(account: ada, current: .wrong, new: .new, session: stolen)
            let rename = UpdateProfile(
                account: ada, names: .email("new@example.org"), details: ProfileDetails(), password: .wrong,
                session: stolen)
            var outcomes: [ErrorCode?] = []
            for number in 0..<55 {
                let address = ClientInfo.at("203.0.\(number).1")
                outcomes.append(try await identity.outcome(guess, from: address))
                outcomes.append(try await identity.outcome(rename, from: address))
            }
            #expect(outcomes.count { $0 == .wrongCredentials } == FailureDelays.free)
            #expect(outcomes.count { $0 == .rateLimited } == 110 - FailureDelays.free)
            // The owner, in another session and from a network without an earlier sign-in.
            let change = ChangePassword(account: ada, current: .right, new: .new, session: own)
            #expect(try await identity.outcome(change, from: .at("198.51.100.3")) == nil)
        }
    }

    @Test("An unused network is forgotten, and no address is stored")
    func forgetting() async throws {
        let folder = try TemporaryFolder()
        try await IdentityHarness.run({ $0.identity.knownNetworkLifetime = .seconds(600) }, in: folder) { identity in
            _ = try await identity.send(CreateAccount.of(.ada), from: .at("192.0.2.77"))
            identity.clock.advance(seconds: 601)
            try await identity.failManyTimes()
            #expect(try await identity.outcome(VerifyPassword.of("ada"), from: .at("192.0.2.77")) == .rateLimited)
            identity.signalHousekeeping()
        }
        let database = try IdentityStore.openDatabase(at: folder.url.appendingPathComponent("identity.sqlite"))
        defer { try? database.close() }
        let hashes = try await database.readSnapshot {
            try $0.values("SELECT hash FROM known_network", as: [UInt8].self)
        }
        #expect(hashes.allSatisfy { $0.count == 32 })
    }

    @Test("A shown session marks a known installation only for its own account")
    func seenSessions() async throws {
        try await IdentityHarness.run { identity in
            let ada = try await identity.send(CreateAccount.of(.ada), from: home).profile.account
            let session = try #require(SessionID("0b1d2c4f6a8e5f0c3a9e7b1d"))
            // Somebody in the same house.
            for _ in 0..<20 { _ = try await identity.outcome(VerifyPassword.of("ada", .wrong), from: home) }
            #expect(try await identity.outcome(VerifyPassword.of("ada"), from: home) == .rateLimited)
            var request = VerifyPassword.of("ada")
            request.seen = SeenSession(account: .named("mallory"), session: session)
            #expect(try await identity.outcome(request, from: home) == .rateLimited)
            request.seen = SeenSession(account: ada, session: session)
            #expect(try await identity.outcome(request, from: home) == nil)
        }
    }

    @Test("A guesser in the user's network cannot see that the user signs in there")
    func unavailable() async throws {
        try await IdentityHarness.run { identity in
            _ = try await identity.send(CreateAccount.of(.ada), from: home)
            try await identity.failManyTimes()
            // Nothing can be written any more, so that a sign-in comes to no end.
            try FileManager.default.removeItem(at: identity.folder.appendingPathComponent("identity.sqlite"))
            let known = try await identity.refusal(VerifyPassword.of("ada"), from: home)
            let unknown = try await identity.refusal(VerifyPassword.of("ada"), from: .at("198.51.100.3"))
            #expect(known?.code == .rateLimited && known?.message == unknown?.message)
            #expect(known?.retryAfter == unknown?.retryAfter)
        }
    }

    @Test("A known network alone gives a hash no priority over strangers")
    func knownNetworkWaits() async throws {
        let threads = HashingThreads(threads: 1, maximumWaiting: 4)
        try await IdentityHarness.run(hashing: threads) { identity in
            let ada = try await identity.send(CreateAccount.of(.ada), from: home).profile.account
            let held = await HeldThread(of: threads)
            defer { held.letGo() }
            try await withThrowingTaskGroup { group in
                let (outcomes, outcome) = AsyncStream.makeStream(of: ErrorCode?.self)
                // Three wait, and the other is refused at once because the queue is full.
                for number in 0..<4 {
                    group.addTask {
                        let request = VerifyPassword.of("name \(number)", .wrong)
                        outcome.yield(try await identity.outcome(request, from: .at("203.0.113.\(number)")))
                    }
                }
                for await outcome in outcomes where outcome == .overloaded { break }
                // By an answer a stranger there would learn who signs in from this network.
                #expect(try await identity.outcome(VerifyPassword.of("ada", .wrong), from: home) == .overloaded)
                var shown = VerifyPassword.of("ada")
                shown.seen = SeenSession(account: ada, session: try #require(SessionID("0b1d2c4f6a8e5f0c3a9e7b1d")))
                let first = shown
                group.addTask {
                    let outcome = try await identity.outcome(first, from: home)
                    #expect(outcome == nil)
                }
                try await eventually("it waits in the place that no stranger gets") { threads.waiting == 4 }
                held.letGo()
                try await group.waitForAll()
            }
        }
    }

    @Test("The log of a refusal names the network only where the way in keeps it, and nothing more")
    func networkInLog() async throws {
        try await IdentityHarness.run { identity in
            _ = try await identity.outcome(VerifyPassword.of("ada", .wrong), from: .at("198.51.100.77"))
            var appwrite = VerifyPassword.of("ada", .wrong)
            appwrite.signInMethod = .appwrite
            _ = try await identity.outcome(appwrite, from: .at("203.0.113.77"))
            let refused = identity.log.all.filter { $0.contains("event=sign_in_refused") }
            #expect(refused.count == 2 && refused[0].contains("network=198.51.100.0/24"))
            #expect(!refused[1].contains("network="))
            #expect(!identity.log.all.contains { $0.contains("198.51.100.77") || $0.contains("203.0.113") })
        }
    }
}

@Suite("The identity service: repeated registrations", .timeLimit(.minutes(10)))
struct RepeatedRegistrationTests {
    @Test("A repeated registration gets the account that it made, for a minute")
    func repeated() async throws {
        try await IdentityHarness.run { identity in
            let first = try await identity.send(CreateAccount.of(.ada))
            identity.clock.advance(seconds: 60)
            let again = try await identity.send(CreateAccount.of(.ada))
            #expect(again.profile.account == first.profile.account && again.profile.lastLogin.at != nil)
            #expect(try await identity.readFeed().changes.count == 1)
            // Not for other names, or another password.
            #expect(try await identity.outcome(CreateAccount.of(.username("ada"))) == .duplicate)
            #expect(try await identity.outcome(CreateAccount.of(.ada, .new)) == .duplicate)
            identity.clock.advance(seconds: 1)
            #expect(try await identity.outcome(CreateAccount.of(.ada)) == .duplicate)
        }
    }

    @Test("A repeated registration reveals no more than a sign-in, and counts as one")
    func counted() async throws {
        try await IdentityHarness.withAda { identity, _ in
            for _ in 0..<5 { #expect(try await identity.outcome(CreateAccount.of(.ada, .wrong)) == .duplicate) }
            // The right one is no longer looked at, neither here nor there.
            #expect(try await identity.outcome(CreateAccount.of(.ada)) == .duplicate)
            #expect(try await identity.outcome(VerifyPassword.of("ada")) == .rateLimited)
            // A name counts the same where the others that come with it are not of the same account.
            for name in ["carol", "dave"] {
                var names = AccountNames(username: name, email: Personal("\(name)@example.org"))
                _ = try await identity.send(CreateAccount.of(names))
                if name == "dave" { names.email = Personal("of-nobody@example.org") }
                for _ in 0..<5 { #expect(try await identity.outcome(CreateAccount.of(names, .wrong)) == .duplicate) }
                #expect(try await identity.outcome(VerifyPassword.of(name)) == .rateLimited)
            }
            let closed = try await identity.send(CreateAccount.of(.username("bob"))).profile.account
            _ = try await identity.send(SetAccountStatus(account: closed, status: .disabled))
            #expect(try await identity.outcome(CreateAccount.of(.username("bob"))) == .duplicate)
        }
    }

    @Test("A repeated registration takes the same work for any account")
    func sameWork() async throws {
        try await IdentityHarness.withAda { identity, _ in
            _ = try await identity.send(CreateAccount.of(.username("bob")))
            let mixed = ["bob", "unused"].map { AccountNames(username: $0, email: AccountNames.ada.email) }
            let others = [.ada, .username("ada")] + mixed
            for age in [30, 120] as [Int64] {
                identity.clock.advance(seconds: age)
                for names in others {
                    let before = identity.hashes
                    #expect(try await identity.outcome(CreateAccount.of(names, .wrong)) == .duplicate)
                    #expect(identity.hashes == before + 1, "\(names.keys.map(\.kind)) after \(age) s")
                }
            }
        }
    }

    @Test("A repeated registration gets no priority from a known network")
    func knownNetwork() async throws {
        try await IdentityHarness.run { identity in
            let home = ClientInfo.at("192.0.2.7")
            _ = try await identity.send(CreateAccount.of(.ada), from: home)
            try await identity.failManyTimes()
            #expect(try await identity.outcome(CreateAccount.of(.ada), from: .at("198.51.100.3")) == .duplicate)
            #expect(try await identity.outcome(CreateAccount.of(.ada), from: home) == .duplicate)
            #expect(try await identity.outcome(VerifyPassword.of("ada"), from: home) == nil)
        }
    }

    @Test("A registration whose caller has gone makes no account")
    func late() async throws {
        // More than a second of work on the only thread.
        let scrypt = ScryptParameters(rounds: 1 << 16, blockSize: 8, parallelism: 2)
        let threads = HashingThreads(threads: 1, maximumWaiting: 4)
        try await IdentityHarness.run(scrypt: scrypt, hashing: threads) { identity in
            let context = MessageContext(requestID: "late", client: .phone, timeout: .milliseconds(20))
            await #expect(throws: BusError.self) {
                try await identity.authSession.send(CreateAccount.of(.ada), context)
            }
            // Its hash comes after that one, and so does its write.
            let outcome = try await identity.outcome(CreateAccount.of(.ada, .new))
            #expect(outcome == nil)
        }
    }
}
