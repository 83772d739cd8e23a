// What every handler works with: the store, the audience and the clock.

import Logging
import MessageBus
import Models
import ServiceRuntime
import Storage

/// What every handler works with.
struct PushContext: Sendable {
    let store: PushStore
    let audience: AudienceProjection
    let announcements: AnnouncementRules
    let texts: StandardTexts
    let clock: any WallClock
    let logger: Logger
    /// Gives so many random bytes.
    let random: @Sendable (Int) -> [UInt8]
    /// Gives the error of the next answer to a dry run (`CountNoise`).
    let countError: @Sendable () -> Int
    /// Returns when everything counts that people had said before, and says how far that is.
    let catchUp: @Sendable () async throws(ServiceError) -> FeedMarks
    /// There is an announcement whose audience is to be resolved, by no older state than that.
    let resolveAudience: @Sendable (AnnouncementID, FeedMarks) -> Void
    /// There is something to deliver.
    let deliver: @Sendable () -> Void

    /// The announcement that a publisher names. Throws `notFound`.
    /// - Parameter publisher: whose it has to be; nil for an operator, who sees those of all.
    func announcement(_ id: String, of publisher: PublisherID?) throws -> KeptAnnouncement {
        guard let found = try store.announcement(id, of: publisher) else {
            throw ServiceError(.notFound, "there is no announcement with this id")
        }
        return found
    }

    /// An announcement as anybody may see it: with all texts, and without its counts.
    func opened(_ record: AnnouncementRecord, for language: String?) -> AnnouncementRecord {
        var record = record
        record.announcement = texts.filled(record.announcement, for: language)
        (record.recipients, record.counts) = (0, .empty)
        return record
    }

    // MARK: Errors

    /// A handler whose caller is told of what the store throws in the words of the catalogue of errors.
    func answering<R: Request>(_ handle: @escaping RequestHandling<R>) -> RequestHandling<R> {
        { request, context in
            do { return try await handle(request, context) } catch let error as PushStoreError {
                throw answer(to: error, context)
            }
        }
    }

    /// The same for a handler that answers without waiting.
    func answering<R: Request>(
        _ handle: @escaping @Sendable (R, MessageContext) throws -> R.Reply
    ) -> @Sendable (R, MessageContext) throws -> R.Reply {
        { request, context in
            do { return try handle(request, context) } catch let error as PushStoreError {
                throw answer(to: error, context)
            }
        }
    }

    private func tooMany(_ bound: String, _ end: UnixTime) -> ServiceError {
        let seconds = max(1, Int((end.rawValue - clock.now().rawValue + 999) / 1000))
        return ServiceError(.rateLimited, "\(bound); try again later", retryAfter: seconds)
    }

    /// What the caller is told of a failure of the store.
    func answer(to error: PushStoreError, _ context: MessageContext) -> any Error {
        switch error {
        case .accountErased:
            return ServiceError(.accountGone, "the account is not there any more")
        case .sessionEnded:
            return ServiceError(.invalidToken, "the session has ended; sign in again")
        case .tooManyTokens:
            return ServiceError(
                .conflict, "the account has \(TokenRules.maximum) push tokens already; remove one of them first")
        case .keyUsed:
            return ServiceError(
                .conflict, "the idempotency key was used for another announcement; use a new key for a new one")
        case .unknownEntry:
            return ServiceError(.invalidRequest, "the inbox has no such entry; begin again without a cursor")
        case .tooManyProbes(.count, let end):
            return tooMany(
                "a publisher has \(CountRules.probes) dry runs a day within \(Int(CountRules.area / 1000)) km", end)
        case .tooManyProbes(.takeBack, let end):
            return tooMany(
                "a publisher announces no more within \(Int(CountRules.area / 1000)) km of \(CountRules.probes) "
                    + "announcements that it took back on one day", end)
        case .tooManyTogether(let end):
            let bound =
                "within \(Int(CountRules.area / 1000)) km no more than \(CountRules.probes) announcements of a publisher "
                + "begin in \(ReasonText.span(CountRules.together * 1000)), less those that it took back on one day"
            guard let end else { return ServiceError(.rateLimited, "\(bound); choose another startsAt") }
            return tooMany(bound, end)
        case .tooManyInquiries(let end):
            return tooMany("it may be asked \(CountRules.inquiries) times a day about one account", end)
        case .tooManyTests(let end):
            return tooMany(
                "an account may send itself \(TestRules.maximum) tests in \(ReasonText.span(TestRules.span * 1000))",
                end
            )
        case .overloaded:
            return ServiceError.storeOverloaded
        case .unavailable(let cause):
            return ServiceError(unavailable: cause, to: logger, context)
        case .failed(let cause):
            return cause
        }
    }
}
