@testable import Edge

@Suite("The audit log of the operations port", .timeLimit(.minutes(10))) struct AuditTests {
    private let account = AccountID("0a0a0a0a0a0a0a0a0a0a0a0a")!

    private func scripted() -> ScriptedServices {
        let services = ScriptedServices()
        let profile = People.profile(account, details: ProfileDetails())
        services.on(FindAccount.self) { _ in profile }
        services.on(ListAccounts.self) { _ in AccountList(accounts: []) }
        services.on(SetAccountStatus.self) { _ in Done() }
        services.on(EraseAccount.self) { _ throws(BusError) in throw .refused(ServiceError(.notFound, "none")) }
        services.on(InviteAccount.self) { _ in InviteAccount.Reply(profile: profile, expiresAt: .start) }
        services.on(CreateAPIKey.self) { message in
            CreateAPIKey.Reply(
                key: APIKeySummary(id: APIKeyID("k2")!, name: message.name, scopes: message.scopes, createdAt: .start),
                secret: SecretText("bk_secret"))
        }
        services.on(ListAPIKeys.self) { _ in [] }
        services.on(DecideMissingAccounts.self) { _ in DecideMissingAccounts.Reply(isDecided: true) }
        return services
    }

    @Test("The audit log has each look at a user, and each act carries the operator's credential")
    func entries() async throws {
        let services = scripted()
        try await withOperations(services) { edge async throws in
            #expect(try await edge.request("POST", "/accounts/\(account)/disable").status == 204)
            #expect(try await edge.request("DELETE", "/accounts/\(account)").status == 404)
            #expect(try await edge.request("GET", "/accounts/ada").status == 200)
            #expect(try await edge.request("GET", "/accounts?query=ada").status == 200)
            let body = #"{"email":"ada@example.org"}"#
            #expect(try await edge.request("POST", "/accounts", body: body).status == 201)
            let key = #"{"name":"shop","scopes":["publish"]}"#
            #expect(try await edge.request("POST", "/api-keys", body: key).status == 201)
            #expect(try await edge.request("POST", "/missing-accounts/keep").status == 200)
            #expect(try await edge.request("GET", "/api-keys").status == 200)
            #expect(try await edge.request("POST", "/accounts", body: "[]").status == 400)
            #expect(try await edge.request("DELETE", "/accounts/%ff").status == 400)
        }
        let entries = services.received(AppendAuditEntry.self)
        #expect(entries.map(\.call.call) == ["FindAccount", "ListAccounts"])
        #expect(entries.map(\.call.account) == [account, nil] && entries.allSatisfy { $0.call.outcome == "done" })
        #expect(
            services.acts == ["DisableAccount", "EraseAccount", "InviteAccount", "CreateAPIKey", "KeepMissingAccounts"])
        for shown in services.shown + entries.map(\.credential) {
            guard case .token(let token) = shown else {
                Issue.record("another credential")
                continue
            }
            #expect(token.value == OperatorAccess.sampleToken)
        }
        let written = entries.map { "\($0)" }.joined()
        #expect(!written.contains("example.org") && !written.contains("\"ada\"") && !written.contains("bk_"))
        #expect(!written.contains(OperatorAccess.sampleToken))
    }

    @Test("The audit log learns the API key of the caller")
    func keys() async throws {
        let services = scripted()
        try await withOperations(services) { edge async throws in
            let edge = edge.unknown
            let key = [("X-API-Key", "bk_operate")]
            #expect(try await edge.request("POST", "/accounts/\(account)/enable", headers: key).status == 204)
        }
        guard case .apiKey(let secret)? = services.shown.first else {
            Issue.record("no key was shown")
            return
        }
        #expect(secret.value == "bk_operate" && services.acts == ["EnableAccount"])
    }

    @Test("Without the audit log, the edge shows no user and changes nothing")
    func unwritten() async throws {
        let services = scripted()
        services.on(AppendAuditEntry.self) { _ throws(BusError) in throw .unavailable(.authSession) }
        try await withOperations(services) { edge async throws in
            let link = try await edge.request("POST", "/console-links")
            #expect(link.status == 503 && link.body.contains("the audit log cannot be written, so nothing was done"))
            let look = try await edge.request("GET", "/accounts/ada")
            #expect(look.status == 503 && look.body.contains("so nothing is shown") && !look.body.contains("username"))
            #expect(try await edge.request("GET", "/api-keys").status == 200)
        }
    }

    @Test("If the audit log fails after a change, the answer says that the change may have been made")
    func unwrittenEnd() async throws {
        let services = scripted()
        services.on(AppendAuditEntry.self) { message throws(BusError) in
            if message.call.outcome != AuditedCall.begun { throw .timedOut }
            return Done()
        }
        try await withOperations(services) { edge async throws in
            let change = try await edge.request("POST", "/console-links")
            #expect(change.status == 503 && change.body.contains("check whether it was done before you repeat it"))
        }
        #expect(services.received(AppendAuditEntry.self).count == 2)
    }

    @Test("The audit log has the error of a failed change")
    func failedChange() async throws {
        let services = scripted()
        try await withOperations(services) { edge async throws in
            #expect(try await edge.request("DELETE", "/console-sessions/c9").status == 404)
        }
        #expect(services.received(AppendAuditEntry.self).map(\.call.outcome) == ["begun", "NOT_FOUND"])
    }

    @Test("The audit log and the calls have the same names for acts")
    func names() throws {
        let calls = Set(OperationsRoutes.all.map(\.name)).union(["AddConsolePasskey"])
        let key = APIKeyID("k1")!
        let acts: [any OperatorAct] = [
            CreateAPIKey(name: "k", scopes: []), RevokeAPIKey(id: key), RotateSigningKey(),
            RemoveAPIKeyPasskey(passkey: PasskeyID("p1")!), EndSession(account: account, session: SessionID("s1")!),
            EndOtherSessions(account: account), InviteAccount(email: Personal("a@b.c")),
            SendPasswordLink(account: account), SetAccountStatus(account: account, status: .disabled),
            SetAccountStatus(account: account, status: .active), EraseAccount(account: account),
            RemoveTOTP(account: account), BeginExport(account: account), EndSharing(account: account, kind: .trackers),
            DecideMissingAccounts(.erase), DecideMissingAccounts(.keep),
            RemoveWebhook(publisher: PublisherID(key)), RetryWebhook(publisher: PublisherID(key)),
            ChangeWebhook(publisher: PublisherID(key), isPaused: true), TestWebhook(publisher: PublisherID(key)),
            CancelNotification(id: "a", of: nil), EndSeries(name: "n", of: PublisherID(key)),
        ]
        #expect(acts.map(\.nameInAudit).filter { !calls.contains($0) } == [])
    }

    @Test("Acts name the notification or the series that they are about, and no text of a publisher")
    func subjects() {
        let publisher = PublisherID(APIKeyID("k1")!)
        #expect(CancelNotification(id: "n7", of: nil).audited.name == "n7")
        #expect(CancelNotification(id: "ada", of: nil, among: .announcements).audited.name == nil)
        #expect(CancelNotification.audited(in: People.record(People.offer()))?.name == People.announcement.text)
        #expect(EndSeries(name: "tips", of: publisher).audited.name == "k1/tips")
        let sharing = EndSharing(account: account, kind: .trackers).audited
        #expect(sharing == AuditedSubject(account: account, name: "trackers"))
        #expect(ChangeWebhook(publisher: publisher, isPaused: true).audited.name == "paused")
        #expect(ChangeWebhook(publisher: publisher, isPaused: false).audited.name == "resumed")
        #expect(EndSeries(name: "a\nb", of: publisher).audited.name == nil)
    }

    @Test(
        "No cache keeps the audit log or what operators see of users",
        arguments: ["/accounts", "/accounts/ada", "/audit"])
    func isNotStored(path: String) async throws {
        let services = scripted()
        services.on(ListAuditEntries.self) { _ in ListAuditEntries.Reply(entries: [], next: nil) }
        let answer = try await services.askAsOperator("GET", path)
        #expect(answer.status == 200 && answer.header("Cache-Control") == "no-store")
    }

    @Test("An operator lists and verifies the audit log")
    func shown() async throws {
        let services = scripted()
        let call = AuditedCall(
            credential: .apiKey, apiKey: APIKeyID("k1")!, apiKeyName: "Support", call: "DisableAccount",
            account: account, outcome: "done", request: "r1")
        let hash = [UInt8](repeating: 0x0a, count: 32)
        services.on(ListAuditEntries.self) { _ in
            ListAuditEntries.Reply(entries: [AuditEntry(number: 7, at: .start, call: call, hash: hash)], next: 7)
        }
        services.on(VerifyAuditLog.self) { message in
            VerifyAuditLog.Reply(number: message.after + 1, hash: hash, broken: 9, hasMore: true)
        }
        let text = String(repeating: "0a", count: 32)
        try await withOperations(services) { edge async throws in
            let list = try await edge.request("GET", "/audit?account=\(account)&cursor=8&limit=3")
            #expect(list.body.hasPrefix(#"{"entries":[{"number":7,"at":""#))
            #expect(list.body.contains(#""apiKeyName":"Support","call":"DisableAccount","account":"\#(account)""#))
            #expect(list.body.hasSuffix(#""hash":"\#(text)"}],"nextCursor":"7"}"#))
            let whole = try await edge.request("GET", "/audit/verification")
            #expect(whole.body == #"{"count":1,"head":"\#(text)","firstBroken":9,"hasMore":true}"#)
            #expect(try await edge.request("GET", "/audit/verification?after=7&head=\(text)").status == 200)
            for wrong in ["after=7", "head=\(text)", "after=7&head=0a", "after=7&head=\(text)zz", "limit=0"] {
                #expect(try await edge.request("GET", "/audit/verification?\(wrong)").status == 400, "\(wrong)")
            }
            #expect(try await edge.request("GET", "/audit?acount=x").body.contains("did you mean account?"))
        }
        let asked = services.received(ListAuditEntries.self)
        #expect(asked.map(\.account) == [account] && asked.map(\.before) == [8] && asked.map(\.limit) == [3])
        #expect(services.received(VerifyAuditLog.self).map(\.after) == [0, 7])
        #expect(services.received(VerifyAuditLog.self).map(\.hash) == [[], hash])
    }
}

