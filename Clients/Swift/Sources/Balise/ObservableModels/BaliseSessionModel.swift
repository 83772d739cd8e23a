// Who is signed in, for views of SwiftUI to follow.

public import BaliseAPI
public import Observation

/// Who is signed in on this device, and where else: what the screens of signing in and of sessions show.
///
/// Give it to the views by `environment(_:)`, and call ``run()`` in a task of the topmost one. It needs iOS 17. On iOS 16 an
/// `ObservableObject` of the app follows ``SessionsAPI/states`` in the same way and publishes what it reads; on iOS 15 the
/// SDK does not run.
@available(iOS 17, tvOS 17, watchOS 10, *)
@MainActor
@Observable
public final class BaliseSessionModel: AttemptingModel {
    /// Whether somebody is signed in; nil until the device has looked.
    public private(set) var state: BaliseSessionState?
    /// Where the person is signed in, the most recently active first; nil until they were read.
    public private(set) var sessions: [BaliseSession]?
    /// Why the last thing that was asked for did not succeed; nil when it did.
    public internal(set) var problem: BaliseError?
    /// Whether something is under way, so that a button can wait.
    public internal(set) var isBusy = false

    @ObservationIgnored private let api: SessionsAPI

    /// A model of a client's session.
    public init(_ client: BaliseClient) { api = client.sessions }

    /// Follows whether somebody is signed in, until the task is cancelled.
    public func run() async {
        for await state in await api.states {
            self.state = state
            // The list of one person is not shown to the next.
            if case .signedIn = state { continue }
            sessions = nil
        }
    }

    /// Signs in with a password.
    ///
    /// - Returns: Whether it succeeded; otherwise ``problem`` says why.
    @discardableResult
    public func signIn(_ login: String, password: SecretString) async -> Bool {
        await attempt { () async throws(BaliseError) in try await api.signIn(login, password: password) } != nil
    }

    /// Signs in with Apple, by the system's sheet. A person who cancels is no problem.
    public func signIn(with apple: AppleSignIn) async {
        _ = await attempt { () async throws(BaliseError) in try await apple.signIn() }
    }

    /// Takes what a button of the SDK says, as `BaliseAppleSignInButton` does.
    public func take(_ result: Result<BaliseUser, BaliseError>) {
        problem = if case .failure(let error) = result { error } else { nil }
    }

    /// Signs out on this device.
    public func signOut() async {
        _ = await attempt { () async throws(BaliseError) in try await api.signOut() }
    }

    /// Reads where the person is signed in.
    public func loadSessions() async {
        let list = await attempt { () async throws(BaliseError) in try await api.list() }
        if let list { sessions = list }
    }

    /// Signs the person out on another device.
    ///
    /// - Parameter id: The session's.
    public func end(_ id: String) async {
        let isDone: Void? = await attempt { () async throws(BaliseError) in
            do throws(BaliseError) {
                try await api.end(id)
            } catch {
                // It has ended meanwhile.
                guard error.code == .notFound else { throw error }
            }
        }
        if isDone != nil { sessions?.removeAll { $0.id == id } }
    }

    /// Signs the person out everywhere else.
    public func endOthers() async {
        let isDone = await attempt { () async throws(BaliseError) in try await api.endOthers() }
        if isDone != nil { sessions?.removeAll { !$0.isCurrentSession } }
    }
}
