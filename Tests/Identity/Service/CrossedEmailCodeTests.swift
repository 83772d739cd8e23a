// The identity service alone over ZeroMQ: codes by mail that are shown for something else than they were sent for.

import Fakes
import Isolation
import MessageBus
import Models
import ServiceRuntime
import Testing

@testable import Identity

@Suite("The identity service: codes by mail that are shown for something else", .timeLimit(.minutes(10)))
struct CrossedEmailCodeTests {
    /// What there is of the use that a code is shown for, which is the confirmation of the address.
    enum Own: CaseIterable, Sendable { case nothing, one, used, expired, usedUp }

    /// Guesses count where they are shown, and an answer that told more of one would let the code of a proof be guessed
    /// without end.
    @Test("are answered like any wrong code", arguments: Own.allCases)
    func answer(own: Own) async throws {
        try await IdentityHarness.run { identity in
            let account = try await identity.verified()
            // Another code than the one that has confirmed the address, an hour later.
            identity.clock.advance(seconds: 3600)
            try await leave(own, of: account, in: identity)
            let proof = try await identity.code(account, .proof)
            let wrong = SecretText((proof.value.hasPrefix("1") ? "2" : "1") + proof.value.dropFirst())
            func answer(_ code: SecretText) async throws -> ServiceError {
                let confirm = ConfirmEmail(account: account, purpose: .verification, emailCode: code)
                return try #require(try await identity.refusal(confirm))
            }
            let (first, second) = (try await answer(wrong), try await answer(proof))
            #expect(first.code == second.code && first.message == second.message)
            // It is not used up by that.
            let export = BeginExport(account: account, person: .sample(emailCode: proof))
            #expect(try await identity.outcome(export) == nil)
        }
    }

    private func leave(_ own: Own, of account: AccountID, in identity: IdentityHarness) async throws {
        if own == .nothing {
            // A later address has no codes of the one before.
            _ = try await identity.send(
                RequestEmailCode(
                    account: account, purpose: .change, address: Personal("ada@home.example"), person: .sample()))
            let change = try #require(await identity.outbox.next()).token
            _ = try await identity.send(ConfirmEmail(account: account, purpose: .change, emailCode: change))
            #expect(await identity.outbox.next()?.kind == .emailChanged)
            return
        }
        let code = try await identity.code(account, .verification)
        let confirm = ConfirmEmail(account: account, purpose: .verification, emailCode: code)
        switch own {
        case .nothing, .one: break
        case .used: _ = try await identity.send(confirm)
        case .expired: identity.clock.advance(seconds: 600)
        case .usedUp:
            let other = SecretText((code.value.hasPrefix("1") ? "2" : "1") + code.value.dropFirst())
            let wrong = ConfirmEmail(account: account, purpose: .verification, emailCode: other)
            for _ in 0..<OneTimeCode.tries { #expect(try await identity.outcome(wrong) == .codeMismatch) }
        }
    }
}
