import ArgumentParser
import BaliseJSON

@testable import balise_cli

@Suite("Notifications on the command line")
struct NotificationsTests {
    private static let preferences =
        #"{"notifyNewOffers":true,"notifyNewProNearby":true,"notifyLocalEvents":true,"notificationRadius":10,"#
        + #""preferredCategories":["FOOD_PLAISIRS"]}"#

    private static func record(_ state: NotificationState, sent: Int, pending: Int) -> ScriptedServer.Answer {
        let body = PublishedAnnouncement(
            id: "ann_1", type: .offer, subject: 123, latitude: 48.8, longitude: 2.3,
            createdAt: Date(timeIntervalSince1970: 1_800_000_000), state: state, recipients: sent + pending,
            counts: .init(
                accepted: sent + pending, sent: sent, suppressed: 0, deferred: 0, failed: 0, expired: 0,
                pending: pending))
        return .json(String(decoding: ResponseEnvelope(body).json.bytes, as: UTF8.self))
    }

    private func publisher(_ answers: [String: [ScriptedServer.Answer]]) -> CommandFixture {
        var fixture = CommandFixture(answers)
        fixture.apiKey = SecretText("bk_1")
        return fixture
    }

    @Test("`preferences set` changes the named choices, and leaves the rest")
    func preferences() async throws {
        let path = "/api/v1/notification-preferences"
        let fixture = try await CommandFixture.ofAda([
            "GET " + path: [.json(Self.preferences)], "PUT " + path: [.json(Self.preferences)],
        ])
        _ = try await fixture.run("preferences", "set", "--events", "false", "--radius", "25")
        let sent = try NotificationChoices(jsonText: Array(try #require(fixture.server.calls.last?.body)))
        #expect(!sent.notifyLocalEvents && sent.notifyNewOffers && sent.notificationRadius == 25)
        #expect(sent.preferredCategories == ["FOOD_PLAISIRS"])
        #expect(try await fixture.run("preferences", "--json").output == Self.preferences + "\n")
        #expect(throws: (any Error).self) { try CommandFixture.parse(["preferences", "set"]) }
    }

    @Test(
        "`announce` shows the delivery in one line on a terminal, and in a line a change elsewhere",
        arguments: [true, false])
    func announce(isWatched: Bool) async throws {
        var fixture = publisher([
            "POST /api/v1/announcements": [Self.record(.deciding, sent: 0, pending: 0)],
            "GET /api/v1/announcements/ann_1": [
                Self.record(.delivering, sent: 1, pending: 3), Self.record(.done, sent: 4, pending: 0),
            ],
        ])
        fixture.isWatched = isWatched
        let terminal = try await fixture.run(
            "announce", "offer", "123", "--at", "48.8,2.3", "--category", "FOOD_PLAISIRS", "--title", "Bread",
            "--idempotency-key", "k1")
        let half = "[#######.......................]  25 %  4 people: 1 sent, 3 pending"
        let end = "[##############################] 100 %  4 people: 4 sent"
        #expect(terminal.output == (isWatched ? "\r\u{1B}[2K\(half)\r\u{1B}[2K\(end)\n" : "\(half)\n\(end)\n"))
        let call = try #require(fixture.server.calls.first)
        #expect(call.headers["Idempotency-Key"] == "k1" && call.headers["X-API-Key"] == "bk_1")
        #expect(call.text.contains(#""type":"OFFER","id":123,"title":"Bread""#))
    }

    @Test("The line about a delivery is cut to the width of the terminal")
    func narrowTerminal() async throws {
        var fixture = publisher(["GET /api/v1/announcements/ann_1": [Self.record(.done, sent: 4, pending: 0)]])
        (fixture.isWatched, fixture.columns) = (true, 12)
        #expect(try await fixture.run("announcement", "watch", "ann_1").output == "\r\u{1B}[2K[##########\n")
    }

    @Test("After a lost answer, `announce` names the key for repeating the call")
    func lostAnswer() async throws {
        let fixture = publisher(["POST /api/v1/announcements": [.lost]])
        let terminal = ScriptedTerminal()
        await #expect(throws: BaliseError.unreachable("no network")) {
            try await fixture.run(["announce", "event", "e-1", "--at", "1,1"], terminal)
        }
        let key = try #require(fixture.server.calls.first?.headers["Idempotency-Key"])
        #expect(terminal.errors.contains("--idempotency-key \(key)"))
    }

    @Test(
        "A publisher's command without an API key names BALISE_API_KEY",
        arguments: [["announce", "event", "7", "--at", "1,1"], ["announcement"], ["announcement", "watch", "ann_1"]])
    func withoutKey(arguments: [String]) async throws {
        let fixture = CommandFixture()
        await #expect { try await fixture.run(arguments, ScriptedTerminal()) } throws: {
            isInvalid($0, "BALISE_API_KEY")
        }
        #expect(fixture.server.calls.isEmpty)
    }

