import Models

/// Decides whether one user is a recipient, and why. `Audience` applies the same rules to all users at once.
struct AudienceRules: Sendable {
    let categories: [String]
    /// The maximum age of a position, in seconds.
    let maximumAge: Int64
    var kinds = NotificationKinds()

    struct RecipientResult: Hashable, Sendable {
        var reason: RecipientReason
        /// The reason as text. It does not contain the user's place.
        var text: String
        /// The distance in metres; nil without a position.
        var distance: Double?
        /// The radius in kilometres; nil for an unknown account.
        var radius: Int?
        var positionAt: UnixTime?
    }

    /// Returns the result for one user. Of several reasons, the first applies: preferences and account, place, push
    /// devices. `member` is nil for an unknown account.
    func result(on interest: Interest, for member: AudienceMember?, at now: UnixTime) -> RecipientResult {
        guard let member else { return RecipientResult(.unknownAccount, ReasonText.unknownAccount) }
        let choices = choices(of: member)
        let distance = member.position.map { GreatCircle.distance($0.coordinate, interest.coordinate) }
        let (reason, text) = reason(interest, member, choices, distance, now)
        return RecipientResult(
            reason: reason, text: text, distance: distance, radius: choices.notificationRadius,
            positionAt: member.position?.at)
    }

    /// Returns the result that others may know, computed from the grid square of the user's place. So any number of
    /// announcements around a user reveals only the square.
    func coarseResult(on interest: Interest, for member: AudienceMember?, at now: UnixTime) -> RecipientResult {
        var result = result(on: interest, for: member, at: now)
        guard let member, let position = member.position, let radius = result.radius,
            [.told, .tooFar, .noPushToken].contains(result.reason)
        else { return result }
        let distance = CoarsePlace.distance(position.coordinate, interest.coordinate)
        result.distance = distance
        // If the side is clear, the exact distance is on the same side. So the reason reveals no more than the square.
        if CoarsePlace.side(of: distance, radius: radius) == .unclear {
            (result.reason, result.text) = (.nearRadius, ReasonText.nearRadius)
        }
        return result
    }

    private func reason(
        _ interest: Interest, _ member: AudienceMember, _ choices: NotificationChoices, _ distance: Double?,
        _ now: UnixTime
    ) -> (RecipientReason, String) {
        if let refusal = refusal(type: interest.type, category: interest.category, by: member) { return refusal }
        guard let distance, let position = member.position else { return (.noPosition, "no position is known") }
        guard isFresh(position, at: now) else {
            return (.positionTooOld, "the position is older than \(ReasonText.span(maximumAge * 1000))")
        }
        guard AudienceRules.isNear(distance, radius: choices.notificationRadius) else {
            return (.tooFar, "it is outside the user's radius")
        }
        guard member.pushDevices > 0 else { return (.noPushToken, "the user has no push device") }
        return (
            .told,
            ReasonText.near(CoarsePlace.distance(position.coordinate, interest.coordinate), choices.notificationRadius)
        )
    }

    /// Returns the refusal by preferences or by a closed account; nil if neither prevents the announcement. It is
    /// independent of the user's place.
    func refusal(
        type: AnnouncementType, category: String?, by member: AudienceMember
    ) -> (reason: RecipientReason, text: String)? {
        if member.isClosed { return (.accountClosed, "the account is closed") }
        let choices = choices(of: member)
        let (isOn, name) =
            switch type {
            case .offer: (choices.notifyNewOffers, "new offers")
            case .professional: (choices.notifyNewProNearby, "new professionals")
            default: (choices.notifyLocalEvents, "local events")
            }
        guard isOn else { return (.switchedOff, "\(name) are switched off") }
        guard type != .event else { return nil }
        let preferred = choices.preferredCategories.filter(categories.contains)
        guard let category, preferred.contains(category) else {
            return (.categoryNotPreferred, "\(category ?? "no category") is not among the preferred categories")
        }
        return nil
    }

    func choices(of member: AudienceMember) -> NotificationChoices {
        var choices = member.preferences?.choices ?? .standard(categories: categories)
        choices.notificationRadius = choices.notificationRadius.clamped(to: Listing.radii)
        return choices
    }

    // MARK: Age

    /// Returns the time before which positions are too old. Ages are compared in whole seconds.
    func oldestPosition(at now: UnixTime) -> UnixTime { now.adding(seconds: -maximumAge) }

    func isFresh(_ position: Position, at now: UnixTime) -> Bool {
        PositionSecond(position.at) >= PositionSecond(oldestPosition(at: now))
    }

    // MARK: Distance

    static func isNear(_ distance: Double, radius: Int) -> Bool { distance <= Double(radius) * 1000 }

    func known(_ query: AudienceQuery) -> AudienceQuery {
        var query = query
        query.kind = kinds.kind(taken: query.kind.name)
        return query
    }

