import Foundation
import Models
import Testing

@testable import Preferences

@Suite("The rules of preferences")
struct PreferenceRulesTests {
    private let rules = PreferenceRules(categories: ["FOOD", "BEAUTY", "SPORT"])

    private func choices(radius: Int = 15, _ categories: [String] = ["FOOD"]) -> NotificationChoices {
        NotificationChoices(
            notifyNewOffers: true, notifyNewProNearby: false, notifyLocalEvents: true, notificationRadius: radius,
            preferredCategories: categories)
    }

    @Test("Without choices everything is on, within 10 km")
    func defaults() {
        #expect(
            rules.defaults
                == NotificationChoices(
                    notifyNewOffers: true, notifyNewProNearby: true, notifyLocalEvents: true, notificationRadius: 10,
                    preferredCategories: ["FOOD", "BEAUTY", "SPORT"]))
    }

    @Test(
        "The radius is 5 to 50 km",
        arguments: [(4, false), (5, true), (50, true), (51, false), (0, false), (-5, false), (.max, false)])
    func radius(radius: Int, isTaken: Bool) {
        #expect(((try? rules.checked(choices(radius: radius))) != nil) == isTaken)
    }

    @Test(
        "Known categories are kept once each, in their order",
        arguments: [
            (["SPORT", "FOOD"], ["FOOD", "SPORT"]), (["FOOD", "FOOD"], ["FOOD"]), ([], []),
            (["food"], nil), (["FOOD", "GARDEN"], nil), ([""], nil),
        ] as [([String], [String]?)])
    func categories(shown: [String], kept: [String]?) {
        #expect((try? rules.checked(choices(shown)))?.preferredCategories == kept)
    }

    @Test("The categories to choose from are listed")
    func message() {
        #expect(
            throws: ServiceError(
                .invalidRequest, "preferredCategories may contain only FOOD, BEAUTY, SPORT",
                field: "preferredCategories")
        ) {
            try rules.checked(choices(["GARDEN"]))
        }
    }

    @Test("Removed categories are left out")
    func present() {
        #expect(rules.present(choices(["GARDEN", "SPORT", "FOOD"])).preferredCategories == ["FOOD", "SPORT"])
    }

    @Test(
        "Quiet hours need times of a day and a time zone",
        arguments: [
            (1320, 420, "Europe/Paris", true), (0, 1439, "UTC", true), (60, 60, "UTC", false),
            (1440, 0, "UTC", false), (0, 1440, "UTC", false), (-1, 60, "UTC", false), (0, 60, "Europe/Nowhere", false),
            (0, 60, "GMT+2", false), (0, 60, "Japan", true), (0, 60, "EST5EDT", true), (0, 60, "GMT", true),
            (0, 60, "", false), (0, 60, "../../etc/passwd", false),
        ])
    func quietHours(start: Int, end: Int, zone: String, isTaken: Bool) {
        #expect(throws: ServiceError.self) {
            try PreferenceRules.check(QuietHours(start: start, end: end, timeZone: zone + "\0"))
        }
        let hours = QuietHours(start: start, end: end, timeZone: zone)
        #expect(((try? PreferenceRules.check(hours)) != nil) == isTaken)
    }
}

extension PreferenceRulesTests {
    private func choices(_ categories: [String]) -> NotificationChoices { choices(radius: 15, categories) }
}
