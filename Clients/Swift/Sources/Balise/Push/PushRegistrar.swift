// Registers the app's push tokens with the server: at its start, at each sign-in, and when a token changes.

public import BaliseAPI

/// Keeps the app's push tokens registered for the person who is signed in.
///
/// At every start, the app hands over the tokens that the system gives it, and calls ``run()`` in a task of its own. A
/// token is registered for whoever is signed in, and again after each sign-in. Without network the registration is
/// repeated until it succeeds. After a refusal it waits for another token or another sign-in.
///
///     let registrar = client.push.registrar(for: PushDevice())
///     Task { await registrar.run() }
///     // In didRegisterForRemoteNotificationsWithDeviceToken:
///     await registrar.use(.apns(deviceToken))
public actor PushRegistrar {
    /// The first wait after a failure and the longest, in seconds.
    private static let waits = 2.0...900.0
    /// The longest wait that a server can ask for, in seconds.
    private static let maximumRequestedWait = 3600.0

    private struct Entry {
        var token: PushDeviceToken
        /// The sign-in for which the server has taken or refused the token; nil until it has.
        var settledFor: Int?
    }

    private let pushDevice: PushDevice
    private let api: PushAPI
    private let tokenStore: SessionTokenStore
    private let pause: any BaliseSleeper
    private let random: any BaliseRandomSource
    /// One of each kind: a push device has both an APNs and an FCM token.
    private var entries: [PushTokenKind: Entry] = [:]
    private var failures = 0
    private var signal: AsyncStream<Void>.Continuation?

    /// Why the last attempt failed; nil when it succeeded, and before the first. `signedOut` until somebody signs in.
    public private(set) var problem: BaliseError?

    init(
        _ pushDevice: PushDevice, api: PushAPI, tokenStore: SessionTokenStore, pause: any BaliseSleeper,
        random: any BaliseRandomSource
    ) {
        self.pushDevice = pushDevice
        self.api = api
        self.tokenStore = tokenStore
        self.pause = pause
        self.random = random
    }

    /// Takes a token that the system has given to the app, in place of the former one of its kind.
    public func use(_ token: PushDeviceToken) {
        guard entries[token.kind]?.token != token else { return }
        entries[token.kind] = Entry(token: token)
        failures = 0
        signal?.yield()
    }

    /// Forgets the token of a kind, because the app asks for none any more. The server keeps it until it is removed
    /// there.
    public func forget(_ kind: PushTokenKind) { entries[kind] = nil }

    /// Registers what there is and what comes, until the task is cancelled. A second call ends the first.
    public func run() async {
        let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.signal?.finish()
        self.signal = signal
        signal.yield()
        // Read before the first attempt, which may find nobody: whoever signs in after that is then seen as another.
        let first = await tokenStore.generation
        let states = await tokenStore.states()
        let follower = Task { [tokenStore] in
            var signIn = first
            for await _ in states {
                // A session that was only continued keeps its tokens.
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

    /// Registers every token that the person of this moment is not reached by.
    ///
    /// - Returns: After how many seconds to try again; nil when nothing is left to try.
    private func registerWhatIsDue() async -> Double? {
        let signIn = await tokenStore.generation
        var refusal: BaliseError?
        var failure: BaliseError?
        let due = entries.filter { $0.value.settledFor != signIn }
        guard !due.isEmpty else { return nil }
        for (kind, entry) in due {
            do throws(BaliseError) {
                try await api.register(RegisterPushTokenRequest(entry.token, of: pushDevice))
            } catch {
                // Whoever signs in next is followed by another attempt.
                if error == .signedOut || error == .cancelled {
                    problem = error
                    return nil
                }
                guard error.isFinal else {
                    // What is wrong with one token need not be with the next.
                    failure = failure ?? error
                    continue
                }
                refusal = error
            }
            failures = 0
            // Another token may have come meanwhile.
            if entries[kind]?.token == entry.token { entries[kind]?.settledFor = signIn }
        }
        problem = failure ?? refusal
        return failure.map(waitAfterFailure)
    }

    private func waitAfterFailure(_ error: BaliseError) -> Double {
        failures += 1
        let full = min(Self.waits.lowerBound * Double(1 << min(failures - 1, 16)), Self.waits.upperBound)
        // Up to half is taken away, so that many apps do not come back at the same moment.
        let wait = full * (1 - random.fraction() / 2)
        guard case .refused(let refusal) = error, let told = refusal.retryAfter else { return wait }
        return max(wait, min(Double(told), Self.maximumRequestedWait))
    }
}
