import Models

/// The reasons why a transaction of the push service is refused. Waits are in seconds.
struct Refusal: ServiceRefusal, Hashable {
    let answer: ServiceError

    private init(_ code: ErrorCode, _ message: String) { answer = ServiceError(code, message) }

    private init(_ bound: String, retryAfter wait: Int) {
        answer = ServiceError(.rateLimited, "\(bound); try again later", retryAfter: max(1, wait))
    }

    static let accountErased = Refusal(.accountGone, "the account no longer exists")
    static let sessionEnded = Refusal(.invalidToken, "the session has ended; sign in again")
    static let tooManyTokens = Refusal(
        .conflict, "the account has \(TokenRules.maximum) push tokens already; remove one of them first")
    static let keyUsed = Refusal(
        .conflict, "the idempotency key was used for another request; use a new key for each new request")
    static let unknownNotification = Refusal(.notFound, "no notification has this id")
    static let hasBegun = Refusal(
        .conflict, "the notification has begun or was cancelled; only a scheduled one can be changed")
    static let unknownSeries = Refusal(.notFound, "no series has this name")
    static let noWebhook = Refusal(.notFound, "this publisher has no webhook")
    static let tooManySeries = Refusal(
        .conflict, "a publisher has at most \(NotificationSeries.maximumOfPublisher) series; end one of them first")
    static let unknownEntry = Refusal(.invalidRequest, "the inbox has no such entry; begin again without a cursor")

    static func tooManyProbes(_ kind: ProbeKind, retryAfter wait: Int) -> Refusal {
        let bound =
            switch kind {
            case .count: "a publisher may make \(CountRules.probes) dry runs a day within \(area)"
            case .countAnywhere: "a publisher may make \(CountRules.probes) dry runs a day without a place"
            case .takeBack:
                "a publisher that cancelled \(CountRules.probes) announcements within \(area) of each other in one day "
                    + "cannot announce there"
            }
        return Refusal(bound, retryAfter: wait)
    }

    /// Refuses a publisher with too many notifications that begin together around a place. `wait` is nil for a
    /// scheduled notification, which needs another begin.
    static func tooManyTogether(retryAfter wait: Int?) -> Refusal {
        let together =
            "within \(area), at most \(CountRules.probes) announcements of a publisher may begin in "
            + "\(ReasonText.span(CountRules.together * 1000)), and each one that it cancelled that day lowers this number"
        return wait.map { Refusal(together, retryAfter: $0) }
            ?? Refusal(.rateLimited, "\(together); choose another startsAt")
    }

    static func tooManyRequests(limit: Int, retryAfter wait: Int) -> Refusal {
        Refusal("this API key may send at most \(limit) notifications in a minute", retryAfter: wait)
    }

    static func tooManyInquiries(retryAfter wait: Int) -> Refusal {
        Refusal("you may ask \(CountRules.inquiries) times a day about one account", retryAfter: wait)
    }

    static func tooManyTests(retryAfter wait: Int) -> Refusal {
        let span = ReasonText.span(TestRules.span * 1000)
        return Refusal("an account may send itself \(TestRules.maximum) tests in \(span)", retryAfter: wait)
    }

    /// Refuses a test: its push device is muted (`isOne`), or all push devices of the account are muted.
    static func mutedForTest(isOne: Bool) -> Refusal {
        Refusal(
            .conflict,
            isOne
                ? "this device is muted, so no push is sent to it; its user has to unmute it in the app first"
                : "all devices of the account are muted; unmute one of them first")
    }

    private static var area: String { "\(Int(CountRules.area / 1000)) km" }
}

extension ServiceError {
    /// Makes the error for an invalid request.
    /// - Parameter field: The wrong member of the body.
    static func invalid(_ message: String, field: String? = nil) -> ServiceError {
        ServiceError(.invalidRequest, message, field: field)
    }
}

extension ClosedRange<Int> {
    /// Throws `invalidRequest` if a page's limit is outside this range.
    func check(limit: Int) throws(ServiceError) {
        guard contains(limit) else {
            throw .invalid("limit must be a whole number from \(lowerBound) to \(upperBound)")
        }
    }
}
