import Models
import Storage
import Synchronization

struct AttemptOrigin: Sendable {
    let source: AttemptSource
    /// Whether the user has signed in to the account from this source before.
    let isKnown: Bool
    /// Whether the attempt's hashes run before those of strangers. That takes more than the password, such as a
    /// session's credential: in a known network a stranger could learn from the time of an answer who signs in there.
    let goesFirst: Bool

    /// This origin with priority, for users who are signed in, and for attempts that no stranger can make now.
    var first: AttemptOrigin { AttemptOrigin(source: source, isKnown: isKnown, goesFirst: true) }
}

extension IdentityContext {
    /// Returns the origin of an attempt. `seen` is the session whose credential was shown too. It must belong to this
    /// account, since strangers may have sessions of their own.
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

    /// Runs `attempt` and counts its failure. Throws `rateLimited` if earlier failures require a wait. Of the errors of
    /// `attempt`, only `wrongCredentials` is a failure.
    func attempt<Value>(
        _ name: AttemptName, from origin: AttemptOrigin, _ attempt: (AttemptOrigin) async throws -> Value
    ) async throws -> Value {
        let begun = counts.delays.withLock { $0.begin(name, from: origin.source, isKnown: origin.isKnown, at: now) }
        let counted: FailureDelays.Attempt
        switch begun {
        case .goes(let attempt): counted = attempt
        case .waits(let wait): throw tooMany(wait)
        }
        do {
            // If attempts by others would be refused now, there is no other time to compare this one with.
            let value = try await attempt(counted.waitOfOthers == nil ? origin : origin.first)
            counts.delays.withLock { $0.takeBack(counted) }
            return value
        } catch {
            let code = ServiceError(answering: error)?.code
            counts.delays.withLock { code == .wrongCredentials ? $0.fail(counted, at: now) : $0.takeBack(counted) }
            // Others would be refused before the check, so they must not see its answer.
            if let wait = counted.waitOfOthers, [.wrongCredentials, .overloaded, .unavailable].contains(code) {
                throw tooMany(wait)
            }
            throw error
        }
    }

    /// Checks the password of a signed-in user. Wrong ones are counted per session, so a stolen session does not use up
    /// the owner's attempts; nil counts per network. Returns the password of that time, for the store to compare.
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

    /// Resets the shared failure counts of an account, after another proof by its owner.
    func forgive(_ profile: AccountProfile) {
        let signIns = profile.names.keys.map { AttemptName.signIn($0.key, to: profile.account) }
        let names = signIns + [.passwordChange(profile.account)]
        counts.delays.withLock { delays in
            for name in names { delays.forgive(name) }
        }
    }

    private func tooMany(_ seconds: Int) -> ServiceError {
        ServiceError(
            .rateLimited, "too many wrong passwords; wait \(seconds) seconds and try again", retryAfter: seconds)
    }

    /// Returns the origin of a request. `isProven`: it has shown something other than a password, and that was right.
    func origin(isProven: Bool, _ context: MessageContext) -> AttemptOrigin {
        AttemptOrigin(source: .network(network(of: context).owner), isKnown: isProven, goesFirst: isProven)
    }

    func seenNetwork(of account: AccountID, _ context: MessageContext) -> SeenNetwork? {
        guard let client = context.client, client.address != nil else { return nil }
        return SeenNetwork(hash: knownNetworks.hash(client.network, of: account), oldest: knownNetworks.oldest(at: now))
    }

    private func network(of context: MessageContext) -> ClientNetwork { ClientNetwork(context.client?.address) }
}
