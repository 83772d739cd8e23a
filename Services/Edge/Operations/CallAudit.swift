import MessageBus
import Models
import Synchronization

/// Writes operators' actions at the edge into the audit log; auth-session writes the entries for acts of services
/// (`ActForOperator`). A change is on disk before it begins, its result before the answer, and a look at a user's data
/// before the operator sees it. If the entry cannot be written, nothing is done or shown. A request that was refused
/// earlier has no entry.
final class CallAudit: Sendable {
    private struct State {
        var account: AccountID?
        var subjectName: String?
        var hasBegun = false
        var isLook = false
    }

    private let call: String
    private let scope: AuditScope
    private let caller: OperatorAccess.Caller
    private let shown: OperatorCredential?
    private let services: any Services
    private let context: MessageContext
    private let state = Mutex(State())

    init(
        _ call: String, _ scope: AuditScope, by caller: OperatorAccess.Caller, showing shown: OperatorCredential?,
        _ services: any Services, _ context: MessageContext
    ) {
        self.call = call
        self.scope = scope
        self.caller = caller
        self.shown = shown
        self.services = services
        self.context = context
    }

    func concerns(_ account: AccountID) { state.withLock { $0.account = account } }

    /// Records the id or name of anything else that the call is about (`AuditedSubject.name`).
    func concerns(named name: String) { state.withLock { $0.subjectName = name } }

    /// Records that the answer contains users' data, so that the call needs an entry. A single user is named in it.
    func looks(at accounts: [AccountID]) {
        state.withLock { state in
            state.account = !state.isLook && accounts.count == 1 ? accounts.first : nil
            state.isLook = true
        }
    }

    func begin() async throws(EdgeError) {
        guard scope == .change, !state.withLock({ $0.hasBegun }) else { return }
        try await append(AuditedCall.begun, otherwise: "so nothing was done; try again in a moment")
        state.withLock { $0.hasBegun = true }
    }

    func record(_ answer: () async throws(EdgeError) -> Answer) async throws(EdgeError) -> Answer {
        do throws(EdgeError) {
            let given = try await answer()
            switch scope {
            case .nothing where !state.withLock({ $0.isLook }): break
            case .nothing, .look:
                try await append(AuditedCall.done, otherwise: "so nothing is shown; try again in a moment")
            case .change: try await end(AuditedCall.done)
            }
            return given
        } catch {
            // The entry may be what could not be written.
            if scope == .change { try await end(error.code.rawValue) }
            throw error
        }
    }

    private func end(_ outcome: String) async throws(EdgeError) {
        let isOpen = state.withLock { state in
            defer { state.hasBegun = false }
            return state.hasBegun
        }
        guard isOpen else { return }
        try await append(
            outcome,
            otherwise: "and records only that this was begun: check whether it was done before you repeat it")
    }

    private func append(_ outcome: String, otherwise: String) async throws(EdgeError) {
        guard let shown, let kind = caller.kind else { return }
        let (account, name) = state.withLock { ($0.account, $0.subjectName) }
        let entry = AuditedCall(
            credential: kind, apiKey: caller.apiKey, apiKeyName: caller.apiKeyName, call: call, account: account,
            subjectName: name, outcome: outcome, request: context.requestID)
        do throws(BusError) { _ = try await services.send(AppendAuditEntry(call: entry, by: shown), context) } catch {
            var failure = EdgeError(.unavailable, "the audit log cannot be written, \(otherwise)", retryAfter: 1)
            failure.cause = EdgeError(error, asking: AppendAuditEntry.self).cause ?? "\(error)"
            throw failure
        }
    }
}
