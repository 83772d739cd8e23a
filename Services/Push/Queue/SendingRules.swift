import Models

/// Decides whether a due delivery is sent, by the current data: preferences may have changed since it was queued.
struct SendingRules: Sendable {
    let audience: AudienceRules

    enum SendResult: Hashable, Sendable {
        case send
        /// The push is sent so that the user neither sees nor hears its arrival.
        case sendSilently
        case suppress(SuppressionReason)
        case wait(until: UnixTime)
        case expire
        /// The deliveries of a digest are sent on their own, because too few are left in it.
        case release
    }

    func result(on delivery: DueDelivery, at now: UnixTime, _ quiet: inout QuietTime) -> SendResult {
        let (notification, recipient) = (delivery.notification, delivery.recipient)
        if notification.isCancelled { return .suppress(.cancelled) }
        guard notification.endsAt > now else { return .expire }
        guard let token = delivery.token else { return .suppress(.removed) }
        guard token.owner == recipient.number else { return .suppress(.moved) }
        if recipient.isClosed { return .suppress(.accountClosed) }
        if token.isMuted { return .suppress(.muted) }
        // The session that has just begun receives no notice about itself.
        if notification.signIn?.text == token.session { return .suppress(.moved) }
        if delivery.gathering == .digest {
            let isEnough = sendable(of: delivery, at: now, &quiet).count >= SendingRules.fewest(of: delivery)
            return isEnough ? .send : .release
        }
        // Users expect a test at once. Notices of sign-ins and forwarders are equally urgent: these may be an attacker's.
        if notification.isTest, notification.ownKind == nil { return .send }
        guard recipient.hasPosition || !notification.audience.isPlaced else { return .suppress(.noPosition) }
        if let kind = notification.ownKind, !audience.kinds.isOn(kind, for: recipient.preferences) {
            return .suppress(.switchedOff)
        }
        if !notification.isTest, let refusal = refusal(of: notification, by: recipient, on: token) {
            return .suppress(refusal)
        }
        guard let hours = recipient.preferences?.quietHours, let end = quiet.end(of: hours) else { return .send }
        // The right to the notice may end during quiet hours, so it does not wait for their end.
        if notification.ownKind == .arrivals { return .expire }
        switch notification.quietPassage {
        case .always: return .send
        case .silently: return .sendSilently
        case .ifAllowed where hours.allowsInterruptions == true: return .send
        case .ifAllowed, .afterwards: return end < notification.endsAt ? .wait(until: end) : .expire
        }
    }

    /// Returns the deliveries of a digest that could be sent alone now.
    func sendable(of digest: DueDelivery, at now: UnixTime, _ quiet: inout QuietTime) -> [DueDelivery] {
        var sendable: [DueDelivery] = []
        for delivery in digest.gathered where result(on: delivery, at: now, &quiet) == .send {
            sendable.append(delivery)
        }
        return sendable
    }

    /// Returns the fewest deliveries with which a digest is sent. A single delivery is sent without a digest. But if
    /// the digest may have arrived, the user would see the notification twice, so one delivery is enough.
    private static func fewest(of digest: DueDelivery) -> Int { digest.isUnconfirmed ? 1 : 2 }

    func isHeld(_ delivery: DueDelivery) -> Bool {
        delivery.notification.isDigestible && isDigested(delivery.notification.kind)
    }

    func isDigested(_ kind: String) -> Bool { audience.kinds.kind(taken: kind).isDigested }

    private func refusal(
        of notification: DueNotification, by recipient: DueRecipient, on token: DueToken
    ) -> SuppressionReason? {
        if let announcement = notification.announcement {
            let member = AudienceMember(status: .active, preferences: recipient.preferences)
            let refusal = audience.refusal(type: announcement.type, category: announcement.category, by: member)
            return refusal.map { $0.reason == .categoryNotPreferred ? .categoryNotPreferred : .switchedOff }
        }
        let kind = audience.kinds.kind(taken: notification.kind)
        guard audience.kinds.isOn(kind, for: recipient.preferences) else { return .switchedOff }
        guard let expression = notification.audience.expression, let account = recipient.account else { return nil }
        let judge = AudienceJudge(account: account, preferences: recipient.preferences, for: expression)
        return judge.holds(expression, on: token.facts) ? nil : .notInAudience
    }
}
