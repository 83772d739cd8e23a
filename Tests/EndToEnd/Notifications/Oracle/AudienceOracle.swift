// Decides the recipients and reasons one user at a time, from docs/reference/notifications.md and openapi.yaml only.

enum OracleEnd: String, Sendable, CaseIterable {
    case sent
    case muted = "suppressed muted"
    case capped = "suppressed capped"
    case quiet = "deferred quiet-hours"
    /// It expires before the quiet hours end.
    case expired

    var state: String { String(rawValue.prefix { $0 != " " }) }
}

struct OracleExpectation: Sendable {
    /// The operator's reason for each user, by their numbers.
    var reasons: [String] = []
    var recipients = 0
    /// The end on each push device, by token.
    var ends: [String: OracleEnd] = [:]
    var counted = OracleCount()

    /// The delivery counts that are not 0.
    var figures: [String: Int] {
        var figures = ends.values.reduce(into: [:]) { $0[$1.state, default: 0] += 1 }
        if !ends.isEmpty { figures["accepted"] = ends.count }
        return figures
    }
}

struct OracleCount: Equatable, Sendable {
    var recipients = 0
    var deliveries = 0

    mutating func add(_ pushDevices: Int) {
        guard pushDevices > 0 else { return }
        recipients += 1
        deliveries += pushDevices
    }
}

struct AudienceOracle: Sendable {
    let people: [OraclePerson]
    /// The pushes of the capped kind for each user so far.
    private var had: [Int]

    init(_ people: [OraclePerson]) {
        self.people = people
        had = people.map { _ in 0 }
    }

    mutating func judge(_ notification: OracleNotification) -> OracleExpectation {
        var expectation = OracleExpectation()
        for person in people {
            expectation.reasons.append(reason(notification, person, isShown: true))
            guard reason(notification, person, isShown: false) == "told" else { continue }
            expectation.recipients += 1
            let reached = person.pushDevices.filter { notification.audience.holds(for: person, on: $0) }
            let isCapped = notification.kind == OracleTerms.capped && had[person.number] >= OracleTerms.cap
            for device in reached { expectation.ends[device.token] = end(notification, person, device, isCapped) }
            if notification.kind == OracleTerms.capped, !isCapped { had[person.number] += 1 }
            guard !isCapped else { continue }
            expectation.counted.add(reached.count { !$0.isMuted })
        }
        return expectation
    }

    /// Quiet hours hold back visible pushes, and interruptions unless the user allows them.
    private func end(
        _ notification: OracleNotification, _ person: OraclePerson, _ device: OraclePushDevice, _ isCapped: Bool
    ) -> OracleEnd {
        if isCapped { return .capped }
        if device.isMuted { return .muted }
        guard let hours = person.quietHours, hours.isNow, !notification.isUnseen else { return .sent }
        if hours.allowsInterruptions, ["time-sensitive", "critical"].contains(notification.interruptionLevel) {
            return .sent
        }
        return notification.isShort ? .expired : .quiet
    }

    /// The account and the user's choices come first, then the audience, then the place, and last the push devices.
    /// - Parameter isShown: Whether it is the operator's view, which hides the side of the radius for a user close to its edge.
    private func reason(_ notification: OracleNotification, _ person: OraclePerson, isShown: Bool) -> String {
        if person.isClosed { return "account-closed" }
        if !hears(person, of: notification.kind) { return "switched-off" }
        let choices = person.choices ?? OracleChoices()
        if let category = notification.category, !choices.categories.contains(category) {
            return "category-not-preferred"
        }
        if !isIn(notification.audience, person) { return "not-in-audience" }
        if let circle = notification.audience.circle {
            guard let place = person.whereabouts else { return "no-position" }
            if place.isTooOld { return "position-too-old" }
            // The circles are farther apart than the largest radius.
            let beyond = place.circle == circle ? place.kilometres - Double(choices.radius) : .infinity
            if isShown, abs(beyond) <= OracleWhereabouts.closeToEdge { return "near-radius" }
            if beyond > 0 { return "too-far" }
        }
        return person.pushDevices.isEmpty ? "no-push-token" : "told"
    }

    private func hears(_ person: OraclePerson, of kind: String) -> Bool {
        let choices = person.choices ?? OracleChoices()
        return switch kind {
        case "OFFER": choices.offers
        case "PROFESSIONAL": choices.professionals
        case "EVENT": choices.events
        case OracleTerms.mandatory: true
        default: person.switches[kind] ?? (kind != OracleTerms.offAtFirst)
        }
    }

    /// A user without any cannot match conditions on push devices.
    private func isIn(_ audience: OracleAudience, _ person: OraclePerson) -> Bool {
        guard person.pushDevices.isEmpty else {
            return person.pushDevices.contains { audience.holds(for: person, on: $0) }
        }
        return audience.asksOfPushDevices || audience.holds(for: person, on: nil)
    }
}
