import Logging
import Models
import ServiceRuntime
import Synchronization

/// Reports erased accounts that identity has again, for example after a restored backup. Its state applies; an operator must
/// decide whether they may stay.
final class ReturnedAccounts: Sendable {
    /// The most names in one line of the log.
    private static let shown = 20

    private let store: SessionStore
    private let logger: Logger
    private let told = Mutex<Set<AccountID>>([])

    init(_ store: SessionStore, readiness: Readiness, logger: Logger) {
        self.store = store
        self.logger = logger
        readiness.addNote {
            guard let count = try? await store.returnedAccountCount(), count > 0 else { return nil }
            return "\(count) erased accounts are back; the log names them"
        }
    }

    /// Logs those since the last call; called after each page of the feed, and at the start.
    func look() async {
        guard let returned = try? await store.returnedAccounts() else { return }
        let new = told.withLock { told in
            defer { told = Set(returned) }
            return returned.filter { !told.contains($0) }
        }
        guard !new.isEmpty else { return }
        logger.error(
            """
            erased accounts are back; was identity's database replaced by an old copy? Erase them again with the command \
            accounts erase; if they are back on purpose, do nothing
            """,
            metadata: [
                "count": "\(new.count)",
                "accounts": "\(new.prefix(ReturnedAccounts.shown).map(\.text).joined(separator: " "))",
            ])
    }
}
