@Suite("A publisher")
struct AnnouncementsTests {
    private static func record(
        _ state: NotificationState, sent: Int = 0, pending: Int = 0
    ) -> Result<BaliseHTTPResponse, BaliseTransportError> {
        let body = ResponseEnvelope(PublishedAnnouncement.bread(state, sent: sent, pending: pending))
        return .json(String(decoding: body.json.bytes, as: UTF8.self))
    }

    private func announcements(
        _ transport: ScriptedTransport, _ pause: SkippedPause = SkippedPause()
    ) async throws -> AnnouncementsAPI {
        try await BaliseClient.scripted(transport, pause: pause, apiKey: SecretText("bk_1")).announcements
    }

    @Test("sees each change until the end, and polls less often without changes")
    func follow() async throws {
        let transport = ScriptedTransport(
            Self.record(.deciding), Self.record(.deciding), Self.record(.deciding),
            Self.record(.delivering, sent: 1, pending: 2), .lost(), Self.record(.done, sent: 3))
        let pause = SkippedPause()
        var seen: [String] = []
        for try await record in try await announcements(transport, pause).updates(of: "ann_1") {
            seen.append("\(record.state) \(try #require(record.counts).sent)")
        }
        #expect(seen == ["deciding 0", "delivering 1", "done 3"])
        #expect(pause.pauses == [0.5, 1, 2, 0.5, 1])
        #expect(transport.calls.count == 6)
    }

    @Test("sees the end despite single failures")
    func nowAndThen() async throws {
        let transport = ScriptedTransport { _, number throws(BaliseTransportError) in
            switch number {
            case 0, 5, 10: return try Self.record(.deciding).get()
            case 15: return try Self.record(.done).get()
            default: throw .timedOut
            }
        }
        var states: [NotificationState] = []
        for try await record in try await announcements(transport).updates(of: "ann_1") { states.append(record.state) }
        #expect(states == [.deciding, .done])
    }

    @Test("gets the refusal, or the reason of five failures in a row")
    func lost() async throws {
        let away = ScriptedTransport { _, _ throws(BaliseTransportError) in throw .unreachable("no network") }
        var counts = try await announcements(away).updates(of: "ann_1").makeAsyncIterator()
        await #expect(throws: BaliseError.unreachable("no network")) { try await counts.next() }
        #expect(away.calls.count == 5)

        let unknown = ScriptedTransport(.refusal(404, "NOT_FOUND"))
        counts = try await announcements(unknown).updates(of: "nothing").makeAsyncIterator()
        #expect(try await failure { try await counts.next() }.code == .notFound)
    }

    @Test("gets CancellationError when the task is cancelled")
    func cancelled() async throws {
        var counts = try await announcements(ScriptedTransport(.lost(.cancelled))).updates(of: "a").makeAsyncIterator()
        await #expect(throws: CancellationError.self) { try await counts.next() }
    }
}

extension PublishedAnnouncement {
    /// An announcement during its delivery.
    static func bread(_ state: NotificationState, sent: Int = 0, pending: Int = 0) -> PublishedAnnouncement {
        let counts = PushDeliveryCounts(
            accepted: sent + pending, sent: sent, suppressed: 0, deferred: 0, failed: 0, expired: 0, pending: pending)
        return PublishedAnnouncement(
            id: "ann_1", type: .offer, subject: 123, title: "Bread", latitude: 48.8566, longitude: 2.3522,
            expiresAt: Date(timeIntervalSince1970: 1_800_000_000),
            createdAt: Date(timeIntervalSince1970: 1_790_000_000),
            state: state, recipients: sent + pending, counts: counts)
    }
}
