// Attempts to show a password: counted before they are judged, by whom and from where they come.

import Models
import Storage
import Synchronization

/// From where somebody tries, as it was found before the attempt.
struct AttemptOrigin: Sendable {
    let source: AttemptSource
    /// Whether the account has been signed in to from there before.
    let isKnown: Bool
    /// Whether its hashes go before those of strangers. That takes more than the password, such as the credential of a
    /// session. A known network is not enough: by the time of an answer, or by one of a full queue, a stranger there
    /// would learn who signs in from that network.
    let goesFirst: Bool

    /// The same with its hashes before those of strangers: of somebody who is signed in, or whom others are not judged
    /// beside.
    var first: AttemptOrigin { AttemptOrigin(source: source, isKnown: isKnown, goesFirst: true) }
}

extension IdentityContext {
    /// Finds out where an attempt comes from.
    ///
    /// - Parameters:
    ///   - account: The account whose secret is shown; nil when there is none.
    ///   - seen: The session whose credential was shown beside it. It counts only when it is of this account, since
    ///     anybody may have sessions of their own.
    func origin(
        of account: AccountID?, seen: SeenSession? = nil, _ context: MessageContext
    ) async throws -> AttemptOrigin {
        if let account, let seen, seen.account == account {
            return AttemptOrigin(source: .session(seen.session), isKnown: true, goesFirst: true)
        }
        let network = network(of: context)
        guard let account else { return origin(isProven: false, context) }
        let hash = knownNetworks.hash(network, of: account)
        let isKnown = try await store.knowsNetwork(account, hash, since: knownNetworks.oldest(at: now))
        return AttemptOrigin(source: .network(network.owner), isKnown: isKnown, goesFirst: false)
    }

    /// Runs an attempt to show the secret of `name`, unless failures before it make it wait.
    ///
    /// - Parameter attempt: Judges the secret. It hashes as the origin that it is given.
    /// - Throws: `rateLimited` while the attempt has to wait; whatever `attempt` throws, of which `wrongCredentials`
    ///   counts as a failure.
    func attempt<Value>(
        _ name: AttemptName, from origin: AttemptOrigin, _ attempt: (AttemptOrigin) async throws -> Value
    ) async throws -> Value {
        let begun = delays.withLock { $0.begin(name, from: origin.source, isKnown: origin.isKnown, at: now) }
        let counted: FailureDelays.Attempt
        switch begun {
        case .goes(let attempt): counted = attempt
        case .waits(let wait): throw tooMany(wait)
        }
        do {
            // Others would not be judged now, so there is nobody whose time it could be compared with.
            let value = try await attempt(counted.waitOfOthers == nil ? origin : origin.first)
            delays.withLock { $0.takeBack(counted) }
            return value
        } catch {
            let code = ServiceError(answering: error)?.code
            delays.withLock { code == .wrongCredentials ? $0.fail(counted, at: now) : $0.takeBack(counted) }
            // Others would not have come so far as to hear of it.
            if let wait = counted.waitOfOthers, [.wrongCredentials, .overloaded, .unavailable].contains(code) {
                throw tooMany(wait)
            }
            throw error
        }
    }

    /// Has a person who is signed in show the account's password once more.
    ///
    /// Wrong passwords count by the session, so that whoever has stolen one uses up nothing of what its owner has.
    /// - Parameter session: Through which the person asks; nil counts by where they ask from.
    /// - Returns: the password as it was then, for the store to compare with.
    /// - Throws: `wrongCredentials`, also for an account that is not open; `rateLimited`, `overloaded`.
    func prove(
        _ account: AccountID, _ shown: SecretText, by session: SessionID?, _ context: MessageContext
    ) async throws -> AccountPassword {
        let seen = session.map { SeenSession(account: account, session: $0) }
        let origin = try await origin(of: account, seen: seen, context)
        return try await attempt(.passwordChange(account), from: origin) { origin in
            let found = try await store.findPassword(of: account)
            let isRight = try await hasher.matches(Password(shown: shown), found?.stored, for: origin.first)
            guard let found, isRight, found.status == .active else {
                record(.passwordRefused, found?.account, context)
                throw ServiceError(.wrongCredentials, "the current password is wrong")
            }
            return found
        }
    }

    /// Forgets the failures that all sources have with an account whose owner has proved to be the owner in another way.
    func forgive(_ profile: AccountProfile) {
        let signIns = profile.names.keys.map { AttemptName.signIn($0.key, to: profile.account) }
        let names = signIns + [.passwordChange(profile.account)]
        delays.withLock { delays in
            for name in names { delays.forgive(name) }
        }
    }

    private func tooMany(_ seconds: Int) -> ServiceError {
        ServiceError(
            .rateLimited, "too many wrong passwords; wait \(seconds) seconds and try again", retryAfter: seconds)
    }

    /// Where somebody comes from who has shown something else than a password, or nothing yet.
    ///
    /// - Parameter isProven: Whether what was shown has been found to be right.
    func origin(isProven: Bool, _ context: MessageContext) -> AttemptOrigin {
        AttemptOrigin(source: .network(network(of: context).owner), isKnown: isProven, goesFirst: isProven)
    }

    /// The network of a client, as an account remembers it once its person has signed in from there; nil for no client.
    func seenNetwork(of account: AccountID, _ context: MessageContext) -> SeenNetwork? {
        guard let client = context.client, client.address != nil else { return nil }
        return SeenNetwork(
            hash: knownNetworks.hash(client.network, of: account), oldest: knownNetworks.oldest(at: now))
    }

    private func network(of context: MessageContext) -> ClientNetwork { ClientNetwork(context.client?.address) }
}
