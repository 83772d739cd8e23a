// What decides who is told of something, be it an announcement or a notification.

package import Models

/// What decides who is told of something.
package struct AudienceQuery: Hashable, Sendable {
    package var kind: NotificationKind
    /// At most one circle stands in it, in a place that `AudienceExpressionRules` allows.
    package var expression: AudienceExpression
    /// Of an announcement: those are told who want to hear of its category as well.
    package var interest: Interest?

    package init(kind: NotificationKind, expression: AudienceExpression) {
        self.kind = kind
        self.expression = expression
    }

    /// Whoever is within their own radius and wants to hear of such things.
    package init(_ interest: Interest) {
        kind = NotificationKind(interest.type)
        expression = .near(interest.coordinate)
        self.interest = interest
    }

    /// Where the circle is; nil where who is told depends on no place.
    package var place: Coordinate? { expression.place }
}

extension AudienceExpression {
    /// Whether something of it is judged again when a push is about to leave: what people and their push devices are. Who
    /// was named stays named, and who was within a circle was there.
    var isJudgedAgain: Bool {
        contains { part in
            switch part {
            case .topic, .tag, .deviceTag, .language, .platform, .appVersion: true
            case .everyone, .accounts, .near, .all, .any, .not: false
            }
        }
    }

    /// Whether it can hold for nobody but people whom it names.
    var isOfNamedAlone: Bool {
        switch self {
        case .accounts: true
        case .all(let parts): parts.contains(where: \.isOfNamedAlone)
        case .any(let parts): parts.allSatisfy(\.isOfNamedAlone)
        case .everyone, .topic, .tag, .deviceTag, .language, .platform, .appVersion, .near, .not: false
        }
    }

    /// Whether it says something of push devices.
    var isOfDevices: Bool {
        contains { part in
            switch part {
            case .deviceTag, .language, .platform, .appVersion: true
            case .everyone, .accounts, .topic, .tag, .near, .all, .any, .not: false
            }
        }
    }

    /// Whether a topic in it is those alone who have subscribed to it. Beside a circle, whom a publisher has added to a topic
    /// that is open now would be told apart by where they are.
    var asksSubscribersAlone: Bool { place != nil }

    /// The same without its circle: whoever is near is left to be found.
    var withoutPlace: AudienceExpression {
        switch self {
        case .near: .everyone
        case .all(let parts): .all(parts.map(\.withoutPlace))
        default: self
        }
    }
}
