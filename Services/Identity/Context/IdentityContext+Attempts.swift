import Models
import Storage
import Synchronization

struct AttemptOrigin: Sendable {
    let source: AttemptSource
    /// Whether the user has signed in to the account from this source before.
    let isKnown: Bool
    /// Whether the attempt's hashes run before those of strangers. A right password is not enough for that: by the time
    /// of an answer, a stranger in a known network could learn who signs in there. More is needed, such as a session.
    let goesFirst: Bool

    /// The same origin with priority, for signed-in users and for attempts that no stranger can make now.
    var first: AttemptOrigin { AttemptOrigin(source: source, isKnown: isKnown, goesFirst: true) }
}

extension IdentityContext {
    /// Returns the origin of an attempt. `seen` is the session whose credential was shown, too. The session must belong
    /// to this account, because strangers may have sessions of their own.
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
            // If other sources would be refused now, they cannot compare the time of this attempt with another time. So
            // it may have priority.
            let value = try await attempt(counted.waitOfOthers == nil ? origin : origin.first)
            counts.delays.withLock { $0.takeBack(counted) }
            return value
        } catch {
            let code = ServiceError(answering: error)?.code
            counts.delays.withLock { code == .wrongCredentials ? $0.fail(counted, at: now) : $0.takeBack(counted) }
            // Other sources would be refused before the check, so they must not see its result.
            if let wait = counted.waitOfOthers, [.wrongCredentials, .overloaded, .unavailable].contains(code) {
                throw tooMany(wait)
            }
            throw error
        }
    }

    /// Checks the password of a signed-in user. Wrong passwords are counted for each session, so that a stolen session
    /// does not use up the owner's attempts; a nil `session` counts for the network. Returns the checked password,
    /// which the store compares again.
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

    /// Resets the shared failure counts of an account after its owner has given another proof.
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

    /// Returns the origin of a request. `isProven`: the request contains a right proof other than a password.
    func origin(isProven: Bool, _ context: MessageContext) -> AttemptOrigin {
        AttemptOrigin(source: .network(network(of: context).owner), isKnown: isProven, goesFirst: isProven)
    }

    func seenNetwork(of account: AccountID, _ context: MessageContext) -> SeenNetwork? {
        guard let client = context.client, client.address != nil else { return nil }
        return SeenNetwork(hash: knownNetworks.hash(client.network, of: account), oldest: knownNetworks.oldest(at: now))
    }

    private func network(of context: MessageContext) -> ClientNetwork { ClientNetwork(context.client?.address) }
}
