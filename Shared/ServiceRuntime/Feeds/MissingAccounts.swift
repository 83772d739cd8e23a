// Accounts that a service keeps something of and that their feed no longer has: told of, and kept until an operator
// decides.

public import Logging
public import MessageBus
public import Models
public import Storage
import Synchronization

/// The missing accounts of one service: see `AccountsDoubt`.
public final class MissingAccounts: Sendable {
    private let database: ServiceDatabase
    private let logger: Logger
    /// What the log has said last.
    private let told = Mutex<AccountsDoubt.Count?>(nil)
    /// Has the follower look at its accounts again.
    private let applyNextPage = Mutex<(@Sendable () -> Void)?>(nil)

    /// - Parameter readiness: not ready while accounts are missing.
    public init(in database: ServiceDatabase, readiness: Readiness, logger: Logger) {
        self.database = database
        self.logger = logger
        readiness.depend { [self] in
            guard let doubt = try? await read() else { return nil }
            return "\(doubt.missing) of \(doubt.total) accounts are missing in the accounts feed; see missing-accounts"
        }
        readiness.addNote {
            guard let kept = try? await database.read({ try AccountsDoubt.kept(in: $0) }) else { return nil }
            return MissingAccounts.note(on: kept)
        }
    }

    /// What an operator has said is told of for as long as it makes a difference.
    private static func note(on kept: Int) -> String? {
        kept > 0
            ? "keeps the data of \(kept) accounts that identity does not have, as an operator decided; "
                + "to erase them, run missing-accounts erase" : nil
    }

    /// Names who follows the accounts feed: with the next page, also one that says nothing new, a decision is carried
    /// out. One that was made just before the program ended still is.
    public func follow(_ follower: FeedFollower) async {
        // Weakly, since it applies its pages through a closure that knows this.
        applyNextPage.withLock { $0 = { [weak follower] in follower?.applyNextPage() } }
        let hasDecision = try? await database.read { try AccountsDoubt.hasDecision(in: $0) }
        if hasDecision == true { follower.applyNextPage() }
        await look()
    }

    /// Says in the log when accounts have come to be missing; after each page of the feed, and at the start.
    public func look() async {
        guard let doubt = try? await read() else { return told.withLock { $0 = nil } }
        let isNew = told.withLock { told in
            defer { told = doubt }
            return told != doubt
        }
        guard isNew else { return }
        logger.error(
            """
            too many accounts are missing in the accounts feed to be erased ones; has identity lost its database? \
            Put it back, or restore a backup, and they are found again. If they are gone for good, give the command \
            missing-accounts erase; to keep their data, missing-accounts keep
            """, metadata: ["missing": "\(doubt.missing)", "accounts": "\(doubt.total)"])
    }

    func count() async throws -> CountMissingAccounts.Reply {
        guard let doubt = try await read() else { return CountMissingAccounts.Reply() }
        return CountMissingAccounts.Reply(missing: doubt.missing, total: doubt.total)
    }

    /// Carries out what an operator has decided.
    public func decide(_ decision: DecideMissingAccounts.Decision) async throws -> DecideMissingAccounts.Reply {
        let word: AccountsDoubt.Decision = decision == .erase ? .erase : .keep
        let isDecided = try await database.write { try AccountsDoubt.decide(word, in: $0) }
        if isDecided {
            logger.notice("an operator decided about missing accounts", metadata: ["decision": "\(word.rawValue)"])
            applyNextPage.withLock { $0 }?()
        }
        return DecideMissingAccounts.Reply(isDecided: isDecided)
    }

    private func read() async throws -> AccountsDoubt.Count? {
        try await database.read { try AccountsDoubt.read(in: $0) }
    }
}