@Suite("Filters of the audit log", .timeLimit(.minutes(10))) struct AuditFilterTests {
    private let account = AccountID("0a0a0a0a0a0a0a0a0a0a0a0a")!

    @Test("The audit log is filtered by operator, call and time, and changes leave out looks")
    func filters() async throws {
        let services = ScriptedServices().answering(ListAuditEntries.self) { _ in
            ListAuditEntries.Reply(entries: [], next: nil)
        }
        try await withOperations(services) { edge async throws in
            let time = "since=2026-01-31&until=2026-02-01T00:00:00Z"
            #expect(try await edge.request("GET", "/audit?operator=operator-token&call=EraseAccount").status == 200)
            #expect(try await edge.request("GET", "/audit?operator=k1&changes=true&\(time)").status == 200)
            for wrong in ["operator=a%20b", "since=yesterday", "until=2026-13-01", "changes=some", "names=some"] {
                #expect(try await edge.request("GET", "/audit?\(wrong)").status == 400, "\(wrong)")
            }
        }
        let asked = services.received(ListAuditEntries.self)
        #expect(asked.map(\.credential) == [.operatorToken, nil] && asked.map(\.apiKey) == [nil, APIKeyID("k1")!])
        #expect(asked.map(\.call) == ["EraseAccount", nil] && asked[0].omittedCalls == nil)
        #expect(asked[1].since == UnixTime(written: "2026-01-31T00:00:00Z"))
        #expect(asked[1].until == UnixTime(written: "2026-02-01T00:00:00Z"))
        let omitted = try #require(asked[1].omittedCalls)
        #expect(omitted.contains("FindAccount") && omitted.contains("GetMapHistory"))
        #expect(omitted.contains("ListNotifications") && omitted.contains("GetNotification"))
        #expect(omitted.contains("ListAuditEntries") && !omitted.contains("EraseAccount"))
    }

    @Test("Names of accounts are shown on request only, which is a look at these users")
    func names() async throws {
        let other = AccountID("0b0b0b0b0b0b0b0b0b0b0b0b")!
        let services = ScriptedServices().answering(ListAuditEntries.self) { _ in
            let entries = [account, other, account].enumerated().map { index, account in
                AuditEntry(
                    number: Int64(9 - index), at: .start,
                    call: AuditedCall(
                        credential: .operatorToken, call: "DisableAccount", account: account, outcome: "done",
                        request: "r1"), hash: [])
            }
            return ListAuditEntries.Reply(entries: entries, next: nil)
        }
        services.on(FindAccount.self) { message throws(BusError) in
            guard message.login.value == account.text, message.by == .id else {
                throw .refused(ServiceError(.notFound, "none"))
            }
            return People.profile(account, details: ProfileDetails())
        }
        try await withOperations(services) { edge async throws in
            let plain = try await edge.request("GET", "/audit").body
            #expect(!plain.contains("accountName"))
            #expect(services.received(AppendAuditEntry.self).isEmpty)
            let list = try await edge.request("GET", "/audit?names=true").body
            #expect(list.components(separatedBy: #""account":"\#(account)","accountName":"ada""#).count == 3)
            #expect(list.contains(#""account":"\#(other)","outcome""#))
        }
        #expect(services.received(FindAccount.self).count == 2)
        #expect(services.received(AppendAuditEntry.self).map(\.call.call) == ["ListAuditEntries"])
    }

    @Test("The title of a notification is shown on request only, to those who may see it")
    func titles() async throws {
        let services = ScriptedServices.people()
        services.on(ListAuditEntries.self) { _ in
            let call = AuditedCall(
                credential: .operatorToken, call: "CancelNotification", subjectName: "n7", outcome: "done",
                request: "r1")
            return ListAuditEntries.Reply(entries: [AuditEntry(number: 7, at: .start, call: call, hash: [])])
        }
        try await withOperations(services) { edge async throws in
            let plain = try await edge.request("GET", "/audit").body
            #expect(plain.contains(#""subjectName":"n7","outcome""#))
            let list = try await edge.request("GET", "/audit?names=true").body
            #expect(list.contains(#""subjectName":"n7","subjectTitle":"Your order","outcome""#))
            let viewer = edge.unknown
            let key = [("X-API-Key", "bk_view")]
            #expect(!(try await viewer.request("GET", "/audit?names=true", headers: key).body).contains("Your order"))
        }
        #expect(services.received(GetNotification.self).map(\.id) == ["n7", "n7"])
    }
}

