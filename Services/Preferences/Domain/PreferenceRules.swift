// What people can want to hear of: the defaults, and what counts as a choice.

import Models

/// The rules of preferences.
struct PreferenceRules: Sendable {
    /// The categories that there are, in the order in which they are shown.
    let categories: [String]
    /// The kinds of notifications that there are.
    var kinds = NotificationKinds()
    /// The topics to which people may subscribe.
    var openTopics = NamePatterns()

    /// How far away things may be that a person wants to hear of, in kilometres.
    static let radii = 5...50
    private static let minutesOfDay = 0..<1440

    /// What counts for a person who has not said.
    var defaults: NotificationChoices { .standard(categories: categories) }

    /// Checks choices and gives them in the form in which they are stored: categories in the configured order, each
    /// once.
    ///
    /// - Throws: `invalidRequest` for a radius out of range or an unknown category.
    func checked(_ choices: NotificationChoices) throws(ServiceError) -> NotificationChoices {
        guard PreferenceRules.radii.contains(choices.radius) else {
            throw ServiceError(.invalidRequest, "notificationRadius must be a whole number of kilometres from 5 to 50")
        }
        guard choices.categories.allSatisfy({ categories.containsExactly($0) }) else {
            let known = categories.joined(separator: ", ")
            throw ServiceError(.invalidRequest, "preferredCategories may contain only \(known)")
        }
        var checked = choices
        checked.categories = categories.filter(choices.categories.contains)
        return checked
    }

    /// The same for choices that were kept when there were other categories: those that are gone are left out.
    func present(_ choices: NotificationChoices) -> NotificationChoices {
        var present = choices
        present.categories = categories.filter(choices.categories.contains)
        return present
    }

    /// Throws `invalidRequest` for hours that are no part of a day, or a time zone that is not known.
    static func check(_ hours: QuietHours) throws(ServiceError) {
        guard minutesOfDay.contains(hours.start), minutesOfDay.contains(hours.end), hours.start != hours.end else {
            throw ServiceError(
                .invalidRequest, "quiet hours need a start and an end from 00:00 to 23:59, and not the same")
        }
        guard ZoneDatabase.system.has(hours.timeZone) else {
            throw ServiceError(.invalidRequest, "quiet hours need a time zone such as Europe/Paris")
        }
    }
}
