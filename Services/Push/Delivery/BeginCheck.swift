// Whether a notification for later may begin when its time has come.

import Models

/// Judges a notification for later again when it is to begin: settings may have changed, and what its key sends in a
/// minute is counted then as well.
struct BeginCheck: Sendable {
    /// What becomes of a notification whose time has come.
    enum Judgement: Hashable, Sendable {
        case begins
        /// Its key has sent as many as it may in a minute.
        case isPutOff(until: UnixTime)
        /// It is sent no more; for its publisher to read.
        case isRefused(because: String)
    }

    let publishing: PublishingRules
    let rates: PublishingRates

    /// - Parameter plan: nil where nothing is known of its key.
    func judge(_ notification: PendingAudience, by plan: NotificationPlan?, at now: UnixTime) -> Judgement {
        // An announcement has no plan. One that is over tells nobody, which is no sending.
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
