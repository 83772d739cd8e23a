import Models

struct SentGroup: Hashable, Sendable {
    var provider: PushProvider
    var language: String?
    var sent: Int
    var people: Int
}

/// Limits results: a publisher sees only groups of at least `CountRules.fewest` users.
enum ResultRules {
    /// The most groups that are shown. Apps can register any language.
    static let maximumGroups = 100

    /// Returns the groups that a publisher may see, the largest first. The publisher knows the total, so all hidden
    /// groups are shown as one sum. If that sum has too few users, further groups join it. The sum includes pushes
    /// whose rows are deleted: otherwise the difference to the total would reveal the number of erased users. `sent` is
    /// nil for the sum of the groups.
    static func disclosed(_ groups: [SentGroup], of sent: Int? = nil) -> [ResultGroup] {
        let missing = max(0, (sent ?? 0) - groups.reduce(0) { $0 + $1.sent })
        let sorted = groups.sorted {
            ($1.people, $0.provider.rawValue, $0.language ?? "") < ($0.people, $1.provider.rawValue, $1.language ?? "")
        }
        var kept = sorted.prefix(maximumGroups).prefix { $0.people >= CountRules.fewest }
        var others = sorted.dropFirst(kept.count)
        while !others.isEmpty || missing > 0, others.reduce(0, { $0 + $1.people }) < CountRules.fewest, !kept.isEmpty {
            kept.removeLast()
            others = sorted.dropFirst(kept.count)
        }
        let shown = kept.map { ResultGroup(provider: $0.provider, language: $0.language, sent: $0.sent) }
        let rest = others.reduce(missing) { $0 + $1.sent }
        return rest == 0 ? shown : shown + [ResultGroup(sent: rest)]
    }
}

struct CountedInteraction: Hashable, Sendable {
    var notification: Int64
    var action: String
    var link: String?
    var at: UnixTime
}

extension NotificationContent {
    /// Returns the interaction to count; nil for an action that the content does not have. The time is clamped between
    /// the begin and now, because clocks of push devices may be wrong. Unknown links are dropped, so that apps cannot
    /// make Balise count invented links.
    func counted(
        _ interaction: NotificationInteraction, with notification: Int64, beginsAt: UnixTime, at now: UnixTime
    ) -> CountedInteraction? {
        let known = [NotificationInteraction.opened, NotificationInteraction.dismissed] + actions.map(\.id)
        guard known.containsExactly(interaction.action) else { return nil }
        let links = ([link] + actions.map(\.link)).compactMap(\.self)
        return CountedInteraction(
            notification: notification, action: interaction.action,
            link: interaction.link.flatMap { links.containsExactly($0) && !$0.isEmpty ? $0 : nil },
            at: min(max(interaction.at, beginsAt), now))
    }
}
