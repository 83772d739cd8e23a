public import BaliseAPI

/// Keeps the app's push tokens registered for the signed-in user.
///
/// At every start, pass it the system's tokens, and call ``run()`` in a task of its own. It registers a token again
/// after each sign-in, and tries again until the network works. After a refusal it waits for another token or sign-in.
///
///     let registrar = client.push.registrar(for: PushDevice())
///     Task { await registrar.run() }
///     // In didRegisterForRemoteNotificationsWithDeviceToken:
///     await registrar.use(.apns(deviceToken))
public actor PushRegistrar {
    /// One token of each kind: a device can have an APNs token and an FCM token.
    private let registrations: TokenRegistrations<PushTokenKind, PushDeviceToken>

    /// The failure of the last attempt; nil after a success, and before the first. `signedOut` until a user signs in.
    public var problem: BaliseError? { get async { await registrations.problem } }

    init(_ pushDevice: PushDevice, api: PushAPI) {
        registrations = TokenRegistrations(for: api) { _, token throws(BaliseError) in
            try await api.register(RegisterPushTokenRequest(token, of: pushDevice))
        }
    }

    /// Registers a token. It replaces the previous token of its kind.
    public func use(_ token: PushDeviceToken) async { await registrations.use(token, for: token.kind) }

    /// Forgets the token of a kind that the app no longer uses. The server keeps the token until `PushAPI` removes it.
    public func forget(_ kind: PushTokenKind) async { await registrations.forget(kind) }

    /// Registers the current and later tokens, until the task is cancelled. A second call ends the first call.
    public func run() async { await registrations.run() }
}

/// Keeps one token for each key registered for the user: after a start, a sign-in and a change of the token.
actor TokenRegistrations<Key: Hashable & Sendable, Token: Hashable & Sendable> {
    typealias Register = @Sendable (Key, Token) async throws(BaliseError) -> Void

    private struct Entry {
        var token: Token
        /// The number of the sign-in that registered the token or was refused; nil while it must still be sent.
        var settledFor: Int?
    }

    private let tokenStore: SessionTokenStore
    private let pause: any BaliseSleeper
    private let random: any BaliseRandomSource
    private let backoff = Backoff(first: 2, maximum: 900)
    private let isLast: @Sendable (Token) -> Bool
    private let register: Register
    private var entries: [Key: Entry] = [:]
    private var failures = 0
    private var signal: AsyncStream<Void>.Continuation?

    /// The failure of the last attempt; nil after a success, and before the first. `signedOut` until a user signs in.
    private(set) var problem: BaliseError?

    /// Creates the registrations.
    /// - Parameters:
    ///   - isLast: Whether the key is no longer needed once this token is registered.
    ///   - register: Sends a token to the server.
    init(for api: PushAPI, isLast: @escaping @Sendable (Token) -> Bool = { _ in false }, register: @escaping Register) {
        tokenStore = api.tokenStore
        (pause, random) = (api.configuration.pause, api.configuration.random)
        (self.isLast, self.register) = (isLast, register)
    }

    func use(_ token: Token, for key: Key) {
        guard entries[key]?.token != token else { return }
        entries[key] = Entry(token: token)
        failures = 0
        signal?.yield()
    }

    func forget(_ key: Key) { entries[key] = nil }

    /// Registers the current and later tokens, until the task is cancelled. A second call ends the first call.
    func run() async {
        let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.signal?.finish()
        self.signal = signal
        signal.yield()
        // The number is read before the first attempt, so that a sign-in during the attempt is noticed.
        let first = await tokenStore.generation
        let states = await tokenStore.states()
        let follower = Task { [tokenStore] in
            var signIn = first
            for await _ in states {
                // A refreshed session keeps its tokens registered, so only a new sign-in starts an attempt.
                let current = await tokenStore.generation
                if current != signIn { signal.yield() }
                signIn = current
            }
        }
        var retry: Task<Void, Never>?
        for await _ in signals {
            retry?.cancel()
            retry = nil
            guard let wait = await registerWhatIsDue() else { continue }
            retry = Task { [pause] in
                guard (try? await pause.sleep(seconds: wait)) != nil else { return }
                signal.yield()
            }
        }
        retry?.cancel()
        follower.cancel()
    }

    /// Registers every token that is not registered for the current user.
    /// - Returns: The seconds until the next try; nil if no token needs another try.
    private func registerWhatIsDue() async -> Double? {
        let signIn = await tokenStore.generation
        var refusal: BaliseError?
        var failure: BaliseError?
        let due = entries.filter { $0.value.settledFor != signIn }
        guard !due.isEmpty else { return nil }
        for (key, entry) in due {
            do throws(BaliseError) {
                try await register(key, entry.token)
            } catch {
                // The next sign-in starts another attempt.
                if error == .signedOut { problem = error }
                if error == .signedOut || error == .cancelled { return nil }
                guard error.isFinal else {
                    // If one token failed for now, the next token may still succeed.
                    failure = failure ?? error
                    continue
                }
                refusal = error
            }
            failures = 0
            // The token may have changed during the call.
            guard entries[key]?.token == entry.token else { continue }
            if isLast(entry.token) { entries[key] = nil } else { entries[key]?.settledFor = signIn }
        }
        problem = failure ?? refusal
        guard let failure else { return nil }
        failures += 1
        return backoff.wait(after: failure, failures: failures, random: random.fraction())
    }
}
