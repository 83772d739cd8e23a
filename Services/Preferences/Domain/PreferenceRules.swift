import Models

struct PreferenceRules: Sendable {
    /// In display order.
    let categories: [String]
    var kinds = NotificationKinds()
    var openTopics = NamePatterns()

    /// In kilometres.
    static let radii = 5...50
    private static let minutesOfDay = 0..<1440

    var defaults: NotificationChoices { .standard(categories: categories) }

    /// Each category once, in the configured order. Throws `invalidRequest` for a radius out of range or an unknown
    /// category.
    func checked(_ choices: NotificationChoices) throws(ServiceError) -> NotificationChoices {
        guard PreferenceRules.radii.contains(choices.notificationRadius) else {
            throw ServiceError(
                .invalidRequest, "notificationRadius must be a whole number of kilometres from 5 to 50",
                field: "notificationRadius")
        }
        guard choices.preferredCategories.allSatisfy({ categories.containsExactly($0) }) else {
            let known = categories.joined(separator: ", ")
            throw ServiceError(
                .invalidRequest, "preferredCategories may contain only \(known)", field: "preferredCategories")
        }
        var checked = choices
        checked.preferredCategories = categories.filter(choices.preferredCategories.contains)
        return checked
    }

    /// Removes stored categories that no longer exist.
    func present(_ choices: NotificationChoices) -> NotificationChoices {
        var present = choices
        present.preferredCategories = categories.filter(choices.preferredCategories.contains)
        return present
    }

    /// Throws `invalidRequest` for invalid minutes of the day or an unknown time zone.
    static func check(_ hours: QuietHours) throws(ServiceError) {
        guard minutesOfDay.contains(hours.start), minutesOfDay.contains(hours.end), hours.start != hours.end else {
            throw ServiceError(
                .invalidRequest, "quiet hours need a start and an end from 00:00 to 23:59, and not the same",
                field: "start")
        }
        guard ZoneDatabase.system.has(hours.timeZone) else {
            throw ServiceError(.invalidRequest, "quiet hours need a time zone such as Europe/Paris", field: "timeZone")
        }
    }
}