@Suite("The security log of the operations port", .timeLimit(.minutes(10))) struct SecurityEventRouteTests {
    private let account = AccountID("0a0a0a0a0a0a0a0a0a0a0a0a")!

    /// A log with a number and a time for each event, the latest first, in pages.
    private static func page(_ numbers: [(Int64, Int64)], _ message: ListSecurityEvents) -> ListSecurityEvents.Reply {
        let rest = numbers.filter { $0.0 < message.before ?? .max }
        let events = rest.prefix(message.limit).map {
            KeptSecurityEvent(number: $0.0, at: UnixTime(milliseconds: $0.1 * 1000), event: "e\($0.1)")
        }
        return ListSecurityEvents.Reply(
            events: Array(events), next: rest.count > message.limit ? events.last?.number : nil)
    }

    @Test("Pages merge the events of both services by time, without gaps or repetitions", arguments: [1, 2, 3, 10])
    func merged(limit: Int) {
        let logs: [ServiceName: [(Int64, Int64)]] = [
            .identity: [(9, 90), (7, 60), (2, 50)], .authSession: [(5, 80), (4, 70), (3, 61), (1, 10)],
        ]
        var cursor = SecurityEventCursor()
        var seen: [String] = []
        for _ in 0..<20 {
            let pages = ListSecurityEvents.services.map { service in
                SecurityEventMerge.Page(
                    service: service,
                    reply: Self.page(
                        logs[service] ?? [], ListSecurityEvents(before: cursor.before[service], limit: limit)))
            }
            let merged = SecurityEventMerge.merge(pages, behind: cursor, limit: limit)
            seen += merged.events.map(\.event.event)
            guard let next = merged.next else { break }
            #expect(SecurityEventCursor(next.text) == next)
            cursor = next
        }
        #expect(seen == ["e90", "e80", "e70", "e61", "e60", "e50", "e10"])
    }

    @Test("The edge asks both services for security events, and audits the look")
    func shown() async throws {
        let services = ScriptedServices().answering(ListSecurityEvents.self) { message in
            let event = KeptSecurityEvent(
                number: 3, at: .start, event: "sign-in-refused", account: message.account, method: "password",
                reason: "wrong password", network: "192.0.2.0/24", request: "r1")
            return ListSecurityEvents.Reply(events: message.before == 7 ? [event] : [], next: nil)
        }
        try await withOperations(services) { edge async throws in
            let query = "account=\(account)&event=sign-in-refused&limit=3&cursor=7."
            let list = try await edge.request("GET", "/security-events?\(query)")
            #expect(list.status == 200 && list.body.hasPrefix(#"{"events":[{"service":"identity","at":""#))
            #expect(
                list.body.hasSuffix(
                    #""event":"sign-in-refused","account":"\#(account)","method":"password","reason":"wrong password","#
                        + #""network":"192.0.2.0/24","request":"r1"}]}"#))
            for wrong in [
                "account=%20", "event=Sign", "event=a.b", "limit=0", "limit=201", "cursor=7", "cursor=a.1", "cursor=0.",
            ] { #expect(try await edge.request("GET", "/security-events?\(wrong)").status == 400, "\(wrong)") }
            #expect(try await edge.request("GET", "/security-events?kind=x").status == 400)
        }
        let asked = services.received(ListSecurityEvents.self)
        #expect(asked.map(\.before) == [7, nil] && asked.allSatisfy { $0.limit == 3 && $0.event == "sign-in-refused" })
        let audited = services.received(AppendAuditEntry.self).map(\.call)
        #expect(audited.map(\.call) == ["ListSecurityEvents"] && audited.map(\.account) == [account])
    }

    @Test("Security events contain names on request only, and one entry of the audit log tells of the look")
    func names() async throws {
        let services = ScriptedServices().answering(ListSecurityEvents.self) { [account] _ in
            let event = KeptSecurityEvent(number: 3, at: .start, event: "password-changed", account: account)
            return ListSecurityEvents.Reply(events: [event], next: nil)
        }
        services.on(FindAccount.self) { [account] _ in People.profile(account, details: ProfileDetails()) }
        try await withOperations(services) { edge async throws in
            #expect(!(try await edge.request("GET", "/security-events").body).contains("accountName"))
            #expect(services.received(FindAccount.self).isEmpty)
            let list = try await edge.request("GET", "/security-events?names=true").body
            #expect(list.components(separatedBy: #""account":"\#(account)","accountName":"ada""#).count == 3)
        }
        #expect(services.received(FindAccount.self).count == 1)
        let audited = services.received(AppendAuditEntry.self).map(\.call)
        #expect(audited.map(\.call) == ["ListSecurityEvents", "ListSecurityEvents"])
        #expect(audited.map(\.account) == [nil, account])
    }

    @Test("The edge shows no incomplete security log while a service is away")
    func away() async throws {
        let services = ScriptedServices()
        services.on(ListSecurityEvents.self) { _ throws(BusError) in throw .unavailable(.identity) }
        try await withOperations(services) { edge async throws in
            #expect(try await edge.request("GET", "/security-events").status == 503)
        }
    }
}

@Suite("The warnings of the operations port", .timeLimit(.minutes(10))) struct WarningRouteTests {
    @Test("The edge lists the warnings of every replica that answers, the latest first")
    func shown() async throws {
        let (first, second) = (try Endpoint("tcp://a:7404"), try Endpoint("tcp://b:7404"))
        let services = ScriptedServices().answering(ReadWarnings.self) { _ in
            ReadWarnings.Reply(warnings: [
                LoggedWarning(at: .start, level: "error", text: "<b>late</b>"),
                LoggedWarning(at: UnixTime.start.adding(seconds: -1), level: "warning", text: "early"),
            ])
        }
        services.vanish(at: second)
        let peers: [ServiceName: [Endpoint]] = [.location: [first, second]]
        try await withOperations(services, peers: peers) { edge async throws in
            let list = try await edge.request("GET", "/warnings")
            #expect(list.status == 200 && list.body.hasPrefix(#"{"warnings":[{"service":"location","#))
            #expect(list.body.contains(#""replica":"tcp://a:7404""#) && !list.body.contains("tcp://b:7404"))
            let places = ["<b>late", "early"].compactMap { list.body.firstRange(of: $0)?.lowerBound }
            #expect(places.count == 2 && places[0] < places[1])
        }
    }
}