    @Test(
        "`announce --dry-run` prints the counts and sends nothing",
        arguments: [
            (#""recipients":12,"deliveries":15"#, "12 people would be notified, on 15 devices."),
            (#""recipients":30"#, "About 30 people would be notified."),
            (#""fewerThan":20"#, "Fewer than 20 people would be notified."),
        ])
    func dryRun(count: String, told: String) async throws {
        let fixture = publisher(["POST /api/v1/announcements?dryRun=true": [.data(#"{"dryRun":true,\#(count)}"#)]])
        let terminal = try await fixture.run("announce", "event", "7", "--at", "1,1", "--dry-run")
        #expect(terminal.output == told + "\n")
        #expect(fixture.server.calls.count == 1)
    }

    @Test("`inbox` removes control characters from other users' texts")
    func inbox() async throws {
        let entry = BaliseInboxEntry(
            id: "n1", userId: "acc_1", type: .offer, title: "Bread\u{1B}[2J", content: "Half\u{202E}price",
            screen: "offer_detail", entityId: "123", createdAt: Date(timeIntervalSince1970: 1_799_999_700))
        let page = BaliseInboxPage(
            entries: [entry], pagination: .init(total: 1, offset: 0, limit: 20, hasMore: false), unreadCount: 1)
        let fixture = try await CommandFixture.ofAda([
            "GET /api/v1/notifications?limit=20": [.json(String(decoding: page.json.bytes, as: UTF8.self))]
        ])
        #expect(
            try await fixture.run("inbox").output == """
                   ID  WHEN       ABOUT      TITLE      TEXT
                *  n1  5 min ago  OFFER 123  Bread\u{FFFD}[2J  Half\u{FFFD}price

                """)
    }

    @Test(
        "An id of digits alone is a number",
        arguments: [
            ("123", AnnouncementSubject.number(123)), ("of-1", "of-1"), ("007", "007"), ("-5", .number(-5)),
            ("1.5", "1.5"), ("99999999999999999999", "99999999999999999999"),
        ])
    func subject(text: String, subject: AnnouncementSubject) {
        #expect(SubjectArgument(argument: text)?.subject == subject)
    }
}

@Suite("The line about a delivery")
struct ProgressBarTests {
    private func announcement(
        _ state: NotificationState, recipients: Int, _ counts: PushDeliveryCounts
    ) -> PublishedAnnouncement {
        PublishedAnnouncement(
            id: "a", type: .event, subject: 1, latitude: 0, longitude: 0, createdAt: Date(), state: state,
            recipients: recipients, counts: counts)
    }

    private func deliveryCounts(
        sent: Int = 0, suppressed: Int = 0, deferred: Int = 0, failed: Int = 0, pending: Int = 0
    ) -> PushDeliveryCounts {
        PushDeliveryCounts(
            accepted: sent + suppressed + deferred + failed + pending, sent: sent, suppressed: suppressed,
            deferred: deferred, failed: failed, expired: 0, pending: pending)
    }

    @Test("The bar counts finished deliveries, whatever their outcome")
    func counts() {
        let line = ProgressBar.line(
            announcement(
                .delivering, recipients: 9, deliveryCounts(sent: 5, suppressed: 1, deferred: 2, failed: 1, pending: 1)))
        #expect(
            line
                == "[#####################.........]  70 %  9 people: 5 sent, 1 suppressed, 2 deferred, 1 failed, 1 pending"
        )
    }

    @Test("The line says what happens before the first delivery and after the last")
    func ends() {
        #expect(
            ProgressBar.line(announcement(.deciding, recipients: 1, deliveryCounts()))
                == "finding the recipients: 1 person so far")
        #expect(
            ProgressBar.line(announcement(.done, recipients: 0, deliveryCounts())).hasSuffix(
                "] 100 %  0 people: 0 sent"))
        #expect(
            ProgressBar.line(announcement(.cancelled, recipients: 2, deliveryCounts(sent: 1, suppressed: 1))).hasSuffix(
                "taken back"))
        var few = announcement(.cancelled, recipients: 0, deliveryCounts())
        (few.recipients, few.counts, few.fewerThan) = (nil, nil, 10)
        #expect(ProgressBar.line(few) == "taken back, fewer than 10 people")
        var sent = announcement(.done, recipients: 0, deliveryCounts(sent: 12))
        sent.recipients = nil
        #expect(ProgressBar.line(sent).hasSuffix("] 100 %  12 sent"))
        var later = announcement(.scheduled, recipients: 0, deliveryCounts())
        later.startsAt = Date(timeIntervalSince1970: 1_800_000_000)
        #expect(ProgressBar.line(later) == "waits until 2027-01-15T08:00:00Z")
    }
}

@Suite("A table")
struct TextTableTests {
    @Test("A column is as wide as its content, and lines have no trailing blanks")
    func columns() {
        let table = TextTable(["A", "LONG"], [["abc", "1"], ["é", ""]], empty: "none")
        #expect(table.text == "A    LONG\nabc  1\né\n")
    }

    @Test("A table without rows prints its text for that")
    func empty() { #expect(TextTable(["A"], [], empty: "none").text == "none\n") }

    @Test(
        "A moment is shown as the time since then",
        arguments: [
            (-10.0, "just now"), (59, "just now"), (60, "1 min ago"), (3599, "59 min ago"), (3600, "1 h ago"),
            (86_400, "1 day ago"), (172_800, "2 days ago"),
        ])
    func ago(seconds: Double, text: String) {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        #expect(elapsed(since: now - seconds, at: now) == text)
    }
}
