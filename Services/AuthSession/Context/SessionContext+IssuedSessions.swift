import Crypto
import Foundation
import MessageBus
import Models
import ServiceRuntime
import ServiceSettings
import Synchronization

enum IssuedSession: Sendable {
    case lives(VersionedResult<SessionRecord>)
    /// The token is refused, with the code for the caller and the position of the credentials feed.
    case refused(ErrorCode, VersionedResult<SessionRecord>)
    /// The account needs a second step, which a token sent with each request cannot include.
    case secondStepNeeded(VersionedResult<SessionRecord>)
    /// The account waits for its erasure, and the user does not cancel it. The error is the identity service's.
    case erasurePending(ServiceError, VersionedResult<SessionRecord>)
}

extension SessionContext {
    /// Returns the session of a verified token. If the session or its account does not exist, creates it.
    /// `cancelsErasure` cancels an erasure that the user requested.
    func session(
        of token: IssuedToken, installation: String?, cancelsErasure: Bool = false, _ context: MessageContext
    ) async throws -> IssuedSession {
        let names = names(of: token, installation: installation)
        let now = clock.now()
        let found = try await store.find(names, issuedAt: token.issuedAt)
        guard let status = found.value else { return .refused(.invalidToken, found.of(nil)) }
        if let reason = status.refusal { return .refused(reason.refusal, found.of(status.session)) }
        let living = status.session.flatMap { limits.expiry(of: $0) > now ? $0 : nil }
        let isKnown = people.know(token.person, of: names.session, at: now)
        if let living, isKnown, status.hasSeenToken { return .lives(found.of(living)) }

        let account: (id: AccountID, signedInAt: UnixTime)
        if let living, isKnown {
            account = (living.account, living.signedInAt)
        } else {
            do {
                var isThere = false
                if let living { isThere = try await store.hasInFeed(living.account) }
                if !isThere { try await checkAccountMayBeMade() }
                let person = try await recognise(
                    token, cancelsErasure: cancelsErasure,
                    skipsSecondStep: living != nil || token.issuer.trustsSecondStep, context)
                guard person.firstStep == nil else { return .secondStepNeeded(found.of(nil)) }
                account = (person.profile.account, person.verifiedAt)
            } catch BusError.refused(let error) where error.code == .wrongCredentials || error.code == .accountGone {
                // For a disabled account, neither a session nor an account is created.
                return .refused(.accountGone, found.of(nil))
            } catch BusError.refused(let error) where error.code == .erasurePending {
                return .erasurePending(error, found.of(nil))
            }
        }
        var outcome = try await begin(account, with: token, names, context)
        if cancelsErasure, outcome == .refused(.accountDisabled) {
            // The state of the account that is known here may be older, so this waits for later changes.
            try await accounts.catchUp()
            outcome = try await begin(account, with: token, names, context)
        }
        if case .refused(let reason) = outcome {
            return .refused(reason.refusal, try await store.find(names, issuedAt: token.issuedAt).of(nil))
        }
        people.record(token.person, of: names.session, at: now)
        // The answer and its position in the feed must come from the same state of the database.
        let again = try await store.find(names, issuedAt: token.issuedAt)
        if let reason = again.value?.refusal { return .refused(reason.refusal, again.of(nil)) }
        guard let session = again.value?.session else { return .refused(.invalidToken, again.of(nil)) }
        return .lives(again.of(session))
    }

    private func recognise(
        _ token: IssuedToken, cancelsErasure: Bool, skipsSecondStep: Bool, _ context: MessageContext
    ) async throws -> VerifiedAccount {
        let start = ContinuousClock.now
        do {
            return try await client.send(
                RecogniseIssuedUser(
                    issuer: token.issuerName, subjectHash: token.subjectHash,
                    claims: token.person, cancelsErasure: cancelsErasure ? true : nil, takesSecondStep: true,
                    skipsSecondStep: skipsSecondStep), context)
        } catch {
            log.refused(.signInRefused, by: .issuer, error, context)
            metrics.countSignIn(by: .issuer, ErrorCode(of: error), took: .now - start)
            throw error
        }
    }

    private func begin(
        _ account: (id: AccountID, signedInAt: UnixTime), with token: IssuedToken, _ names: IssuedNames,
        _ context: MessageContext
    ) async throws -> BeginIssuedSessionResult.Outcome {
        let start = ContinuousClock.now
        let now = clock.now()
        let id = try SessionID(random: random(12))
        // An app that sends a token with each request stays signed in.
        let record = SessionRecord(
            id: id, account: account.id, signInMethod: .issuer, kind: .external, isRemembered: true,
            signedInAt: account.signedInAt, createdAt: now, lastActivityAt: now, rotation: nil)
        let session = NewSession(record: record, secretHash: nil, client: SessionClient(context.client, by: .issuer))
        let origin = IssuedOrigin(
            names: names, issuer: token.issuer.issuer, issuedAt: token.issuedAt, tokenEnd: token.end)
        let begun = try await store.begin(session, with: origin, at: now)
        notify(begun.ended, context)
        switch begun.outcome {
        case .begun:
            log.began(record.summary(session.client, limits), context)
            metrics.countSignIn(by: .issuer, nil, took: .now - start)
            notices?.signal()
        case .continued: break
        case .refused(let reason):
            metrics.countSignIn(by: .issuer, reason.refusal, took: .now - start)
        }
        return begun.outcome
    }
}

/// Remembers the claims that the identity service got within the last hour, so that not every token sends them again.
final class RecognisedPeople: Sendable {
    private struct Recognised: Sendable {
        let claims: PersonClaims
        let at: UnixTime
    }

    static let capacity = 10_000
    /// How long claims are remembered, in milliseconds.
    private static let lifetime: Int64 = 3_600_000

    private let table = Mutex(BoundedTable<[UInt8], Recognised>(capacity: RecognisedPeople.capacity))

    /// Remembers claims. `session` is `IssuedNames.session`.
    func record(_ claims: PersonClaims, of session: [UInt8], at now: UnixTime) {
        table.withLock { _ = $0.insert(Recognised(claims: claims, at: now), for: session) }
    }

    func know(_ claims: PersonClaims, of session: [UInt8], at now: UnixTime) -> Bool {
        guard let recognised = table.withLock({ $0[session] }), recognised.claims == claims else { return false }
        return (0..<RecognisedPeople.lifetime).contains(now.rawValue - recognised.at.rawValue)
    }
}
