// What becomes of a delivery after a try.

import Models

/// What becomes of a delivery after a try.
struct SettlementRules: Sendable {
    let pace: RetryPace
    /// The most tries of a delivery.
    let attempts: Int

    /// Whether an outage is over is seen soon, at the price of a try a minute.
    private var outagePace: RetryPace {
        RetryPace(first: pace.first, longest: min(pace.longest, OutagePauses.longest))
    }

    /// How soon something goes on that a token held up which was registered again meanwhile.
    private static let pauseAfterRegistration: Int64 = 10

    /// - Parameter chance: from 0 to 1; spreads the tries.
    func settlement(
        of delivery: DueDelivery, after outcome: DeliveryOutcome, at now: UnixTime, chance: Double
    ) -> Settlement {
        var settlement = Settlement(
            delivery: delivery.place.number, state: .failed, reason: nil, attempts: delivery.attempts + 1)
        switch outcome {
        case .sent:
            settlement.state = .sent
        case .expired:
            settlement.state = .expired
            settlement.attempts = delivery.attempts
        case .failed(let reason, _):
            settlement.reason = reason
        case .retry(let pause, let reason):
            settlement.reason = reason
            guard settlement.attempts < attempts else {
                settlement.isGivenUp = true
                break
            }
            let wait = pace.pause(after: settlement.attempts, chance: chance, atLeast: pause)
            again(&settlement, at: now.adding(milliseconds: wait.milliseconds), delivery)
        case .outage(let pause, let reason):
            settlement.reason = reason
            settlement.attempts = delivery.attempts
            settlement.outages = delivery.outages + 1
            let wait = outagePace.pause(
                after: settlement.attempts + settlement.outages, chance: chance,
                atLeast: pause.map { OutagePauses.capped($0, tries: settlement.outages) })
            again(&settlement, at: now.adding(milliseconds: wait.milliseconds), delivery)
        case .removeToken(let reason, let moment):
            settlement.reason = reason
            guard let token = delivery.token else { break }
            settlement.token = .gone(token.number, ifRegisteredBefore: moment)
            if settlement.attempts < attempts {
                settlement.ifTokenStays = now.adding(seconds: SettlementRules.pauseAfterRegistration)
            }
        case .tryOtherEnvironment(let reason):
            settlement.reason = reason
            guard let token = delivery.token else { break }
            settlement.token = .otherEnvironment(token.number, than: token.environment)
            if settlement.attempts < attempts { again(&settlement, at: now, delivery) }
        case .unanswered(let outcome):
            settlement = self.settlement(of: delivery, after: outcome, at: now, chance: chance)
            settlement.isUnconfirmed = true
        case .lost(let outcome):
            settlement = self.settlement(of: delivery, after: outcome, at: now, chance: chance)
        case .outdated:
            (settlement.attempts, settlement.outages) = (delivery.attempts, delivery.outages)
            again(&settlement, at: delivery.place.nextAt, delivery)
        case .stopCredential(let reason), .unreachable(let reason):
            // Nothing was tried for this delivery in particular; it goes on where it stands.
            settlement.reason = reason
            (settlement.attempts, settlement.outages) = (delivery.attempts, delivery.outages)
            again(&settlement, at: delivery.place.nextAt, delivery)
        }
        return settlement
    }

    /// What becomes of a delivery that is not sent now; nil for one that is.
    func settlement(of delivery: DueDelivery, after verdict: SendingRules.Verdict) -> Settlement? {
        var settlement = Settlement(
            delivery: delivery.place.number, state: .suppressed, reason: nil, attempts: delivery.attempts,
            outages: delivery.outages)
        switch verdict {
        case .send: return nil
        case .suppress(let reason): settlement.reason = reason.rawValue
        case .wait(let moment):
            (settlement.state, settlement.nextAt, settlement.reason) = (.deferred, moment, "quiet-hours")
        case .expire: settlement.state = .expired
        }
        return settlement
    }

    /// Comes again at a moment, if the announcement still counts then.
    private func again(_ settlement: inout Settlement, at moment: UnixTime, _ delivery: DueDelivery) {
        guard moment < delivery.announcement.endsAt else {
            settlement.state = .expired
            return
        }
        (settlement.state, settlement.nextAt) = (.pending, moment)
    }
}

extension Duration {
    var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
