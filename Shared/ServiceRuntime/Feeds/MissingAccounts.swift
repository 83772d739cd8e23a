public import Logging
public import MessageBus
public import Models
public import Storage
import Synchronization

/// The missing accounts of one service, which are reported and kept until an operator decides: see `AccountsDoubt`.
public final class MissingAccounts: Sendable {
    private let database: ServiceDatabase
    private let logger: Logger
    private let told = Mutex<AccountsDoubt.Count?>(nil)
    /// Makes the follower check its accounts again.
    private let applyNextPage = Mutex<(@Sendable () -> Void)?>(nil)

    /// - Parameter readiness: Not ready while accounts are missing.
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

    /// An operator's decision is shown as long as it has an effect.
    private static func note(on kept: Int) -> String? {
        kept > 0
            ? "keeps the data of \(kept) accounts that identity does not have, as an operator decided; "
                + "to erase them, run missing-accounts erase" : nil
    }

    /// Decisions are carried out with the next page, even an empty one; also a decision from just before the last end.
    public func follow(_ follower: FeedFollower) async {
        // Weak, because the follower's closure refers to this object.
        applyNextPage.withLock { $0 = { [weak follower] in follower?.applyNextPage() } }
        let hasDecision = try? await database.read { try AccountsDoubt.hasDecision(in: $0) }
        if hasDecision == true { follower.applyNextPage() }
        await look()
    }

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
