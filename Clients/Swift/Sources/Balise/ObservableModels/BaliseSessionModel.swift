public import BaliseAPI
public import Observation

/// The session on this device, and the user's other sessions, for the screens that show them.
///
/// Pass the model to the views with `environment(_:)`, and call ``run()`` in a task of the topmost view. The model
/// needs iOS 17. On iOS 16, write an `ObservableObject` that follows ``SessionsAPI/states`` in the same way.
@available(iOS 17, tvOS 17, watchOS 10, *)
@MainActor
@Observable
public final class BaliseSessionModel: AttemptingModel {
    /// Whether a user is signed in; nil until the stored session has been read.
    public private(set) var state: BaliseSessionState?
    /// The user's sessions, the most recently active first; nil before `loadSessions()`.
    public private(set) var sessions: [BaliseSession]?
    /// The last failure; nil after a success.
    public internal(set) var problem: BaliseError?
    /// Whether a call is running, for example to disable buttons.
    public internal(set) var isBusy = false

    @ObservationIgnored private let api: SessionsAPI

    /// Creates a model of a client's session.
    public init(_ client: BaliseClient) { api = client.sessions }

    /// Follows the session's state until the task is cancelled.
    public func run() async {
        for await state in await api.states {
            self.state = state
            // The next user must not see the list of the previous user.
            if case .signedIn = state { continue }
            sessions = nil
        }
    }

    /// Signs in with a password.
    /// - Returns: Whether the sign-in succeeded; otherwise see ``problem``.
    @discardableResult
    public func signIn(_ login: String, password: SecretText) async -> Bool {
        await attempt { () async throws(BaliseError) in try await api.signIn(login, password: password) } != nil
    }

    /// Signs in with Apple through the system's sheet. If the user cancels the sheet, ``problem`` stays nil.
    public func signIn(with apple: AppleSignIn) async {
        _ = await attempt { () async throws(BaliseError) in try await apple.signIn() }
    }

    /// Handles the result of one of the SDK's buttons, such as `BaliseAppleSignInButton`.
    public func take(_ result: Result<BaliseUser, BaliseError>) {
        problem = if case .failure(let error) = result { error } else { nil }
    }

    /// Signs out on this device.
    public func signOut() async { _ = await attempt { () async throws(BaliseError) in try await api.signOut() } }

    /// Reads the user's sessions.
    public func loadSessions() async {
        let list = await attempt { () async throws(BaliseError) in try await api.list() }
        if let list { sessions = list }
    }

    /// Ends a session on another device.
    public func end(_ id: String) async {
        let isDone: Void? = await attempt { () async throws(BaliseError) in
            do throws(BaliseError) {
                try await api.end(id)
            } catch {
                // `notFound` means that the session has already ended, so it is no failure.
                guard error.code == .notFound else { throw error }
            }
        }
        if isDone != nil { sessions?.removeAll { $0.id == id } }
    }

    /// Ends every other session of the user.
    public func endOthers() async {
        let isDone = await attempt { () async throws(BaliseError) in try await api.endOthers() }
        if isDone != nil { sessions?.removeAll { !$0.isCurrentSession } }
    }
}
