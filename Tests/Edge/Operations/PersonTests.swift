@testable import Edge

@Suite("An operator", .timeLimit(.minutes(10))) struct PersonTests {
    private let account = AccountID("0a0a0a0a0a0a0a0a0a0a0a0a")!
    private let noon = UnixTime(milliseconds: 1_769_860_800_000)
    private let noonText = "2026-01-31T12:00:00Z"

    private func profile(
        _ names: AccountNames = AccountNames(), _ details: ProfileDetails = ProfileDetails()
    ) -> AccountProfile {
        AccountProfile(
            account: account, number: 7, status: .active, names: names, details: details, createdAt: noon,
            updatedAt: noon)
    }

    /// - Parameter file: The file for undelivered messages.
    private func send(by file: String?, _ services: ScriptedServices) {
        services.on(InviteAccount.self) { [self] message in
            InviteAccount.Reply(
                profile: profile(AccountNames(email: message.email), message.details), expiresAt: noon,
                messageFile: file)
        }
        services.on(SendPasswordLink.self) { [noon] _ in SentPasswordLink(expiresAt: noon, messageFile: file) }
    }

    @Test("An operator creates an account for a user, and never sees the link")
    func invite() async throws {
        let services = ScriptedServices()
        send(by: nil, services)
        try await withOperations(services) { edge in
            let body = #"{"email":"ada@example.org","firstName":"Ada","locale":"fr"}"#
            let made = try await edge.request("POST", "/accounts", body: body).expect(201)
            made.expect(
                body: #"{"id":"\#(account)","number":7,"status":"active","email":"ada@example.org","firstName":"Ada","#
                    + #""locale":"fr","createdAt":"\#(noonText)","updatedAt":"\#(noonText)","#
                    + #""invitationExpiresAt":"\#(noonText)"}"#)
            let sent = try await edge.request("POST", "/accounts/\(account)/password-reset")
            #expect(sent.status == 200 && sent.body == #"{"expiresAt":"\#(noonText)"}"#)
            let wrong = try await edge.request("POST", "/accounts", body: #"{"email":1}"#)
            #expect(wrong.status == 400 && wrong.body.contains("email has to be an e-mail address"))
            let misspelt = try await edge.request("POST", "/accounts", body: #"{"e-mail":"a@b.c"}"#)
            #expect(misspelt.body.contains("did you mean email?"))
        }
        #expect(services.received(InviteAccount.self).map(\.details.locale) == ["fr"])
        #expect(services.received(SendPasswordLink.self).map(\.account) == [account])
    }

    @Test("An operator creates an account with a user name and a first password, and no answer has the password")
    func firstPassword() async throws {
        let services = ScriptedServices()
        services.on(InviteAccount.self) { [self] message in
            InviteAccount.Reply(profile: profile(AccountNames(username: message.username), message.details))
        }
        try await withOperations(services) { edge in
            let body = #"{"username":"ada","password":"correct horse"}"#
            let made = try await edge.request("POST", "/accounts", body: body).expect(201)
            made.expect(
                body: #"{"id":"\#(account)","number":7,"status":"active","username":"ada","createdAt":"\#(noonText)","#
                    + #""updatedAt":"\#(noonText)"}"#)
        }
        let asked = try #require(services.received(InviteAccount.self).first)
        #expect(asked.email == nil && asked.username == "ada" && asked.password?.value == "correct horse")
    }

    @Test("An operator changes the tags of one account, and the audit log names it")
    func tags() async throws {
        let services = ScriptedServices()
        services.on(ChangeTags.self) { _ in Done() }
        services.on(FindAccount.self) { [self] _ in profile() }
        try await withOperations(services) { edge in
            let path = "/accounts/\(account)/tags"
            try await edge.request("POST", path, body: #"{"add":["vip"],"remove":["trial"]}"#).expect(204)
            let wrong = try await edge.request("POST", path, body: #"{"add":"vip"}"#)
            #expect(wrong.status == 400 && wrong.body.contains("add has to be an array of texts"))
        }
        let asked = try #require(services.received(ChangeTags.self).first)
        #expect(asked.accounts == [account] && asked.added == ["vip"] && asked.removed == ["trial"])
        #expect(asked.isOfOperator && asked.audited.account == account && services.acts == ["ChangeTags"])
    }

    @Test("An operator learns in which file an undelivered link is")
    func messageFile() async throws {
        let services = ScriptedServices()
        send(by: "/data/messages.log", services)
        try await withOperations(services) { edge in
            for (path, body) in [("/accounts", #"{"email":"a@b.c"}"#), ("/accounts/\(account)/password-reset", nil)] {
                let answer = try await edge.request("POST", path, body: body)
                #expect(answer.body.hasSuffix(#""messageFile":"/data/messages.log"}"#))
            }
        }
    }

    @Test("An operator sees the devices, places and networks of a user's sessions, and ends them")
    func sessions() async throws {
        let services = ScriptedServices()
        var client = SessionClient()
        client.deviceModel = "iPhone16,1"
        client.city = Personal("Paris")
        client.ipAddress = Personal("192.0.2.7")
        client.timezone = "Europe/Paris"
        let session = SessionSummary(
            session: SessionID("s1")!, account: account, signInMethod: .password, kind: .rotating, createdAt: noon,
            lastActivityAt: noon, expiresAt: noon, isRemembered: true, client: client)
        services.on(ListSessions.self) { _ in [session] }
        services.on(FindAccount.self) { [account] _ in People.profile(account) }
        services.on(EndOtherSessions.self) { _ in EndOtherSessions.Reply(count: 2) }
        try await withOperations(services) { edge in
            let listed = try await edge.request("GET", "/accounts/\(account)/sessions")
            listed.expect(
                body: #"{"sessions":[{"id":"s1","method":"password","deviceModel":"iPhone16,1","place":"Paris","#
                    + #""network":"192.0.2.0/24","isRemembered":true,"#
                    + #""createdAt":"\#(noonText)","lastActivityAt":"\#(noonText)","expiresAt":"\#(noonText)"}]}"#)
            let ended = try await edge.request("DELETE", "/accounts/\(account)/sessions")
            #expect(ended.status == 200 && ended.body == #"{"ended":2}"#)
        }
        #expect(services.received(ListSessions.self).map(\.account) == [account])
        #expect(services.received(EndOtherSessions.self).map { $0.account == account && $0.kept == nil } == [true])
    }

    @Test("A key that only views gets no places of sessions")
    func viewedSessions() async throws {
        var client = SessionClient()
        (client.city, client.ipAddress) = (Personal("Paris"), Personal("192.0.2.7"))
        let session = SessionSummary(
            session: SessionID("s1")!, account: account, signInMethod: .password, kind: .rotating, createdAt: noon,
            lastActivityAt: noon, expiresAt: noon, isRemembered: true, client: client)
        let services = ScriptedServices().answering(ListSessions.self) { _ in [session] }
        services.on(FindAccount.self) { [account] _ in People.profile(account) }
        try await withOperations(services) { edge in
            let edge = edge.unknown
            for (key, seesPlaces) in [("bk_view", false), ("bk_assist", true)] {
                let listed = try await edge.request(
                    "GET", "/accounts/\(account)/sessions", headers: [("X-API-Key", key)])
                #expect(listed.status == 200 && listed.body.contains("192.0.2.0/24") == seesPlaces)
                #expect(listed.body.contains("Paris") == seesPlaces)
            }
        }
    }

    @Test("An operator sees counts of installations, and no user's")
    func installations() async throws {
        let services = ScriptedServices().answering(CountInstallations.self) { _ in
            CountInstallations.Reply(
                appVersions: FoldedCounts(
                    folding: [
                        FoldedCounts.Group(name: "1.2.0", count: 12), FoldedCounts.Group(name: "1.1.0", count: 9),
                    ], total: 31), systems: FoldedCounts(folding: []))
        }
        services.on(CountPushLanguages.self) { _ in FoldedCounts(folding: [FoldedCounts.Group(name: nil, count: 10)]) }
        let answer = try await services.askAsOperator("GET", "/installations").expect(200)
        #expect(
            answer.body.hasSuffix(
                #""appVersions":{"groups":[{"name":"1.2.0","count":12}],"others":19},"systems":{"groups":[]},"#
                    + #""pushLanguages":{"groups":[{"count":10}]}}"#))
    }

    @Test("An operator sees the people of a group of installations, and changes a person's names")
    func peopleOfGroup() async throws {
        let services = ScriptedServices()
        let profile = profile(AccountNames(), ProfileDetails(firstName: Personal("Ada")))
        services.on(ListInstalledAccounts.self) { [account] _ in
            ListInstalledAccounts.Reply(accounts: [account], hasMore: true)
        }
        services.on(FindAccount.self) { [profile] _ in profile }
        services.on(EditAccount.self) { [profile] _ in profile }
        let person =
            #"{"id":"\#(account)","number":7,"status":"active","firstName":"Ada","createdAt":"\#(noonText)","#
            + #""updatedAt":"\#(noonText)"}"#
        try await withOperations(services) { edge in
            let found = try await edge.request("GET", "/installations/people?system=iOS%2017&limit=9")
            found.expect(body: #"{"accounts":[\#(person)],"nextCursor":"\#(account)"}"#)
            let edited = try await edge.request("PATCH", "/accounts/\(account)", body: #"{"firstName":"Ada"}"#)
            edited.expect(body: person)
        }
        #expect(services.received(ListInstalledAccounts.self).map(\.system) == ["iOS 17"])
        #expect(services.received(EditAccount.self).map(\.details.firstName?.value) == ["Ada"])
        #expect(services.received(EditAccount.self).map(\.details.locale) == [nil])
    }

    @Test("An operator sees how many ways a user shares places, and ends those of a kind")
    func sharing() async throws {
        let services = ScriptedServices()
        services.on(CountSharing.self) { _ in
            CountSharing.Reply(
                shareLinks: 2, trackers: 1, forwarders: 1, hosts: [Personal("home.example")], circles: 3,
                failingForwarders: 1)
        }
        services.on(EndSharing.self) { _ in DoneCount(count: 2) }
        services.on(FindAccount.self) { [self] _ in profile() }
        try await withOperations(services) { edge in
            let counts = try await edge.request("GET", "/accounts/\(account)/sharing")
            counts.expect(
                body: #"{"shareLinks":2,"trackers":1,"forwarders":1,"failingForwarders":1,"#
                    + #""hosts":["home.example"],"circles":3}"#)
            let ended = try await edge.request("DELETE", "/accounts/\(account)/sharing/share-links")
            ended.expect(body: #"{"ended":2}"#)
            try await edge.request("DELETE", "/accounts/\(account)/sharing/places").expect(404)
        }
        #expect(services.received(EndSharing.self).map(\.kind) == [.shareLinks])
        #expect(services.received(EndSharing.self).map(\.account) == [account])
    }

    @Test("What belongs to an account that does not exist is 404")
    func nobody() async throws {
        let services = ScriptedServices().refusing(FindAccount.self, .notFound, "this account does not exist")
        try await withOperations(services) { edge in
            try await edge.request("POST", "/accounts/carol/tags", body: #"{"add":["vip"]}"#).expect(404)
            try await edge.request("GET", "/accounts/carol/sharing").expect(404)
            try await edge.request("DELETE", "/accounts/carol/sharing/trackers").expect(404)
            for part in ["sessions", "devices", "preferences", "inbox"] {
                try await edge.request("GET", "/accounts/carol/\(part)").expect(404)
            }
        }
        #expect(services.received(FindAccount.self).allSatisfy { $0.by == .id } && services.acts.isEmpty)
        #expect(services.received(CountSharing.self).isEmpty)
    }

    @Test("An operator sees a user's devices without tokens, device names and places")
    func devices() async throws {
        let services = ScriptedServices()
        let token = PushToken(
            id: PushTokenID("t1")!, account: account, provider: .apns, environment: .sandbox, purpose: .alert,
            platform: "ios", pushDevice: "6E1F", pushDeviceName: Personal("Ada's phone"), isMuted: false,
            createdAt: noon, updatedAt: noon, lastFailure: PushFailure(reason: "BadDeviceToken", at: noon),
            session: SessionID("s1")!)
        let ended = EndedPushToken(id: PushTokenID("t0")!, platform: "ios", reason: "unreachable", at: noon)
        services.on(FindAccount.self) { [account] _ in People.profile(account) }
        services.on(ListPushTokens.self) { _ in ListPushTokens.Reply(tokens: [token], ended: [ended]) }
        services.on(ListClaimedDevices.self) { [noon] _ in
            [ClaimedDevice(device: DeviceID("my-phone")!, claimedAt: noon, hasKey: true)]
        }
        let answer = try await services.askAsOperator("GET", "/accounts/\(account)/devices")
        answer.expect(
            body: #"{"pushDevices":[{"id":"t1","session":"s1","channel":"apns","purpose":"alert","#
                + #""environment":"sandbox","platform":"ios","muted":false,"createdAt":"\#(noonText)","updatedAt":"\#(noonText)","#
                + #""lastError":{"reason":"BadDeviceToken","at":"\#(noonText)"}}],"#
                + #""locationDevices":[{"id":"my-phone","claimedAt":"\#(noonText)","hasKey":true}],"#
                + #""endedPushDevices":[{"id":"t0","platform":"ios","reason":"unreachable","endedAt":"\#(noonText)"}]}"#
        )
        #expect(services.received(ListPushTokens.self).map(\.withFailures) == [true])
    }

    @Test("An operator finds the user of a push token, and the audit log has the user without the token")
    func pushDevices() async throws {
        let services = ScriptedServices()
        let token = PushToken(
            id: PushTokenID("t1")!, account: account, provider: .fcm, environment: .production, purpose: .alert,
            platform: "android", isMuted: true, createdAt: noon, updatedAt: noon, lastUsedAt: noon,
            lastFailure: PushFailure(reason: "UNREGISTERED", at: noon))
        services.on(FindPushDevices.self) { _ in
            FindPushDevices.Reply(devices: [FoundPushDevice(token: token, session: SessionID("s1")!)])
        }
        try await withOperations(services) { edge in
            let found = try await edge.request("GET", "/push-devices?token=fcm-0123")
            found.expect(
                body: #"{"pushDevices":[{"account":"\#(account)","session":"s1","device":{"id":"t1","channel":"fcm","#
                    + #""purpose":"alert","environment":"production","platform":"android","muted":true,"#
                    + #""createdAt":"\#(noonText)","updatedAt":"\#(noonText)","lastUsedAt":"\#(noonText)","#
                    + #""lastError":{"reason":"UNREGISTERED","at":"\#(noonText)"}}}]}"#)
            #expect(try await edge.request("GET", "/push-devices?session=s1").status == 200)
            #expect(try await edge.request("GET", "/push-devices?session=s%201").status == 400)
            #expect(try await edge.request("GET", "/push-devices?tokens=fcm-0123").status == 400)
        }
        let asked = services.received(FindPushDevices.self)
        #expect(asked.map { $0.tokenPrefix?.value } == ["fcm-0123", nil])
        #expect(asked.map(\.session) == [nil, SessionID("s1")!])
        let entries = services.received(AppendAuditEntry.self).map(\.call).filter { $0.outcome == "done" }
        #expect(entries.map(\.call) == ["FindPushDevices", "FindPushDevices"])
        #expect(entries.map(\.account) == [account, account])
    }
}
