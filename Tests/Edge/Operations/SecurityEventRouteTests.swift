@testable import Edge

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

    @Test("goes by the moments of both, and no event is missed or shown twice between pages", arguments: [1, 2, 3, 10])
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

    @Test("is asked of both services and shown, and the look is in the audit log")
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

    @Test("is not shown in part where a service is away")
    func away() async throws {
        let services = ScriptedServices()
        services.on(ListSecurityEvents.self) { _ throws(BusError) in throw .unavailable(.identity) }
        try await withOperations(services) { edge async throws in
            #expect(try await edge.request("GET", "/security-events").status == 503)
        }
    }
}
