import Foundation

/// Stores the session of one client and refreshes its tokens; simultaneous calls share one refresh.
///
/// A refresh token is valid once, so the next token is stored before it is used. If storing fails, the token stays in
/// memory. Only the server can end the session: without a network the tokens stay.
package actor SessionTokenStore {
    typealias Refresh = @Sendable (KeptSession) async throws(BaliseError) -> KeptSession

    private enum Held {
        /// The store has not been read yet.
        case unread
        case nobody(SignOutReason)
        case session(KeptSession)
        case issued(IssuedSession, isOver: Bool)
    }

    private let secrets: any BaliseSecretStore
    private let name: String
    private var tokens: any IssuedTokenStore
    private let refresh: Refresh
    private var held = Held.unread
    /// Counts sign-ins and sign-outs. The result of work that began before the latest of them is discarded.
    private(set) var generation = 0
    /// Like `generation`, but it stays the same when the host app supplies another token of the same user.
    private var person = 0
    /// Whether the current tokens could not be stored yet.
    private var isUnstored = false
    private var renewal: (of: Int, task: Task<Result<Credential?, BaliseError>, Never>)?
    /// The last change of the stored session. The next change waits for it, so that changes are stored in their order.
    private var lastChange: Task<Result<Void, BaliseError>, Never>?
    private var listeners = StreamListeners<BaliseSessionState>()

    init(secrets: any BaliseSecretStore, name: String, tokens: any IssuedTokenStore, refresh: @escaping Refresh) {
        (self.secrets, self.name, self.tokens, self.refresh) = (secrets, name, tokens, refresh)
    }

    // MARK: Asking

    func credential() async throws(BaliseError) -> Credential? {
        try await load()
        try await storeWhatIsUnstored()
        return shown
    }

    /// Returns the id of the signed-in account; nil if no user is signed in or only the server knows the id.
    func account() async throws(BaliseError) -> String? {
        try await load()
        guard case .session(let session) = held else { return nil }
        return session.account
    }

    /// Returns the id of the Apple user and the number of the sign-in; nil if the user signed in by another method.
    func appleUser() async throws(BaliseError) -> (id: String, signIn: Int)? {
        try await load()
        guard case .session(let session) = held, let id = session.appleUser else { return nil }
        return (id, generation)
    }

    /// Returns the current token of the host app's identity provider; nil if the user signed in by another method.
    package func issuedCredential() -> Credential? {
        guard case .issued = held else { return nil }
        return shown
    }

    func state() async throws(BaliseError) -> BaliseSessionState {
        try await load()
        return currentState ?? .signedOut(.notSignedIn)
    }

    /// Returns the current state and every later state. A slow listener gets only the newest.
    func states() -> AsyncStream<BaliseSessionState> {
        let state = currentState
        // The store has not been read yet. If reading fails now, the next call reports the failure.
        if state == nil { Task { try? await self.load() } }
        return listeners.add(buffering: .bufferingNewest(1), first: state)
    }

    private func publish() { if let state = currentState { listeners.send(state) } }

    private var currentState: BaliseSessionState? {
        switch held {
        case .unread: nil
        case .nobody(let reason): .signedOut(reason)
        case .session(let session): .signedIn(account: session.account)
        case .issued(_, let isOver): isOver ? .tokenNeeded : .signedIn(account: nil)
        }
    }

    private var shown: Credential? {
        switch held {
        case .unread, .nobody: nil
        case .session(let session): Credential(token: session.token).of(person)
        case .issued(let session, _): session.credential.of(person)
        }
    }

    private func load() async throws(BaliseError) {
        guard case .unread = held else { return }
        let session = try await storedSession()
        // If a sign-in happened during the read, the stored session is out of date.
        guard case .unread = held else { return }
        held = session.map(Held.session) ?? .nobody(.notSignedIn)
        publish()
    }

    /// Reads the stored session; nil if it is missing or unreadable. A sign-in replaces unreadable data.
    private func storedSession() async throws(BaliseError) -> KeptSession? {
        try await secrets.read(name).flatMap(KeptSession.init(kept:))
    }

    // MARK: Signing in and out

    /// Starts a session with tokens that this server has issued.
    func begin(_ session: KeptSession) async throws(BaliseError) {
        generation += 1
        person += 1
        held = .session(session)
        isUnstored = true
        // Without this call, the web app would sign in as the former user.
        tokens.clear()
        publish()
        try await storeWhatIsUnstored()
    }

    /// Starts a session with the host app's token. It stays in memory only, because the host app supplies a token at
    /// each start.
    /// - Parameter tokens: The store that also gets the token; nil for the current store.
    package func begin(_ session: IssuedSession, keepingIn tokens: (any IssuedTokenStore)? = nil) async {
        if let tokens { self.tokens = tokens }
        generation += 1
        // A new token of the same user also arrives here, and must not count as another person.
        if case .issued = held {} else { person += 1 }
        self.tokens.overwrite(with: session.credential)
        held = .issued(session, isOver: false)
        isUnstored = false
        publish()
        // The former user must not be signed in at the next start. Failures are ignored, because the new token works.
        try? await change { [secrets, name] () async throws(BaliseError) in try await secrets.remove(name) }
    }

    /// Ends the session and removes it from the store. If the removal fails, the user is signed out only until the next
    /// start.
    /// - Parameter generation: Ends only the session of this sign-in; nil to end any session.
    func end(_ reason: SignOutReason, of generation: Int? = nil) async throws(BaliseError) {
        if let generation, generation != self.generation, shown != nil { return }
        self.generation += 1
        person += 1
        held = .nobody(reason)
        isUnstored = false
        tokens.clear()
        publish()
        try await change { [secrets, name] () async throws(BaliseError) in try await secrets.remove(name) }
    }

    /// Signs out like `end`, and returns the session so that the server can be informed.
    /// - Parameter signIn: Ends only the session of this sign-in; nil to end the current session.
    /// - Returns: The ended session, and the failure of its removal from the store, if any.
    func leave(
        _ reason: SignOutReason = .signedOut, of signIn: Int? = nil
    ) async -> (who: Departed, failure: BaliseError?) {
        let generation = signIn ?? generation
        // A session that cannot be read is removed, too.
        try? await load()
        // Another user has signed in during the read and stays signed in.
        if generation != self.generation, shown != nil { return (.unknown, nil) }
        let who: Departed =
            switch held {
            case .unread: .unknown
            case .nobody: .nobody
            case .session(let session): .session(session)
            case .issued(let session, _): .issued(session)
            }
        do throws(BaliseError) { try await end(reason) } catch { return (who, error) }
        return (who, nil)
    }

    // MARK: Continuing

    /// Returns a replacement for a refused credential; nil if the server issued none, or another user is now signed in.
    /// - Throws: `signedOut` when the session has ended for good; otherwise the failure of the refresh.
    package func renew(after refused: Credential) async throws(BaliseError) -> Credential? {
        guard let current = try await credential() else { throw .signedOut }
        guard current.person == refused.person else { return nil }
        // Another call has refreshed the credential.
        if current != refused { return current }
        let next = try await sharedRenewal()
        return next?.person == refused.person ? next : nil
    }

    private func sharedRenewal() async throws(BaliseError) -> Credential? {
        if let renewal, renewal.of == generation { return try await renewal.task.value.get() }
        let generation = generation
        // The task is separate, so that the other callers still get the result if the first caller gives up.
        let task = Task { () async -> Result<Credential?, BaliseError> in
            do throws(BaliseError) { return .success(try await self.renew(in: generation)) } catch {
                return .failure(error)
            }
        }
        renewal = (generation, task)
        let result = await task.value
        if renewal?.task == task { renewal = nil }
        return try result.get()
    }

    private func renew(in generation: Int) async throws(BaliseError) -> Credential? {
        switch held {
        case .unread, .nobody: throw .signedOut
        case .issued(let session, _): return await renew(session, in: generation)
        case .session(let session): return try await renew(session, in: generation)
        }
    }

    private func renew(_ session: IssuedSession, in generation: Int) async -> Credential? {
        let next = await session.renew?()
        guard self.generation == generation else { return shown }
        guard let next, next.token != session.credential.token else {
            held = .issued(session, isOver: true)
            publish()
            return nil
        }
        var renewed = session
        renewed.credential = next
        tokens.overwrite(with: next)
        held = .issued(renewed, isOver: false)
        publish()
        return shown
    }

    private func renew(_ session: KeptSession, in generation: Int) async throws(BaliseError) -> Credential? {
        // Another process, such as an extension, may have refreshed already, and used up the old refresh token.
        let stored = try await storedSession()
        guard self.generation == generation else { return try continued() }
        if let stored, stored.token != session.token {
            held = .session(stored)
            publish()
            return shown
        }
        let next: KeptSession
        do throws(BaliseError) { next = try await refresh(session) } catch {
            guard self.generation == generation else { return try continued() }
            guard error.endsSession else { throw error }
            try await end(.ended)
            throw .signedOut
        }
        guard self.generation == generation else { return try continued() }
        held = .session(next)
        isUnstored = true
        try await storeWhatIsUnstored()
        return try continued()
    }

    /// Returns the credential of the session that a sign-in during the refresh has started. Throws after a sign-out.
    private func continued() throws(BaliseError) -> Credential {
        guard let shown else { throw .signedOut }
        return shown
    }

    // MARK: Storing

    private func storeWhatIsUnstored() async throws(BaliseError) {
        guard isUnstored, case .session(let session) = held else { return }
        let data = try session.kept()
        try await change { [secrets, name] () async throws(BaliseError) in try await secrets.write(data, name) }
        // The flag is cleared only if the stored tokens are still the current tokens.
        if case .session(let current) = held, current == session { isUnstored = false }
    }

    /// Changes the store after all earlier changes are complete.
    private func change(_ work: @escaping @Sendable () async throws(BaliseError) -> Void) async throws(BaliseError) {
        let previous = lastChange
        let task = Task { () async -> Result<Void, BaliseError> in
            _ = await previous?.value
            do throws(BaliseError) { return .success(try await work()) } catch { return .failure(error) }
        }
        lastChange = task
        try await task.value.get()
    }
}

extension BaliseError {
    /// Whether the server ended the session. A 401 without its code does not: a proxy may demand a password.
    var endsSession: Bool {
        switch code {
        case .invalidToken, .tokenExpired, .accountGone: true
        default: false
        }
    }
}
