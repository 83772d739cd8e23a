// Answers SignInAnonymously: an app makes an anonymous account and signs in to it.

import Logging
import MessageBus
import Models
import ServiceRuntime

/// Answers `SignInAnonymously`.
struct SignInAnonymouslyHandler: Sendable {
    let service: SessionContext

    private static let signInMethod = SignInMethod.anonymous
    /// How long the erasure of an account without a session may take.
    private static let timeoutForErasure = Duration.seconds(5)

    /// What is known of the account that identity was asked for.
    private enum Creation {
        /// It was not asked for, or refused.
        case notMade
        /// The answer has not come. It may be made, also later than now.
        case unknown
        case made
    }

    func handle(_ request: SignInAnonymously, _ context: MessageContext) async throws -> SignedIn {
        // Chosen here, so that the account is known also when identity's answer does not arrive.
        let account = try AccountID(random: service.random(12))
        var creation = Creation.notMade
        do {
            // Nobody could sign in to the account again, so its session lasts as long as any.
            return try await service.signIn(
                by: SignInAnonymouslyHandler.signInMethod, request.kind, isRemembered: true, context
            ) {
                try await service.checkAccountMayBeMade()
                creation = .unknown
                do {
                    let person = try await service.client.send(
                        CreateAccount(
                            signInMethod: SignInAnonymouslyHandler.signInMethod, names: AccountNames(), password: nil,
                            details: ProfileDetails(), id: account), context)
                    creation = .made
                    return Recognised(person: person)
                } catch BusError.refused(let error) {
                    creation = .notMade
                    throw BusError.refused(error)
                }
            }
        } catch {
            // An account that never had a session would stay: the purge looks for those whose last one has ended.
            if creation != .notMade { await erase(account, isMade: creation == .made, context) }
            throw error
        }
    }

    private func erase(_ account: AccountID, isMade: Bool, _ context: MessageContext) async {
        // The client may have hung up, and the time of its request may be over: neither ends this.
        let own = MessageContext(
            requestID: context.requestID, timeout: SignInAnonymouslyHandler.timeoutForErasure)
        let erasure = Task { try await service.client.send(EraseUnreachableAccount(account: account), own) }
        do {
            _ = try await erasure.value
            if isMade { return }
        } catch {
            service.log.logger.following(context).debug(
                "an account without a session could not be erased yet", metadata: ["cause": .failure(error)])
        }
        service.unusedAccounts.insert(account, at: service.clock.now())
    }
}
