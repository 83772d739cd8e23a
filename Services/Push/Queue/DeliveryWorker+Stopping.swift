import Logging
import Models
import Synchronization

extension DeliveryWorker {
    /// The number of consecutive outage answers after which the channel stops.
    private static let maximumOutages = 3

    /// Stops the channel after an outcome without success, or continues it after a success. Returns the outcome,
    /// adjusted by what other deliveries show.
    func note(_ outcome: DeliveryOutcome, of delivery: DueDelivery, isAnswered: Bool = true) -> DeliveryOutcome {
        let cause = state.withLock { $0.stop?.cause }
        switch outcome {
        case .unanswered(let inner): return .unanswered(note(inner, of: delivery, isAnswered: false))
        case .lost(let inner): return .lost(note(inner, of: delivery, isAnswered: false))
        case .stopCredential(let reason): return refused(delivery, reason)
        case .waitForCredential: state.withLock { _ = $0.waitingTopics.insert(delivery.token?.topic) }
        case .unreachable(let reason):
            stop(.unreachable, reason)
            pause(after: delivery)
        // The provider is still unreachable. This delivery has its own pause, so the next trial uses another delivery.
        case .retry(_, let reason) where cause == .unreachable: stop(.unreachable, reason)
        case .outage(_, let reason) where cause == .unreachable: stop(.unreachable, reason)
        case .retry(_, let reason) where cause == .outage && !isAnswered:
            // The outage continues; this does not use up an attempt.
            stop(.outage, reason)
            return .outage(after: nil, reason: reason)
        case .retry(let asked, _):
            if isAnswered { answered() }
            pause(after: delivery, asked: asked)
        case .outage(let asked, let reason):
            notWell(reason, asked: asked)
            pause(after: delivery, asked: asked)
        case .sent, .failed, .removeToken, .tryOtherEnvironment: taken(delivery)
        case .expired, .outdated: break
        }
        return outcome
    }

    /// The pause before another attempt if the provider refuses one topic or push device alone.
    private static let pauseOfRefused = Duration.seconds(60)

    private func refused(_ delivery: DueDelivery, _ reason: String) -> DeliveryOutcome {
        let meaning = delivery.target.map { target in state.withLock { $0.refusals.refused(target) } } ?? .credential
        switch meaning {
        case .own:
            let metadata: Logger.Metadata = [
                "channel": .string("\(name)"), "reason": .string(reason),
                "topic": .string(delivery.token?.topic ?? "the configured one"),
                "notification": .string(delivery.notification.id.text), "delivery": .string(delivery.id.lowercase),
            ]
            if rateLimit.record("refused by itself", at: context.clock.now()) != nil {
                context.logger.error(
                    "the provider refuses the credential for one push device or app alone; check its topic",
                    metadata: metadata)
            }
            return .retry(after: DeliveryWorker.pauseOfRefused, reason: reason)
        case .unclear: stop(.credential, reason, isDoubt: true)
        case .credential: stop(.credential, reason)
        }
        return .stopCredential(reason: reason)
    }

    /// Records that the provider works, although it did not accept this push.
    private func answered() {
        let isOver = state.withLock { state in
            state.outages = 0
            return state.stop?.cause == .outage
        }
        if isOver { goOn() }
    }

    private func notWell(_ reason: String, asked: Duration?) {
        let isStopped = state.withLock { state in
            state.outages += 1
            return state.stop?.cause == .outage || state.stop == nil && state.outages >= DeliveryWorker.maximumOutages
        }
        if isStopped { stop(.outage, reason, asked: asked) }
    }

    private func taken(_ delivery: DueDelivery) {
        let mayGoOn = state.withLock { state in
            state.outages = 0
            // A push that left before the refusal proves nothing.
            let isProof = state.stop?.cause != .credential || state.trial == delivery.place.number
            if isProof, !state.refusals.isEmpty, let target = delivery.target { state.refusals.taken(target) }
            return isProof
        }
        if mayGoOn { goOn() }
        let isCredentialBack = state.withLock { state in
            guard !state.waitingTopics.isEmpty, state.waitingTopics.remove(delivery.token?.topic) != nil else {
                return false
            }
            state.isOutageOver = true
            return true
        }
        if isCredentialBack { signal() }
    }

