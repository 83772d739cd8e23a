import Models

/// Waits are in seconds.
enum Refusal: ServiceRefusal, Hashable {
    case accountErased
    case sessionEnded
    case tooManyTokens
    case keyUsed
    case unknownNotification
    case hasBegun
    case unknownSeries
    case tooManySeries
    case unknownEntry
    case tooManyProbes(ProbeKind, retryAfter: Int)
    /// The publisher has too many that begin together around a place. Nil for a scheduled one, where only another begin
    /// helps.
    case tooManyTogether(retryAfter: Int?)
    case tooManyRequests(limit: Int, retryAfter: Int)
    case tooManyInquiries(retryAfter: Int)
    case tooManyTests(retryAfter: Int)
    /// The push device of the test, or all of the account's.
    case mutedForTest(isOne: Bool)
}

extension Refusal {
    var answer: ServiceError {
        switch self {
        case .accountErased:
            ServiceError(.accountGone, "the account no longer exists")
        case .sessionEnded:
            ServiceError(.invalidToken, "the session has ended; sign in again")
        case .tooManyTokens:
            ServiceError(
                .conflict, "the account has \(TokenRules.maximum) push tokens already; remove one of them first")
        case .keyUsed:
            ServiceError(
                .conflict, "the idempotency key was used for another request; use a new key for each new request")
        case .unknownNotification:
            ServiceError(.notFound, "no notification has this id")
        case .hasBegun:
            ServiceError(
                .conflict, "the notification has begun or was taken back; only one that is scheduled can be changed")
        case .unknownSeries:
            ServiceError(.notFound, "no series has this name")
        case .tooManySeries:
            ServiceError(
                .conflict,
                "a publisher has at most \(NotificationSeries.maximumOfPublisher) series; end one of them first")
        case .unknownEntry:
            ServiceError(.invalidRequest, "the inbox has no such entry; begin again without a cursor")
        case .tooManyProbes(.count, let wait):
            Refusal.tooMany("a publisher may make \(CountRules.probes) dry runs a day within \(Refusal.area)", wait)
        case .tooManyProbes(.countAnywhere, let wait):
            Refusal.tooMany("a publisher may make \(CountRules.probes) dry runs a day without a place", wait)
        case .tooManyRequests(let limit, let wait):
            Refusal.tooMany("this API key sends at most \(limit) notifications in a minute", wait)
        case .tooManyProbes(.takeBack, let wait):
            Refusal.tooMany(
                "a publisher cannot announce within \(Refusal.area) of \(CountRules.probes) announcements that it "
                    + "took back on one day", wait)
        case .tooManyTogether(let wait?):
            Refusal.tooMany(Refusal.together, wait)
        case .tooManyTogether(nil):
            ServiceError(.rateLimited, "\(Refusal.together); choose another startsAt")
        case .tooManyInquiries(let wait):
            Refusal.tooMany("you may ask \(CountRules.inquiries) times a day about one account", wait)
        case .tooManyTests(let wait):
            Refusal.tooMany(
                "an account may send itself \(TestRules.maximum) tests in \(ReasonText.span(TestRules.span * 1000))",
                wait)
        case .mutedForTest(isOne: true):
            ServiceError(
                .conflict, "this device is muted, so no push is sent to it; its user has to unmute it in the app first")
        case .mutedForTest(isOne: false):
            ServiceError(.conflict, "all devices of the account are muted; unmute one of them first")
        }
    }

    private static func tooMany(_ bound: String, _ wait: Int) -> ServiceError {
        ServiceError(.rateLimited, "\(bound); try again later", retryAfter: max(1, wait))
    }

    private static var area: String { "\(Int(CountRules.area / 1000)) km" }

    private static var together: String {
        "within \(area) no more than \(CountRules.probes) announcements of a publisher begin in "
            + "\(ReasonText.span(CountRules.together * 1000)), less those that it took back on one day"
    }
}
