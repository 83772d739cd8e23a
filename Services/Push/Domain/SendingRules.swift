// Whether something whose turn has come is sent after all.

import Models

/// Judges a delivery when its turn has come: what people have said since it was queued counts.
struct SendingRules: Sendable {
    let audience: AudienceRules

    enum SendResult: Hashable, Sendable {
        case send
        /// It is sent so that its person neither sees nor hears that it comes.
        case sendSilently
        case suppress(SuppressionReason)
        /// The person is left in peace until then.
        case wait(until: UnixTime)
        case expire
        /// Of a digest too little is left; what it gathers goes by itself.
        case release
    }

    /// - Parameter quiet: made for `now`.
    func result(on delivery: DueDelivery, at now: UnixTime, _ quiet: inout QuietTime) -> SendResult {
        let (announcement, recipient) = (delivery.announcement, delivery.recipient)
        if announcement.isCancelled { return .suppress(.cancelled) }
        guard announcement.endsAt > now else { return .expire }
        guard let token = delivery.token else { return .suppress(.removed) }
        guard token.owner == recipient.number else { return .suppress(.moved) }
        if recipient.isClosed { return .suppress(.accountClosed) }
        if token.isMuted { return .suppress(.muted) }
        // The one who has just signed in is not told of it.
        if announcement.signIn == token.session { return .suppress(.moved) }
        if delivery.gathering == .digest {
            let isEnough = sendable(of: delivery, at: now, &quiet).count >= SendingRules.fewest(of: delivery)
            return isEnough ? .send : .release
        }
        // Who wants to see a test arrive wants it now, and so it is with what somebody else may have done.
        if announcement.isTest { return .send }
        guard recipient.hasPosition || announcement.audience?.isPlaced == false else { return .suppress(.noPosition) }
        let refusal =
            if let audience = announcement.audience { refusal(of: audience, by: recipient, on: token) } else {
                refusal(of: announcement, by: recipient)
            }
        if let refusal { return .suppress(refusal) }
        guard let hours = recipient.preferences?.quietHours, let end = quiet.end(of: hours) else { return .send }
        switch announcement.quietPassage {
        case .always: return .send
        case .silently: return .sendSilently
        case .ifAllowed where hours.allowsInterruptions == true: return .send
        case .ifAllowed, .afterwards: return end < announcement.endsAt ? .wait(until: end) : .expire
        }
    }

    /// What of a digest would be sent now if it stood alone.
    ///
    /// - Parameter quiet: made for `now`.
    func sendable(of digest: DueDelivery, at now: UnixTime, _ quiet: inout QuietTime) -> [DueDelivery] {
        var sendable: [DueDelivery] = []
        for delivery in digest.gathered where result(on: delivery, at: now, &quiet) == .send {
            sendable.append(delivery)
        }
        return sendable
    }

    /// A single one goes as itself. Where the digest may have arrived it would come twice then.
    private static func fewest(of digest: DueDelivery) -> Int { digest.isUnconfirmed ? 1 : 2 }

    /// Whether a delivery that quiet hours hold back goes with others when these end.
    func isHeld(_ delivery: DueDelivery) -> Bool {
        delivery.announcement.isDigestible && isDigested(delivery.announcement.kind)
    }

    /// Whether digests gather a kind.
    func isDigested(_ kind: String) -> Bool { audience.kinds.kind(taken: kind).isDigested }

    private func refusal(
        of due: DueAudience, by recipient: DueRecipient, on token: DueToken
    ) -> SuppressionReason? {
        let kind = audience.kinds.kind(taken: due.kind)
        guard audience.kinds.isOn(kind, for: recipient.preferences) else { return .switchedOff }
        guard let expression = due.expression, let account = recipient.account else { return nil }
        let judge = AudienceJudge(account: account, preferences: recipient.preferences, for: expression)
        return judge.holds(expression, on: token.facts) ? nil : .notInAudience
    }

    private func refusal(of announcement: DueAnnouncement, by recipient: DueRecipient) -> SuppressionReason? {
        let refusal = audience.refusal(
            type: announcement.type, category: announcement.category,
            by: AudienceMember(status: .active, preferences: recipient.preferences))
        return switch refusal {
        case nil: nil
        case .categoryNotPreferred: .categoryNotPreferred
        default: .switchedOff
        }
    }
}

extension AudienceRules {
    /// Why somebody does not want to hear of such a thing, wherever it is; nil when they do.
    fileprivate func refusal(type: AnnouncementType, category: String?, by member: AudienceMember) -> RecipientReason? {
        // Where it is does not matter here.
        guard let anywhere = Coordinate(latitude: 0, longitude: 0) else { return nil }
        return refusal(of: Interest(type: type, category: category, coordinate: anywhere), by: member)?.0
    }
}
