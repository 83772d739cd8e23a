import Logging
import MessageBus
import Models
import ServiceRuntime
import Synchronization

extension SessionContext {
    func signInAnonymously(_ request: SignInAnonymously, _ context: MessageContext) async throws -> SignedIn {
        // The id is chosen here, so that the account is known even if the identity service's answer is lost.
        let account = try AccountID(random: random(12))
        var creation = AnonymousCreation.notMade
        do {
            // The account can never be signed in to again, so its session gets the longest lifetime.
            return try await signIn(by: .anonymous, request.kind, isRemembered: true, context) {
                try await checkAccountMayBeMade()
                creation = .unknown
                do {
                    let person = try await client.send(
                        CreateAccount(
                            signInMethod: .anonymous, names: AccountNames(), password: nil, details: ProfileDetails(),
                            id: account), context)
                    creation = .made
                    return Recognised(person: person)
                } catch BusError.refused(let error) {
                    creation = .notMade
                    throw BusError.refused(error)
                }
            }
        } catch {
            // The purge only finds accounts whose last session has ended. It would not find this account.
            if creation != .notMade { await eraseWithoutSession(account, isMade: creation == .made, context) }
            throw error
        }
    }

    private static let timeoutForErasure = Duration.seconds(5)

    private func eraseWithoutSession(_ account: AccountID, isMade: Bool, _ context: MessageContext) async {
        // The cleanup continues even if the client hangs up or its request expires.
        let own = MessageContext(requestID: context.requestID, timeout: SessionContext.timeoutForErasure)
        let erasure = Task { try await client.send(EraseUnreachableAccount(account: account), own) }
        do {
            _ = try await erasure.value
            if isMade { return }
        } catch {
            log.logger.following(context).debug(
                "an account without a session could not be erased yet", metadata: ["cause": .failure(error)])
        }
        unusedAccounts.insert(account, at: clock.now())
    }
}

private enum AnonymousCreation {
    /// The account was not requested from the identity service, or the identity service refused it.
    case notMade
    /// The identity service's answer did not arrive. The account may exist, now or later.
    case unknown
    case made
}

/// Anonymous accounts that may exist without a session, because the identity service's answer to their creation or
/// erasure did not arrive. The purge erases them. They are only in memory, so accounts from the last minutes before a
/// restart stay.
final class UnusedAccounts: Sendable {
    /// The most accounts; beyond this number the oldest accounts are dropped.
    static let maximum = 100_000
    /// The seconds that an account waits for its erasure. The identity service needs less time to create it.
    static let rest: Int64 = 120

    private let accounts = Mutex<[(account: AccountID, at: UnixTime)]>([])

    func insert(_ account: AccountID, at now: UnixTime) {
        accounts.withLock { accounts in
            if accounts.count == UnusedAccounts.maximum { accounts.removeFirst() }
            accounts.append((account, now))
        }
    }

    func due(at now: UnixTime, limit: Int) -> [AccountID] {
        let latest = now.adding(seconds: -UnusedAccounts.rest)
        return accounts.withLock { accounts in
            accounts.filter { $0.at <= latest }.prefix(limit).map { $0.account }
        }
    }

    func remove(_ account: AccountID) {
        accounts.withLock { accounts in
            guard let place = accounts.firstIndex(where: { $0.account == account }) else { return }
            accounts.remove(at: place)
        }
    }
}
