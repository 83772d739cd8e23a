// Who gets what, who does not and why: judged one person after the other, by docs/notifications.md alone. Nothing of the
// product's own code is called.

/// What becomes of a push on one push device.
enum OracleEnd: String, Sendable, CaseIterable {
    case sent
    case muted = "suppressed muted"
    case capped = "suppressed capped"
    case quiet = "deferred quiet-hours"
    /// It is over before the quiet hours end.
    case expired

    /// Among which of the delivery counts it is.
    var state: String { String(rawValue.prefix { $0 != " " }) }
}

/// What the oracle says about one notification.
struct OracleExpectation: Sendable {
    /// Why each person was told or was not, by their numbers, as an operator is told.
    var reasons: [String] = []
    /// How many people are told.
    var recipients = 0
    /// What becomes of it, by the tokens of the push devices to which it goes.
    var ends: [String: OracleEnd] = [:]
    /// What a dry run says before: people with a push device that shows it, and how many of these.
    var counted = OracleCount()

    /// The delivery counts that are not 0.
    var figures: [String: Int] {
        var figures = ends.values.reduce(into: [:]) { $0[$1.state, default: 0] += 1 }
        if !ends.isEmpty { figures["accepted"] = ends.count }
        return figures
    }
}

/// People and their push devices.
struct OracleCount: Equatable, Sendable {
    var recipients = 0
    var deliveries = 0

    /// Counts somebody with so many push devices, if they have any.
    mutating func add(_ pushDevices: Int) {
        guard pushDevices > 0 else { return }
        recipients += 1
        deliveries += pushDevices
    }
}

/// Says what becomes of notifications that are sent one after the other.
struct AudienceOracle: Sendable {
    let people: [OraclePerson]
    /// How many pushes of the capped kind each person has had.
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

    /// What becomes of it on a push device of somebody who is told. Quiet hours hold back what people see, and what may
    /// break through a focus where they do not want that.
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

    /// Why somebody is told or not. What the account and the person say comes first, then whether they belong to the
    /// audience, then where they are, and last whether they have a push device.
    ///
    /// - Parameter isShown: whether it is what an operator is told, who does not learn on which side of the edge of their
    ///   radius somebody is who is close to it.
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
            // The circles are farther from each other than anybody wants to hear of.
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

    /// Whether the audience holds for one of somebody's push devices. Who has none, and of whom something of push devices is
    /// asked, misses these.
    private func isIn(_ audience: OracleAudience, _ person: OraclePerson) -> Bool {
        guard person.pushDevices.isEmpty else {
            return person.pushDevices.contains { audience.holds(for: person, on: $0) }
        }
        return audience.asksOfPushDevices || audience.holds(for: person, on: nil)
    }
}