    func takeOtherCredentials() {
        state.withLock { state in
            if state.stop?.cause == .credential { (state.stop, state.trial) = (nil, nil) }
            state.refusals = CredentialRefusals()
            state.waitingTopics = []
            state.isOutageOver = true
        }
        signal()
    }

    private func pause(after delivery: DueDelivery, asked: Duration? = nil) {
        let now = context.clock.now()
        state.withLock { state in
            guard state.stop?.cause == .credential, state.trial == delivery.place.number else { return }
            state.stop?.pause(asked: asked, at: now)
        }
    }

    private func stop(_ cause: DeliveryStop.Cause, _ reason: String, isDoubt: Bool = false, asked: Duration? = nil) {
        let now = context.clock.now()
        let news = state.withLock { state -> DeliveryStop? in
            let former = state.stop
            state.isDry = false
            if isDoubt, former?.cause != .credential || former?.isDoubt == true {
                var stop = DeliveryStop(cause, reason, after: nil, asked: nil, at: now)
                stop.isDoubt = true
                stop.isSaid = former?.cause == .credential && former?.isSaid == true && former?.reason == reason
                (stop.since, stop.tries) = (former?.since ?? now, 0)
                state.stop = stop
                return nil
            }
            // One failed connection returns many deliveries. Those in flight before the stop prove nothing.
            if cause != .credential, let former, former.until > now { return nil }
            let stop = DeliveryStop(cause, reason, after: former, asked: asked, at: now)
            state.stop = stop
            return former?.cause != cause || former?.isSaid == false || former?.reason != reason ? stop : nil
        }
        // The outage is stored before anything else happens, so that a restart keeps its pause.
        if cause == .outage { signal() }
        guard let news else { return }
        let metadata: Logger.Metadata = ["channel": .string("\(name)"), "reason": .string(reason)]
        switch cause {
        case .credential: sayCredential(news)
        case .outage:
            guard rateLimit.record("outage: \(reason)", at: now) != nil else { return }
            context.logger.log(
                level: asked ?? .zero < OutagePauses.maximum ? .warning : .error,
                "the provider reports an outage; pushes wait, and push tries one from time to time", metadata: metadata)
        case .unreachable:
            guard rateLimit.record("unreachable: \(reason)", at: now) != nil else { return }
            if reason == DeliveryOutcome.distrustReason {
                context.logger.error(
                    "the provider's certificate is not trusted, so pushes wait; check this machine's certificates",
                    metadata: metadata)
            } else {
                context.logger.warning(
                    "the provider cannot be reached, so pushes wait; check the network", metadata: metadata)
            }
        }
    }

    private func sayCredential(_ stop: DeliveryStop) {
        let metadata: Logger.Metadata = ["channel": .string("\(name)"), "reason": .string(stop.reason)]
        context.logger.error("\(stop.credentialMessage)", metadata: metadata)
    }

    func sayStopped(_ stop: DeliveryStop) {
        guard stop.isDoubt, !stop.isSaid else { return }
        state.withLock { $0.stop?.isSaid = true }
        sayCredential(stop)
    }

    private func goOn() {
        let former = state.withLock { state in
            defer { (state.stop, state.trial) = (nil, nil) }
            return state.stop
        }
        guard let former else { return }
        // An answer before the trial shows that the provider accepts some pushes. Refused deliveries keep their pause.
        if former.cause != .credential, former.until <= context.clock.now() {
            state.withLock { $0.isOutageOver = true }
        }
        guard former.isSaid else { return signal() }
        if former.cause == .credential || rateLimit.record("reached", at: context.clock.now()) != nil {
            let seconds = (context.clock.now().rawValue - former.since.rawValue) / 1000
            context.logger.notice(
                "pushes are sent again",
                metadata: ["channel": .string("\(name)"), "seconds": .stringConvertible(max(0, seconds))])
        }
        signal()
    }
}
