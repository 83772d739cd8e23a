// Who is told of a notification, and why.

import Models

extension AudienceRules {
    /// A query whose kind is as the operator has set it.
    func known(_ query: AudienceQuery) -> AudienceQuery {
        var query = query
        query.kind = kinds.kind(taken: query.kind.name)
        return query
    }

    /// Whether and why somebody is told, as others may know it: see the same for announcements. Of several reasons why not,
    /// what the person or their account says comes before whether they belong to the audience, that before where they
    /// are, and all before whether they have a push device.
    /// - Parameters:
    ///   - member: nil for an account of which nothing is known.
    ///   - devices: the push devices to which pushes go.
    func coarseResult(
        on query: AudienceQuery, for member: AudienceMember?, _ account: AccountID, on devices: [DeviceFacts],
        at now: UnixTime
    ) -> RecipientResult {
        if let interest = query.interest { return coarseResult(on: interest, for: member, at: now) }
        guard let member else {
            return RecipientResult(reason: .unknownAccount, text: ReasonText.unknownAccount)
        }
        let query = known(query)
        if member.status == .disabled {
            return RecipientResult(reason: .accountClosed, text: "the account is closed")
        }
        guard kinds.isOn(query.kind, for: member.preferences) else {
            return RecipientResult(reason: .switchedOff, text: "\(query.kind.name) is switched off")
        }
        let judge = AudienceJudge(account: account, preferences: member.preferences, for: query.expression)
        let isIn = { device in judge.holds(query.expression, on: device) }
        // What is asked of push devices nobody meets who has none.
        guard
            devices.isEmpty
                ? query.expression.isOfDevices || isIn(DeviceFacts(platform: "")) : devices.contains(where: isIn)
        else {
            return RecipientResult(reason: .notInAudience, text: "the user is not in the audience")
        }
        if let place = query.place, let refusal = coarseRefusal(near: place, member, at: now) { return refusal }
        guard !devices.isEmpty else {
            return RecipientResult(reason: .noPushToken, text: "the user has no push device")
        }
        return told(query, member)
    }

    private func told(_ query: AudienceQuery, _ member: AudienceMember) -> RecipientResult {
        guard let place = query.place, let position = member.position else {
            return RecipientResult(reason: .told, text: "the user is in the audience")
        }
        let (distance, radius) = (CoarsePlace.distance(position.coordinate, place), choices(of: member).radius)
        return RecipientResult(
            reason: .told, text: ReasonText.near(distance, radius), distance: distance, radius: radius,
            positionAt: position.at)
    }

    /// Why somebody is not within their radius of a place, or is too close to the edge of it for that to be said; nil for
    /// one who is.
    private func coarseRefusal(near place: Coordinate, _ member: AudienceMember, at now: UnixTime) -> RecipientResult? {
        guard let position = member.position else {
            return RecipientResult(reason: .noPosition, text: "no position is known")
        }
        guard isFresh(position, at: now) else {
            return RecipientResult(
                reason: .positionTooOld, text: "the position is older than \(ReasonText.span(maximumAge * 1000))")
        }
        let radius = choices(of: member).radius
        switch CoarsePlace.side(of: CoarsePlace.distance(position.coordinate, place), radius: radius) {
        case .within: return nil
        case .unclear: return RecipientResult(reason: .nearRadius, text: ReasonText.nearRadius)
        case .beyond:
            return RecipientResult(
                reason: .tooFar, text: "it is outside the user's radius", radius: radius)
        }
    }
}
