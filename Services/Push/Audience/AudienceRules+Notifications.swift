import Models

extension AudienceRules {
    func known(_ query: AudienceQuery) -> AudienceQuery {
        var query = query
        query.kind = kinds.kind(taken: query.kind.name)
        return query
    }

    /// The result as far as others may know it. Of several reasons, the first applies: preferences and account, audience,
    /// place, push devices. `member` is nil for an unknown account; `devices` are those that receive pushes.
    func coarseResult(
        on query: AudienceQuery, for member: AudienceMember?, _ account: AccountID, on devices: [DeviceFacts],
        at now: UnixTime
    ) -> RecipientResult {
        if let interest = query.interest { return coarseResult(on: interest, for: member, at: now) }
        guard let member else {
            return RecipientResult(reason: .unknownAccount, text: ReasonText.unknownAccount)
        }
        let query = known(query)
        if member.isClosed {
            return RecipientResult(reason: .accountClosed, text: "the account is closed")
        }
        guard kinds.isOn(query.kind, for: member.preferences) else {
            return RecipientResult(reason: .switchedOff, text: "\(query.kind.name) is switched off")
        }
        let judge = AudienceJudge(account: account, preferences: member.preferences, for: query.expression)
        let isIn = { device in judge.holds(query.expression, on: device) }
        // Without a push device, no condition on push devices matches.
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
        return inAudience(query, member)
    }

    private func inAudience(_ query: AudienceQuery, _ member: AudienceMember) -> RecipientResult {
        guard let place = query.place, let position = member.position else {
            return RecipientResult(reason: .told, text: "the user is in the audience")
        }
        let (distance, radius) = (
            CoarsePlace.distance(position.coordinate, place), choices(of: member).notificationRadius
        )
        return RecipientResult(
            reason: .told, text: ReasonText.near(distance, radius), distance: distance, radius: radius,
            positionAt: position.at)
    }

    /// The user is outside of the radius, or too close to its edge to say; nil inside.
    private func coarseRefusal(near place: Coordinate, _ member: AudienceMember, at now: UnixTime) -> RecipientResult? {
        guard let position = member.position else {
            return RecipientResult(reason: .noPosition, text: "no position is known")
        }
        guard isFresh(position, at: now) else {
            return RecipientResult(
                reason: .positionTooOld, text: "the position is older than \(ReasonText.span(maximumAge * 1000))")
        }
        let radius = choices(of: member).notificationRadius
        switch CoarsePlace.side(of: CoarsePlace.distance(position.coordinate, place), radius: radius) {
        case .within: return nil
        case .unclear: return RecipientResult(reason: .nearRadius, text: ReasonText.nearRadius)
        case .beyond:
            return RecipientResult(
                reason: .tooFar, text: "it is outside the user's radius", radius: radius)
        }
    }
}
