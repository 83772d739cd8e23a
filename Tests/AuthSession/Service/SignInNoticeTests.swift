@testable import AuthSession

@Suite("The auth-session service: notices of sign-ins", .timeLimit(.minutes(10))) struct SignInNoticeTests {
    private func client(_ device: String, _ system: String = "17.5", _ agent: String = "Meeshy/1.0") -> ClientInfo {
        var client = ClientInfo()
        client.platform = "ios"
        client.device = device
        client.os = system
        client.userAgent = agent
        client.address = Personal("192.0.2.1")
        client.city = Personal("Brest")
        return client
    }

    @Test("Identity gets a notice of a new device, and none of the first or a known one")
    func tells() async throws {
        try await AuthSessionHarness.run { auth in
            _ = try await auth.signIn(client: client("iPhone16,1"))
            auth.clock.advance(seconds: 60)
            let second = try await auth.signIn(client: client("iPad14,1"))
            try await eventually("identity is told") { auth.identity.reports.count == 1 }
            let report = try #require(auth.identity.reports.first)
            #expect(report.account == .anna && report.id == second.session.session.text)
            #expect(report.client?.value == "iPad, iOS 17" && report.at == second.session.createdAt)
            // Another version of the app or the system is no other device.
            _ = try await auth.signIn(client: client("iPad14,1", "18.0", "Meeshy/2.1"))
            _ = try await auth.signIn(client: client("iPhone16,1"))
            // The first client of another account needs no notice.
            _ = try await auth.signIn(.ben, client: client("iPad14,1"))
            let third = try await auth.signIn(client: client("iPhone17,2"))
            try await eventually("identity is told") { auth.identity.reports.count >= 2 }
            #expect(auth.identity.reports.map(\.id) == [second, third].map(\.session.session.text))
        }
    }

    @Test("With notices switched off, none is sent and no client is stored")
    func off() async throws {
        let folder = try TemporaryFolder()
        try await AuthSessionHarness.run({ $0.sessions.signInNotices = false }, in: folder) { auth in
            for device in ["a", "b", "c"] { _ = try await auth.signIn(client: client(device)) }
        }
        // Neither waits a notice that would be sent as soon as that changes.
        try await AuthSessionHarness.run(in: folder) { auth in
            _ = try await auth.signIn(client: client("d"))
            try await eventually("identity is told") { auth.identity.reports.count == 1 }
            #expect(auth.identity.reports.first?.client?.value == "iOS 17")
        }
    }

    @Test("A notice that identity cannot accept waits, also over a restart")
    func waits() async throws {
        let folder = try TemporaryFolder()
        let clock = SetClock()
        try await AuthSessionHarness.run(in: folder, clock: clock) { auth in
            auth.identity.refuseReports([.unavailable])
            _ = try await auth.signIn(client: client("one"))
            _ = try await auth.signIn(client: client("two"))
            try await eventually("identity is told") { auth.identity.reports.count == 1 }
        }
        clock.advance(seconds: SignInNotice.claimSeconds)
        try await AuthSessionHarness.run(in: folder, clock: clock) { auth in
            try await eventually("identity is told") { auth.identity.reports.count == 1 }
            #expect(auth.identity.reports.first?.client?.value == "iOS 17")
            // It is not told again.
            clock.advance(seconds: SignInNotice.claimSeconds)
            _ = try await auth.signIn(client: client("three"))
            try await eventually("identity is told") { auth.identity.reports.count == 2 }
            #expect(auth.identity.reports.last?.client?.value == "iOS 17")
        }
    }

    @Test("A notice of an account that is gone is dropped, and the next one is sent")
    func gone() async throws {
        try await AuthSessionHarness.run { auth in
            auth.identity.refuseReports([.notFound])
            for device in ["one", "two", "three"] { _ = try await auth.signIn(client: client(device)) }
            try await eventually("identity is told") { auth.identity.reports.count == 2 }
            auth.clock.advance(seconds: SignInNotice.claimSeconds)
            _ = try await auth.signIn(client: client("four"))
            try await eventually("identity is told") { auth.identity.reports.count == 3 }
            #expect(auth.identity.reports.last?.client?.value == "iOS 17")
        }
    }

    @Test("Push gets the new session in the account's language, and its outage delays no mail")
    func push() async throws {
        let folder = try TemporaryFolder()
        let clock = SetClock()
        let second = try await AuthSessionHarness.run(in: folder, clock: clock) { auth in
            auth.push.refuse([.unavailable, .unavailable])
            _ = try await auth.signIn(client: client("one"))
            let second = try await auth.signIn(client: client("two")).session
            try await eventually("push is told") { auth.push.notices.count == 1 }
            // It comes again, and identity is not told twice.
            clock.advance(seconds: SignInNotice.claimSeconds)
            let third = try await auth.signIn(client: client("three")).session
            try await eventually("push is told") { auth.push.notices.count == 2 }
            #expect(auth.identity.reports.map(\.id) == [second.session.text, third.session.text])
            return second
        }
        clock.advance(seconds: SignInNotice.claimSeconds)
        try await AuthSessionHarness.run(in: folder, clock: clock) { auth in
            try await eventually("push is told") { auth.push.notices.count == 2 }
            #expect(auth.identity.reports.isEmpty)
            let notice = try #require(auth.push.notices.first { $0.session == second.session })
            #expect(notice.account == .anna && notice.locale == "fr-FR" && notice.at == second.createdAt)
            #expect(notice.client?.value == "iOS 17")
        }
    }

    @Test("A notice is dropped after push was unreachable for a day")
    func pushAway() async throws {
        let folder = try TemporaryFolder()
        let clock = SetClock()
        try await AuthSessionHarness.run(in: folder, clock: clock) { auth in
            auth.push.refuse([.unavailable])
            _ = try await auth.signIn(client: client("one"))
            _ = try await auth.signIn(client: client("two"))
            try await eventually("push is told") { auth.push.notices.count == 1 }
        }
        clock.advance(seconds: SignInNotice.pushSeconds)
        try await AuthSessionHarness.run(in: folder, clock: clock) { auth in
            let third = try await auth.signIn(client: client("three")).session
            try await eventually("push is told") { !auth.push.notices.isEmpty }
            #expect(auth.push.notices.map(\.session) == [third.session])
        }
    }
}
