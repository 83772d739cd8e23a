@testable import Push

@Suite("The filter of a search")
struct AnnouncementFilterTests {
    private typealias Filter = FindAnnouncements.Filter

    private static let announcements: [AnnouncedPage] = [
        .sample.with {
            ($0.announcement.subject, $0.announcement.title, $0.details) = (.number(1), "Bread", #"{"city":"Paris"}"#)
        },
        .sample.with {
            ($0.announcement.subject, $0.announcement.title) = (.number(2), "Bread")
            $0.details = #"{"city":"PARIS","professionalId":7}"#
        },
        .sample.with {
            ($0.announcement.subject, $0.announcement.title) = (.number(3), "Bread")
            $0.details = #"{"establishmentName":"Chez Zoé","professional":{"id":7}}"#
        },
        .sample.with {
            ($0.announcement.subject, $0.announcement.title) = (.number(4), "Bread")
            $0.details = #"{"city":"Lyon","isClub10":1}"#
        },
        .sample.with { ($0.announcement.subject, $0.announcement.title, $0.details) = (.number(5), "Bread", nil) },
    ]

    @Test(
        "A filter compares details and title without regard to case",
        arguments: [
            (Filter(), [1, 2, 3, 4, 5]), (Filter(city: "paris"), [1, 2]), (Filter(city: "Pari"), []),
            (Filter(professional: "7"), [2, 3]), (Filter(professional: "70"), []), (Filter(name: "zo"), [3]),
            (Filter(name: "ZOÉ"), [3]), (Filter(name: "BREAD"), [1, 2, 3, 4, 5]), (Filter(name: "lyon"), [4]),
            (Filter(isClub: true), [4]), (Filter(isClub: false), [1, 2, 3, 4, 5]),
            (Filter(city: "Paris", professional: "7"), [2]),
        ])
    func details(_ filter: FindAnnouncements.Filter, _ expected: [Int]) {
        let found = Self.announcements.filter(filter.matches).map(\.announcement.subject)
        #expect(found == expected.map { .number(Int64($0)) })
    }

    @Test(
        "A filter reads a truth value in each form that publishers write",
        arguments: [
            ("true", true), ("1", true), ("1.0", true), ("false", false), ("0", false), ("2", false),
            (#""true""#, false), ("null", false),
        ])
    func truth(_ text: String, _ isMember: Bool) {
        let announcement = AnnouncedPage.sample.with { $0.details = #"{"isClub10":\#(text)}"# }
        #expect(Filter(isClub: true).matches(announcement) == isMember)
    }

    @Test("Details that are not a JSON object match nothing", arguments: ["no object", "[]", ""])
    func unreadable(_ details: String) {
        let announcement = AnnouncedPage.sample.with { $0.details = details }
        #expect(!Filter(city: "Paris").matches(announcement) && !Filter(isClub: true).matches(announcement))
        #expect(Filter(name: "pizza").matches(announcement), "the title is still there")
    }

    @Test(
        "A filter leaves out what the app cannot list",
        arguments: [
            (.number(7), "ENTRE_PROS", true), (.text("7"), "ENTRE_PROS", true), (.text("-7"), nil, true),
            (.text("07"), nil, false), (.text("fair"), nil, false), (.number(7), "SPORT", false),
        ] as [(AnnouncementSubject, String?, Bool)])
    func listed(_ subject: AnnouncementSubject, _ category: String?, _ isListed: Bool) {
        let announcement = AnnouncedPage.sample.with {
            ($0.announcement.subject, $0.announcement.category) = (subject, category)
        }
        #expect(Filter(categories: ["ENTRE_PROS"], isNumbered: true).matches(announcement) == isListed)
    }
}

extension AnnouncedPage {
    fileprivate static let sample = AnnouncedPage(
        id: NotificationID("a1")!, announcement: OutgoingNotification.sample.announcement!, place: .sample)
}