    /// Returns the result as far as others may know it. Of several reasons, the first applies: preferences and account,
    /// audience, place, push devices. `member` is nil for an unknown account; `devices` are those that receive pushes.
    func coarseResult(
        on query: AudienceQuery, for member: AudienceMember?, _ account: AccountID, on devices: [DeviceFacts],
        at now: UnixTime
    ) -> RecipientResult {
        if let interest = query.interest { return coarseResult(on: interest, for: member, at: now) }
        guard let member else { return RecipientResult(.unknownAccount, ReasonText.unknownAccount) }
        let query = known(query)
        if member.isClosed { return RecipientResult(.accountClosed, "the account is closed") }
        guard kinds.isOn(query.kind, for: member.preferences) else {
            return RecipientResult(.switchedOff, "\(query.kind.name) is switched off")
        }
        let judge = AudienceJudge(account: account, preferences: member.preferences, for: query.expression)
        let isIn = { device in judge.holds(query.expression, on: device) }
        // Conditions on push devices cannot be checked without a push device. So such a user passes here, and the
        // missing push device is the reason below.
        let judged = devices.isEmpty ? [DeviceFacts(platform: "")] : devices
        guard devices.isEmpty && query.expression.isOfDevices || judged.contains(where: isIn) else {
            let refusal = AudienceRefusal(
                judge: judge, devices: judged, asksSubscribersAlone: query.expression.asksSubscribersAlone)
            return RecipientResult(.notInAudience, refusal.text(query.expression))
        }
        if let place = query.place, let refusal = coarseRefusal(near: place, member, at: now) { return refusal }
        guard !devices.isEmpty else { return RecipientResult(.noPushToken, "the user has no push device") }
        return inAudience(query, member)
    }

    private func inAudience(_ query: AudienceQuery, _ member: AudienceMember) -> RecipientResult {
        guard let place = query.place, let position = member.position else {
            return RecipientResult(.told, "the user is in the audience")
        }
        let (distance, radius) = (
            CoarsePlace.distance(position.coordinate, place), choices(of: member).notificationRadius
        )
        return RecipientResult(
            reason: .told, text: ReasonText.near(distance, radius), distance: distance, radius: radius,
            positionAt: position.at)
    }

    /// Returns a refusal unless the user has a recent position whose grid square is wholly within the radius.
    private func coarseRefusal(near place: Coordinate, _ member: AudienceMember, at now: UnixTime) -> RecipientResult? {
        guard let position = member.position else { return RecipientResult(.noPosition, "no position is known") }
        guard isFresh(position, at: now) else {
            return RecipientResult(.positionTooOld, "the position is older than \(ReasonText.span(maximumAge * 1000))")
        }
        let radius = choices(of: member).notificationRadius
        switch CoarsePlace.side(of: CoarsePlace.distance(position.coordinate, place), radius: radius) {
        case .within: return nil
        case .unclear: return RecipientResult(.nearRadius, ReasonText.nearRadius)
        case .beyond:
            return RecipientResult(reason: .tooFar, text: "it is outside the user's radius", radius: radius)
        }
    }
}

extension AudienceRules.RecipientResult {
    init(_ reason: RecipientReason, _ text: String) { self.init(reason: reason, text: text) }

    /// Whether the square was within the smallest radius, and the user was there at `moment`. Then the decision reveals
    /// no more than the square, even if the user changed their radius since.
    func wasWithinAnyRadius(at moment: UnixTime) -> Bool {
        guard let distance, let positionAt, positionAt <= moment else { return false }
        return CoarsePlace.side(of: distance, radius: Listing.radii.lowerBound) == .within
    }

    /// The result for a user who was not in the audience when it was resolved. Later changes cannot be the reason.
    func asOf(_ decidedAt: UnixTime) -> AudienceRules.RecipientResult {
        guard reason == .told else { return self }
        var past = self
        if let positionAt, positionAt > decidedAt {
            past.reason = .noPosition
            past.text = "no position well within the radius was known when the recipients were decided"
        } else {
            past.reason = .noPushToken
            past.text =
                "when it was decided, the user had no push device, had switched it off, or had a smaller radius; or the user was"
                + " notified, and that is no longer stored"
        }
        return past
    }
}

enum ReasonText {
    static let unknownAccount =
        "no account with this id is known; give the id of the account, not a name"
    static let nearRadius =
        "it is close to the edge of the user's radius; saying on which side would reveal where the user is"

    /// Returns the distance and the radius as text: `about 3 km away, radius 10 km`.
    static func near(_ metres: Double, _ radius: Int) -> String {
        "about \(Int((metres / 1000).rounded())) km away, radius \(radius) km"
    }

    /// Returns a duration in the largest whole unit: `41 days`.
    static func span(_ milliseconds: Int64) -> String {
        let seconds = max(0, milliseconds / 1000)
        for (unit, name) in [(86_400, "day"), (3_600, "hour"), (60, "minute")] as [(Int64, String)]
        where seconds >= unit {
            return seconds / unit == 1 ? "1 \(name)" : "\(seconds / unit) \(name)s"
        }
        return seconds == 1 ? "1 second" : "\(seconds) seconds"
    }
}
