// Brings tokens to the server: at the app's start, at each sign-in, and when a token changes.

import BaliseAPI

/// Keeps tokens registered for the person who is signed in, each under a key of which there is one.
actor TokenRegistrations<Key: Hashable & Sendable, Token: Hashable & Sendable> {
    typealias Register = @Sendable (Key, Token) async throws(BaliseError) -> Void

    private struct Entry {
        var token: Token
        /// The sign-in for which the server has taken or refused the token; nil until it has.
        var settledFor: Int?
    }

    private let tokenStore: SessionTokenStore
    private let pause: any BaliseSleeper
    private let random: any BaliseRandomSource
    private let isLast: @Sendable (Token) -> Bool
    private let register: Register
    private var entries: [Key: Entry] = [:]
    private var failures = 0
    private var signal: AsyncStream<Void>.Continuation?

    /// Why the last attempt failed; nil when it succeeded, and before the first. `signedOut` until somebody signs in.
    private(set) var problem: BaliseError?

    /// - Parameters:
    ///   - isLast: Says of a token that its key is of no use any more when it was brought.
    ///   - register: Brings a token.
    init(
        tokenStore: SessionTokenStore, pause: any BaliseSleeper, random: any BaliseRandomSource,
        isLast: @escaping @Sendable (Token) -> Bool = { _ in false }, register: @escaping Register
    ) {
        self.tokenStore = tokenStore
        self.pause = pause
        self.random = random
        self.isLast = isLast
        self.register = register
    }

    /// Takes a token in place of the former one under its key.
    func use(_ token: Token, for key: Key) {
        guard entries[key]?.token != token else { return }
        entries[key] = Entry(token: token)
        failures = 0
        signal?.yield()
    }

    /// Brings no token under a key any more.
    func forget(_ key: Key) { entries[key] = nil }

    /// Brings what there is and what comes, until the task is cancelled. A second call ends the first.
    func run() async {
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
        for (key, entry) in due {
            do throws(BaliseError) {
                try await register(key, entry.token)
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
            guard entries[key]?.token == entry.token else { continue }
            if isLast(entry.token) { entries[key] = nil } else { entries[key]?.settledFor = signIn }
        }
        problem = failure ?? refusal
        return failure.map(waitAfterFailure)
    }

    private func waitAfterFailure(_ error: BaliseError) -> Double {
        failures += 1
        let wait = TokenRegistrationWaits.wait(afterFailures: failures, fraction: random.fraction())
        guard case .refused(let refusal) = error, let told = refusal.retryAfter else { return wait }
        return max(wait, min(Double(told), TokenRegistrationWaits.maximumRequested))
    }
}

/// How long is waited after failures, in seconds.
private enum TokenRegistrationWaits {
    /// The first wait after a failure and the longest.
    static let bounds = 2.0...900.0
    /// The longest wait that a server can ask for.
    static let maximumRequested = 3600.0

    /// Up to half of a wait is taken away, so that many apps do not come back at the same moment.
    static func wait(afterFailures failures: Int, fraction: Double) -> Double {
        let full = min(bounds.lowerBound * Double(1 << min(failures - 1, 16)), bounds.upperBound)
        return full * (1 - fraction / 2)
    }
}
