@testable import Push

@Suite("The rules of announcements")
struct AnnouncementRulesTests {
    private let rules = AnnouncementRules(categories: ["FOOD_PLAISIRS", "ENTRE_PROS"])
    private static let now = UnixTime(milliseconds: 1_800_000_000_000)

    private func checked(_ notification: OutgoingNotification) throws -> Announcement {
        let announcement = try rules.checked(try #require(notification.announcement))
        try PublishingRules().check(notification, by: nil, isOperator: false, at: Self.now)
        return announcement
    }

    @Test("Empty texts are stored as absent")
    func kept() throws {
        let told = OutgoingNotification.sample.with {
            ($0.title, $0.body, $0.details) = ("", "", #"{"featured":true}"#)
        }
        #expect(try checked(told) == told.with { ($0.title, $0.body) = (nil, nil) }.announcement)
    }

    static let outOfTheRules: [(String, @Sendable (inout OutgoingNotification) -> Void)] = [
        ("an empty subject", { $0.subject = .text("") }),
        ("a long subject", { $0.subject = .text(String(repeating: "s", count: 129)) }),
        ("a subject of many bytes", { $0.subject = .text(String(repeating: "\u{1F950}", count: 65)) }),
        ("a long title", { $0.title = String(repeating: "é", count: 201) }),
        ("a title of many bytes", { $0.title = String(repeating: "👨\u{200D}👩\u{200D}👧", count: 34) }),
        ("a control character in the subject", { $0.subject = .text("a\u{0}b") }),
        ("a control character in the title", { $0.title = "Bread\u{1}" }),
        ("a control character in the body", { $0.body = "\u{1F}" }),
        ("a long body", { $0.body = String(repeating: "b", count: 1001) }),
        ("an offer without a category", { $0.category = nil }),
        ("a professional without one", { ($0.type, $0.category) = (.professional, nil) }),
        ("an unknown category", { $0.category = "GARDEN" }),
        ("an end that is over", { $0.expiresAt = now }),
        (
            "an end before the beginning",
            { ($0.startsAt, $0.expiresAt) = (now.adding(seconds: 9), now.adding(seconds: 8)) }
        ),
        ("a far beginning", { $0.startsAt = now.adding(seconds: 400 * 86_400) }),
        ("a far end", { $0.expiresAt = now.adding(seconds: 400 * 86_400) }),
        ("details that are no object", { $0.details = "[1]" }),
        ("details that are no JSON", { $0.details = "{" }),
        ("long details", { $0.details = "{\"a\":\"" + String(repeating: "a", count: 4096) + "\"}" }),
    ]

    @Test("An announcement outside the rules is refused with the field", arguments: outOfTheRules.indices)
    func refused(index: Int) {
        let (name, change) = AnnouncementRulesTests.outOfTheRules[index]
        let wrong = OutgoingNotification.sample.with(change)
        let error = #expect(throws: ServiceError.self, "\(name)") { try checked(wrong) }
        #expect(error?.field != nil, "\(name)")
    }

    @Test("The longest texts fit into a payload in any spelling", arguments: ["\"", "\\", "\n", "\t", "\u{7F}", "/"])
    func fits(character: String) throws {
        func text(_ count: Int) -> String { String(repeating: character, count: count) }
        let largest = OutgoingNotification.sample.with { announcement in
            announcement.subject = .text(text(AnnouncementRules.maximumSubjectLength))
            announcement.title = text(AnnouncementRules.maximumTitleCharacters)
            announcement.body = text(AnnouncementRules.maximumBodyBytes)
        }
        let checked = try checked(largest)
        let content = PushContent(
            type: checked.type, subject: checked.subject, title: try #require(checked.title),
            body: try #require(checked.body), badge: 1000)
        #expect(try PayloadRules.apns(content).count <= PayloadRules.largest)
        #expect(try PayloadRules.fcm(content).count <= PayloadRules.largest)
    }

    @Test("An event may have a known category or none")
    func events() throws {
        for category in [nil, "ENTRE_PROS"] {
            let event = OutgoingNotification.sample.with { ($0.type, $0.category) = (.event, category) }
            #expect(try checked(event).category == category)
        }
    }

    @Test("An announcement lasts for 30 days or until its own end")
    func times() {
        let day: Int64 = 86_400
        func span(_ change: (inout OutgoingNotification) -> Void) -> [UnixTime] {
            let announcement = OutgoingNotification.sample.with(change)
            return [
                PublishingRules.begin(of: announcement, createdAt: Self.now),
                PublishingRules.end(of: announcement, createdAt: Self.now),
            ]
        }
        #expect(span { _ in } == [Self.now, Self.now.adding(seconds: 30 * day)])
        #expect(
            span { $0.startsAt = Self.now.adding(seconds: -day) } == [Self.now, Self.now.adding(seconds: 30 * day)])
        let later = Self.now.adding(seconds: 40 * day)
        #expect(span { $0.startsAt = later } == [later, later.adding(seconds: 30 * day)])
        #expect(span { $0.expiresAt = later } == [Self.now, later])
    }
}
