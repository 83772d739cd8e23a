// Which results of a notification a publisher is told.

import Models

/// The pushes that were sent to push devices of one kind.
struct SentGroup: Hashable, Sendable {
    var provider: PushProvider
    var language: String?
    var sent: Int
    /// To how many people.
    var people: Int
}

/// What a publisher is told of groups: none of fewer people than `CountRules.fewest`.
enum ResultRules {
    /// The most groups that are told, since apps can name any language.
    static let maximumGroups = 100

    /// The groups as they are told, the largest first. How many pushes were sent in all, the publisher knows: so what is in
    /// no group is told as one number, and takes up groups until it is of enough people, too. To it belongs what no row is left
    /// of: the difference would say how many people were erased.
    ///
    /// - Parameter sent: how many pushes were sent in all; nil for those of the groups.
    static func told(_ groups: [SentGroup], of sent: Int? = nil) -> [ResultGroup] {
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
        let told = kept.map { ResultGroup(provider: $0.provider, language: $0.language, sent: $0.sent) }
        let rest = others.reduce(missing) { $0 + $1.sent }
        return rest == 0 ? told : told + [ResultGroup(sent: rest)]
    }
}
