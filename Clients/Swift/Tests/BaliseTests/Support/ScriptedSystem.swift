/// Replaces the system's notification centre.
final class ScriptedPushCentre: PushCentre, PushButtonOffering {
    private struct State {
        var badges: [Int] = []
        var categories: [PushCategory] = []
        var offered: [PushCategory] = []
    }

    struct Unwilling: Error {}

    private let fails: Bool
    private let state = Mutex(State())

    /// - Parameter fails: Whether setting a badge fails.
    init(fails: Bool = false) { self.fails = fails }

    var badges: [Int] { state.withLock { $0.badges } }
    var categories: [PushCategory] { state.withLock { $0.categories } }
    var offered: [PushCategory] { state.withLock { $0.offered } }

    func setBadge(_ count: Int) async throws {
        if fails { throw Unwilling() }
        state.withLock { $0.badges.append(count) }
    }

    func setCategories(_ categories: [PushCategory]) async { state.withLock { $0.categories = categories } }

    func offer(_ category: PushCategory) async { state.withLock { $0.offered.append(category) } }
}

final class RecordedInteractions: NotificationInteractionReporting {
    private let state = Mutex<[PushInteraction]>([])

    var all: [PushInteraction] { state.withLock { $0 } }

    func report(_ interaction: PushInteraction) async { state.withLock { $0.append(interaction) } }
}

/// Returns one answer, records the requests, and reports revocations when a test says so.
final class ScriptedAppleIDAuthorizer: AppleIDAuthorizer {
    private struct State {
        var nonces: [String] = []
        var users: [String] = []
        var credentialState: Result<AppleCredentialState, BaliseError>
        var listener: AsyncStream<Void>.Continuation?
    }

    private let answer: Result<AppleIDAuthorization?, BaliseError>
    private let state: Mutex<State>

    /// - Parameters:
    ///   - answer: The answer to each request; nil if the user cancels.
    ///   - credentialState: The state of every user.
    init(
        _ answer: Result<AppleIDAuthorization?, BaliseError> = .success(nil),
        credentialState: Result<AppleCredentialState, BaliseError> = .success(.authorized)
    ) {
        self.answer = answer
        state = Mutex(State(credentialState: credentialState))
    }

    var nonces: [String] { state.withLock { $0.nonces } }
    var users: [String] { state.withLock { $0.users } }
    var isFollowed: Bool { state.withLock { $0.listener != nil } }

    func say(_ credentialState: Result<AppleCredentialState, BaliseError>) {
        state.withLock { $0.credentialState = credentialState }
    }

    func revoke() { state.withLock { _ = $0.listener?.yield() } }

    func authorize(hashedNonce: String) async throws(BaliseError) -> AppleIDAuthorization? {
        state.withLock { $0.nonces.append(hashedNonce) }
        return try answer.get()
    }

    func credentialState(of user: String) async throws(BaliseError) -> AppleCredentialState {
        try state.withLock { state in
            state.users.append(user)
            return state.credentialState
        }.get()
    }

    func revocations() -> AsyncStream<Void> {
        let (stream, listener) = AsyncStream.makeStream(of: Void.self)
        state.withLock { $0.listener = listener }
        return stream
    }
}
