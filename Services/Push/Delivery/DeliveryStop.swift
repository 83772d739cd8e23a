// Why a worker sends nothing, and when it tries again.

import Models

/// Why a worker sends nothing, and when it tries with one delivery whether that is over.
struct DeliveryStop {
    enum Cause: Equatable {
        case credential
        case unreachable
        /// The provider answers that it is not well.
        case outage
    }

    /// How long a worker without a credential that counts waits for each try, in seconds. The pauses of one whose
    /// provider is out of reach or not well grow (`OutagePauses`).
    static let secondsBetweenTries: Int64 = 60

    var cause: Cause
    var reason: String
    /// Since when.
    var since: UnixTime
    /// When one delivery is tried.
    var until: UnixTime
    /// How often that has gone wrong.
    var tries: Int64
    /// Whether it is not clear that it is the credential: another push device or app is tried as soon as there is one.
    var isDoubt = false
    /// Whether the operator was told.
    var isSaid = true
    /// Nothing is tried before this moment, since the last try said nothing of the cause.
    private var notBefore: UnixTime
    /// How many tries in a row said nothing of it.
    private var vainTries: Int64 = 0

    /// What an operator has to know of it, of a worker with this name; nil where it is not said either.
    func note(_ channel: DeliveryChannel, at now: UnixTime) -> String? {
        guard !isDoubt || isSaid else { return nil }
        let what =
            switch cause {
            case .credential where reason.hasPrefix(DeliveryOutcome.notConfigured):
                "no credential is set (\(reason)); set it"
            case .credential: "the provider refuses the credential (\(reason)); set it right"
            case .unreachable where reason == DeliveryOutcome.distrustReason:
                "the certificate of the provider is not trusted"
            case .unreachable: "the provider is out of reach (\(reason))"
            case .outage: "the provider is not well (\(reason))"
            }
        let seconds = max(0, (now.rawValue - since.rawValue) / 1000)
        return "\(channel) sends nothing since \(seconds) s: \(what); what waits is kept"
    }

    /// The next stop after a try that went wrong, or the first.
    ///
    /// - Parameter asked: how long the provider asks to be left alone.
    init(_ cause: Cause, _ reason: String, after former: DeliveryStop?, asked: Duration?, at now: UnixTime) {
        // A provider that is out of reach, then not well, and so on has one outage.
        let former = former.flatMap { ($0.cause == .credential) == (cause == .credential) ? $0 : nil }
        self.cause = cause
        self.reason = reason
        tries = (former?.tries ?? 0) + 1
        since = former?.since ?? now
        let pause =
            switch cause {
            case .credential: DeliveryStop.secondsBetweenTries
            case .unreachable: OutagePauses.seconds(nil, tries: tries)
            case .outage: OutagePauses.seconds(asked, tries: tries)
            }
        until = now.adding(seconds: pause)
        notBefore = now
    }

    /// The stop of an outage that began before this start. After a wrong clock it lasts no longer than any of as many tries.
    init(_ outage: KeptOutage, at now: UnixTime) {
        (cause, reason, since, tries) = (.outage, outage.reason, outage.since, outage.tries)
        until = min(outage.until, now.adding(seconds: OutagePauses.longest(tries: tries)))
        notBefore = now
    }

    /// What a restart has to know of it; nil for what is found out anew at once.
    var kept: KeptOutage? {
        cause == .outage ? KeptOutage(reason: reason, since: since, until: until, tries: tries) : nil
    }

    /// Whether a delivery may be tried.
    func isDue(at now: UnixTime) -> Bool { notBefore <= now && (isDoubt || until <= now) }

    /// The next try waits, since this one said nothing of the cause.
    ///
    /// - Parameter asked: how long the provider asks to be left alone.
    mutating func pause(asked: Duration?, at now: UnixTime) {
        vainTries += 1
        notBefore = now.adding(seconds: OutagePauses.seconds(asked, tries: vainTries))
    }
}
