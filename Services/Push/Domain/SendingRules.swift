import Models

/// Judges a delivery when it is due. Changes since it was queued, such as new preferences, apply.
struct SendingRules: Sendable {
    let audience: AudienceRules

    enum SendResult: Hashable, Sendable {
        case send
        /// Sent so that the user neither sees nor hears its arrival.
        case sendSilently
        case suppress(SuppressionReason)
        case wait(until: UnixTime)
        case expire
        /// The digest has too few deliveries left, which are then sent on their own.
        case release
    }

    /// - Parameter quiet: Created for `now`.
    func result(on delivery: DueDelivery, at now: UnixTime, _ quiet: inout QuietTime) -> SendResult {
        let (announcement, recipient) = (delivery.announcement, delivery.recipient)
        if announcement.isCancelled { return .suppress(.cancelled) }
        guard announcement.endsAt > now else { return .expire }
        guard let token = delivery.token else { return .suppress(.removed) }
        guard token.owner == recipient.number else { return .suppress(.moved) }
        if recipient.isClosed { return .suppress(.accountClosed) }
        if token.isMuted { return .suppress(.muted) }
        // The session that has just begun receives no notice about itself.
        if announcement.signIn == token.session { return .suppress(.moved) }
        if delivery.gathering == .digest {
            let isEnough = sendable(of: delivery, at: now, &quiet).count >= SendingRules.fewest(of: delivery)
            return isEnough ? .send : .release
        }
        // Users expect a test at once. A sign-in notice is equally urgent, because the sign-in may be an attacker's.
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

    /// The deliveries of a digest that could be sent alone now.
    ///
    /// - Parameter quiet: Created for `now`.
    func sendable(of digest: DueDelivery, at now: UnixTime, _ quiet: inout QuietTime) -> [DueDelivery] {
        var sendable: [DueDelivery] = []
        for delivery in digest.gathered where result(on: delivery, at: now, &quiet) == .send {
            sendable.append(delivery)
        }
        return sendable
    }

    /// A single delivery is sent without a digest. But if the digest may have arrived, that would show it twice.
    private static func fewest(of digest: DueDelivery) -> Int { digest.isUnconfirmed ? 1 : 2 }

    /// Whether a delivery in quiet hours joins a digest.
    func isHeld(_ delivery: DueDelivery) -> Bool {
        delivery.announcement.isDigestible && isDigested(delivery.announcement.kind)
    }

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
    /// The reason why a user does not want such announcements in any place; nil if they do.
    fileprivate func refusal(type: AnnouncementType, category: String?, by member: AudienceMember) -> RecipientReason? {
        // The place is irrelevant here.
        guard let anywhere = Coordinate(latitude: 0, longitude: 0) else { return nil }
        return refusal(of: Interest(type: type, category: category, coordinate: anywhere), by: member)?.0
    }
}
