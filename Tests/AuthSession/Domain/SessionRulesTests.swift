@testable import AuthSession

@Suite("The status of an account") struct AccountSessionStatusTests {
    private static let cases: [(change: AccountChange?, after: Int64, reason: SessionEnd.Reason?)] = [
        (nil, 0, .accountErased), (nil, 1_000_000, .accountErased),
        (AccountChange(status: .disabled), 0, .accountDisabled),
        (AccountChange(status: .disabled, sessionsEndBefore: .start), 1, .accountDisabled),
        (AccountChange(status: AccountStatus(rawValue: "frozen")), 0, .accountDisabled),
        (AccountChange(status: .active), 0, nil),
        (AccountChange(status: .active, sessionsEndBefore: .start), -1, .accountSignedOut),
        (AccountChange(status: .active, sessionsEndBefore: .start), 0, .accountSignedOut),
        (AccountChange(status: .active, sessionsEndBefore: .start), 1, nil),
        (AccountChange(status: .active, providerSessionsEndBefore: .start), 0, nil),
    ]

    @Test("The status of an account ends the sessions whose user signed in up to its moment", arguments: cases)
    func ends(_ change: AccountChange?, _ after: Int64, _ reason: SessionEnd.Reason?) {
        let signedInAt = UnixTime(milliseconds: UnixTime.start.rawValue + after)
        #expect(AccountSessionStatus(change).ends(.sample(signedInAt: signedInAt)) == reason)
    }

    @Test("One kept session continues when all others of the account end")
    func kept() {
        let change = AccountChange(status: .active, sessionsEndBefore: .start, keptSession: .named("one"))
        let status = AccountSessionStatus(change)
        #expect(status.ends(.sample("one")) == nil && status.ends(.sample("two")) == .accountSignedOut)
        #expect(
            AccountSessionStatus(AccountChange(status: .disabled, keptSession: .named("one")))
                .ends(.sample("one")) == .accountDisabled)
    }

    @Test("The end of a provider link ends only sessions that began at a provider", arguments: SignInMethod.allCases)
    func links(_ method: SignInMethod) {
        let status = AccountSessionStatus(AccountChange(status: .active, providerSessionsEndBefore: .start))
        #expect(status.ends(.sample(by: method)) == (method == .issuer ? .signedOut : nil))
        #expect(status.ends(.sample(by: method, signedInAt: .start.adding(seconds: 1))) == nil)
    }

    @Test(
        "The error for an ended session tells the app only what it needs",
        arguments: [
            (SessionEnd.Reason.expired, ErrorCode.tokenExpired), (.accountDisabled, .accountGone),
            (.accountErased, .accountGone), (.signedOut, .invalidToken), (.limit, .invalidToken),
            (.reuse, .invalidToken), (.accountSignedOut, .invalidToken),
        ])
    func refusals(_ reason: SessionEnd.Reason, _ code: ErrorCode) {
        #expect(reason.refusal == code)
        #expect(ServiceError.over(reason).code == code)
    }
}

@Suite("The limits of sessions") struct SessionLimitsTests {
    private let limits = SessionLimits()

    @Test(
        "A session ends when it is unused or too old, whichever is sooner",
        arguments: [
            (SessionKind.rotating, false, Int64(0), 30 * day), (.rotating, true, 0, 365 * day),
            (.opaque, false, 0, 365 * day), (.opaque, true, 0, 365 * day),
            (.rotating, false, 100 * day, 130 * day), (.rotating, true, 3600 * day, 3650 * day),
            (.rotating, false, 3640 * day, 3650 * day),
        ])
    func expiry(_ kind: SessionKind, _ isRemembered: Bool, _ usedAfter: Int64, _ endsAfter: Int64) {
        var session = SessionRecord.sample(kind: kind, isRemembered: isRemembered)
        session.lastActivityAt = .start.adding(seconds: usedAfter)
        #expect(limits.expiry(of: session) == .start.adding(seconds: endsAfter))
    }

    @Test("A new session ends the expired and the least recently active ones until there is room")
    func room() {
        let sessions = (0..<12).map { index in
            var session = SessionRecord.sample("s\(index)", isRemembered: index != 0)
            // The higher the number, the longer unused; all but the first are remembered.
            session.lastActivityAt = .start.adding(seconds: -Int64(index))
            return session
        }
        let now = UnixTime.start.adding(seconds: 40 * day)
        let ended = limits.sessionsToEnd(among: sessions, at: now)
        #expect(ended.map(\.session.id.text) == ["s0", "s11", "s10"])
        #expect(ended.map(\.reason) == [.expired, .limit, .limit])
        #expect(limits.sessionsToEnd(among: Array(sessions[1..<10]), at: now).isEmpty)
        #expect(limits.sessionsToEnd(among: [], at: now).isEmpty)
    }
}

@Suite("The client of a session") struct SessionClientTests {
    private func client(_ platform: String?, userAgent: String? = nil) -> SessionClient {
        var info = ClientInfo()
        info.platform = platform
        info.userAgent = userAgent
        return SessionClient(info, by: .password)
    }

    @Test(
        "The platform tells the system, the maker and whether the device is mobile",
        arguments: [
            ("ios", nil, "iOS", "Apple", "mobile", true), ("android", nil, "Android", nil, "mobile", true),
            ("linux", nil, "Linux", nil, "desktop", false), ("macos", nil, "macOS", "Apple", "desktop", false),
            ("web", "Mozilla/5.0 (Linux; Android 14) Mobile Safari/537.36", nil, nil, "mobile", true),
            ("web", "Mozilla/5.0 (X11; Linux x86_64) Firefox/128.0", nil, nil, "desktop", false),
            ("web", nil, nil, nil, nil, nil), ("toaster", "Toaster/1.0", nil, nil, nil, nil),
            (nil, nil, nil, nil, nil, nil),
        ] as [(String?, String?, String?, String?, String?, Bool?)])
    func platform(
        _ platform: String?, _ userAgent: String?, _ system: String?, _ vendor: String?, _ type: String?,
        _ isMobile: Bool?
    ) {
        let client = client(platform, userAgent: userAgent)
        #expect(client.osName == system && client.deviceVendor == vendor && client.deviceType == type)
        #expect(client.isMobile == isMobile && client.userAgent == userAgent)
    }

    @Test("A session keeps all that its client reports, and the place when city and country are known")
    func fields() {
        var info = ClientInfo()
        info.version = "1.0.0"
        info.device = "iPhone16,1"
        info.os = "17.5.1"
        info.timezone = "Europe/Paris"
        info.country = Personal("FR")
        info.address = Personal("192.0.2.1")
        let half = SessionClient(info, by: .password)
        #expect(half.appVersion == "1.0.0" && half.deviceModel == "iPhone16,1" && half.osVersion == "17.5.1")
        #expect(half.timezone == "Europe/Paris" && half.country == Personal("FR"))
        #expect(half.ipAddress == Personal("192.0.2.1") && half.location == nil)
        info.city = Personal("Paris")
        #expect(SessionClient(info, by: .password).location == Personal("Paris, FR"))
    }

    @Test("Nothing is stored about a client that reports nothing")
    func nothing() {
        #expect(SessionClient(nil, by: .password) == SessionClient())
        #expect(SessionClient(ClientInfo(), by: .password) == SessionClient())
    }
}
