import Models

struct OutcomeRules: Sendable {
    let pace: RetryPace
    let attempts: Int

    /// The pace during an outage. The pauses grow to at most a minute, so that the end of the outage is noticed soon.
    private var outagePace: RetryPace { RetryPace(first: pace.first, maximum: min(pace.maximum, OutagePauses.maximum)) }

    /// The pause for a token that was reported as gone but registered again, in seconds.
    private static let pauseAfterRegistration: Int64 = 10

    /// Returns the change of a delivery after an outcome.
    /// - Parameter chance: Returns a number from 0 to 1. It is called only for retried deliveries, because each random
    ///   number is a system call.
    func update(
        of delivery: DueDelivery, after outcome: DeliveryOutcome, at now: UnixTime, chance: () -> Double
    ) -> DeliveryUpdate {
        var update = DeliveryUpdate(
            delivery: delivery.place.number, state: .failed, reason: nil, attempts: delivery.attempts + 1,
            gathered: delivery.gathered.map(\.place.number))
        switch outcome {
        case .sent:
            update.state = .sent
            // The token of an ended Live Activity is dead, so it is deleted.
            if let token = delivery.token, delivery.notification.content?.liveActivity?.event == .end {
                update.token = .gone(token.number, ifRegisteredBefore: nil)
            }
        case .expired:
            update.state = .expired
            update.attempts = delivery.attempts
        case .failed(let reason, _):
            update.reason = reason
        case .retry(let pause, let reason):
            update.reason = reason
            guard update.attempts < attempts else {
                update.isGivenUp = true
                break
            }
            let wait = pace.pause(after: update.attempts, chance: chance(), atLeast: pause)
            again(&update, at: now.adding(milliseconds: wait.milliseconds), delivery)
        case .outage(let pause, let reason):
            update.reason = reason
            update.attempts = delivery.attempts
            update.outages = delivery.outages + 1
            let wait = outagePace.pause(
                after: update.attempts + update.outages, chance: chance(),
                atLeast: pause.map { OutagePauses.capped($0, tries: update.outages) })
            again(&update, at: now.adding(milliseconds: wait.milliseconds), delivery)
        case .waitForCredential(let pause, let reason):
            // No attempt was made. The wait is an outage, so the delivery continues once the provider answers.
            update.reason = reason
            update.attempts = delivery.attempts
            update.outages = delivery.outages + 1
            let wait = pause + .milliseconds(Int64(chance() * 1000))
            again(&update, at: now.adding(milliseconds: wait.milliseconds), delivery)
        case .removeToken(let reason, let moment):
            update.reason = reason
            guard let token = delivery.token else { break }
            update.token = .gone(token.number, ifRegisteredBefore: moment)
            if update.attempts < attempts {
                update.ifTokenStays = now.adding(seconds: OutcomeRules.pauseAfterRegistration)
            }
        case .tryOtherEnvironment(let reason):
            update.reason = reason
            guard let token = delivery.token else { break }
            update.token = .otherEnvironment(token.number, than: token.environment)
            if update.attempts < attempts { again(&update, at: now, delivery) }
        case .unanswered(let outcome):
            update = self.update(of: delivery, after: outcome, at: now, chance: chance)
            update.isUnconfirmed = true
        case .lost(let outcome):
            update = self.update(of: delivery, after: outcome, at: now, chance: chance)
        case .outdated:
            (update.attempts, update.outages) = (delivery.attempts, delivery.outages)
            again(&update, at: delivery.place.nextAt, delivery)
        case .stopCredential(let reason), .unreachable(let reason):
            // The push was not attempted, so the delivery's state stays unchanged.
            update.reason = reason
            (update.attempts, update.outages) = (delivery.attempts, delivery.outages)
            again(&update, at: delivery.place.nextAt, delivery)
        }
        return update
    }

    func update(of delivery: DueDelivery, after result: SendingRules.SendResult) -> DeliveryUpdate? {
        var update = DeliveryUpdate(
            delivery: delivery.place.number, state: .suppressed, reason: nil, attempts: delivery.attempts,
            outages: delivery.outages)
        switch result {
        case .send, .sendSilently:
            guard delivery.gathering == .gathered else { return nil }
            // The digest pushes this delivery. Alone, it becomes due only when its notification ends.
            (update.state, update.nextAt) = (.pending, delivery.notification.endsAt)
        case .suppress(let reason): update.reason = reason.rawValue
        case .wait(let moment):
            (update.state, update.nextAt, update.reason) = (.deferred, moment, "quiet-hours")
            update.isInterruption = delivery.notification.quietPassage == .ifAllowed
        case .expire: update.state = .expired
        case .release: update.reason = DigestContent.released
        }
        return update
    }

    private func again(_ update: inout DeliveryUpdate, at moment: UnixTime, _ delivery: DueDelivery) {
        guard moment < delivery.notification.endsAt else {
            update.state = .expired
            return
        }
        (update.state, update.nextAt) = (.pending, moment)
    }
}

extension Duration {
    var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
