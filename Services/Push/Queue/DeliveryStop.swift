import Models

struct DeliveryStop {
    enum Cause: Equatable {
        case credential
        case unreachable
        case outage
    }

    /// The time between two trials with a refused credential, in seconds. The pauses for an unreachable provider or an
    /// outage grow (`OutagePauses`).
    static let secondsBetweenTries: Int64 = 60

    var cause: Cause
    var reason: String
    var since: UnixTime
    var until: UnixTime
    var tries: Int64
    /// Whether the credential is only suspected: another push device or app is tried as soon as possible.
    var isDoubt = false
    var isSaid = true
    /// The time of the next possible trial. It is later than now after an inconclusive trial, which does not count.
    private var notBefore: UnixTime
    private var vainTries: Int64 = 0

    /// Whether no provider was asked, because no credential is set.
    private var isUnset: Bool { reason.hasPrefix(DeliveryOutcome.notConfigured) }

    /// The log's message for a stop because of the credential.
    var credentialMessage: String {
        isUnset
            ? "no credential is set, so pushes wait; set it in the settings"
            : "the provider refuses the credential, so pushes wait; correct it in the settings"
    }

    /// The stop in parts with semicolons between them; nil for one that is not logged. The console translates each part.
    func note(_ channel: DeliveryChannel) -> String? {
        guard !isDoubt || isSaid else { return nil }
        let what =
            switch cause {
            case .credential where isUnset: "no credential is set (\(reason)); set it in the settings"
            case .credential: "the provider refuses the credential (\(reason)); correct it in the settings"
            case .unreachable where reason == DeliveryOutcome.distrustReason:
                "the certificate of the provider is not trusted"
            case .unreachable: "the provider cannot be reached (\(reason))"
            case .outage: "the provider reports an outage (\(reason))"
            }
        return "no push has reached \(channel.title) since \(since.utcText); \(what); waiting pushes are kept"
    }

    /// Makes the first stop, or a longer stop after a failed trial. `asked` is the pause that the provider asks for.
    init(_ cause: Cause, _ reason: String, after former: DeliveryStop?, asked: Duration?, at now: UnixTime) {
        // A provider that is first unreachable and then reports an outage has one outage.
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

    /// Continues an outage from before this start. If a wrong clock dated its end, the pause is cut to the longest
    /// pause after as many trials.
    init(_ outage: KeptOutage, at now: UnixTime) {
        (cause, reason, since, tries) = (.outage, outage.reason, outage.since, outage.tries)
        until = min(outage.until, now.adding(seconds: OutagePauses.longest(tries: tries)))
        notBefore = now
    }

    /// The part of the stop that is stored; nil if a restart finds the cause again at once.
    var kept: KeptOutage? {
        cause == .outage ? KeptOutage(reason: reason, since: since, until: until, tries: tries) : nil
    }

    func isDue(at now: UnixTime) -> Bool { notBefore <= now && (isDoubt || until <= now) }

    /// Delays the next trial after an inconclusive trial. `asked` is the pause that the provider asks for.
    mutating func pause(asked: Duration?, at now: UnixTime) {
        vainTries += 1
        notBefore = now.adding(seconds: OutagePauses.seconds(asked, tries: vainTries))
    }
}

/// The pauses of an outage. A requested pause is limited to a minute at first, then to two, four and so on, because the
/// provider may recover long before an hour is over.
enum OutagePauses {
    static let maximum = Duration.seconds(60)

    /// Returns the pause to use.
    /// - Parameter tries: The number of failed trials; at least 1.
    static func capped(_ asked: Duration, tries: Int) -> Duration { min(asked, .seconds(longest(tries: Int64(tries)))) }

    static func longest(tries: Int64) -> Int64 { maximum.components.seconds << min(max(tries, 1) - 1, 10) }

    static func seconds(_ asked: Duration?, tries: Int64) -> Int64 {
        let own = min(1 << min(max(tries, 1) - 1, 6), maximum.components.seconds)
        return max(own, asked.map { capped($0, tries: Int(tries)).components.seconds } ?? 0)
    }
}
