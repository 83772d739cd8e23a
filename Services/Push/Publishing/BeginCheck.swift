import Models

/// Settings may have changed since it was accepted, and the key's rate limit applies now.
struct BeginCheck: Sendable {
    enum Judgement: Hashable, Sendable {
        case begins
        case isPutOff(until: UnixTime)
        /// The text is for its publisher.
        case isRefused(because: String)
    }

    let publishing: PublishingRules
    let rates: PublishingRates

    func judge(_ notification: PendingAudience, by plan: NotificationPlan?, at now: UnixTime) -> Judgement {
        // An announcement has no plan. An expired one sends nothing, so it does not count.
        guard let plan, notification.endsAt > now || notification.isLocal else { return .begins }
        do throws(ServiceError) {
            try publishing.check(
                kind: notification.query.kind.name, notification.query.expression, by: plan.limits,
                isOperator: plan.isOperator)
        } catch { return .isRefused(because: error.message) }
        guard let limit = plan.limits?.perMinute, let wait = rates.take(plan.apiKey, perMinute: limit, at: now) else {
            return .begins
        }
        return .isPutOff(until: now.adding(seconds: Int64(wait)))
    }
}
