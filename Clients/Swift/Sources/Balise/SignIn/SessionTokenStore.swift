// Who is signed in on this device: the one place that keeps the tokens, and the one that gets the next.

import Foundation

/// Stores the session of one client and refreshes its tokens.
///
/// One refresh serves all calls that find at the same time that their token has expired. A refresh token counts once,
/// so the next one is stored before it is used; when it cannot be stored at once, it stays in memory and is stored
/// before its first use. Only the server can say that the session has ended: without network the tokens stay.
actor SessionTokenStore {
    /// Asks the server for the tokens that follow on a session's.
    typealias Refresh = @Sendable (KeptSession) async throws(BaliseError) -> KeptSession

    private enum Held {
        /// Nobody has looked yet.
        case unread
        case nobody(SignOutReason)
        case session(KeptSession)
        case issued(IssuedSession, isOver: Bool)
    }

    private let secrets: any BaliseSecretStore
    private let name: String
    /// Where the identity provider's token is left for the web app.
    private let tokens: EcoveloTokenStore
    private let refresh: Refresh
    private var held = Held.unread
    /// Counts sign-ins and sign-outs: the result of work that began before one is thrown away after it.
    private(set) var generation = 0
    /// Like `generation`, but unchanged when the host brings another token of the same person.
    private var person = 0
    /// Whether the present tokens could not be stored yet.
    private var isUnstored = false
    private var renewal: (of: Int, task: Task<Result<Credential?, BaliseError>, Never>)?
    /// The last change of what is stored; the next waits for it, so that they happen in the order in which they were
    /// decided.
    private var lastChange: Task<Result<Void, BaliseError>, Never>?
    private var listeners = StreamListeners<BaliseSessionState>()

    /// - Parameters:
    ///   - name: Under which the session stands among the secrets.
    ///   - tokens: Where the identity provider's token is left for the web app.
    init(secrets: any BaliseSecretStore, name: String, tokens: EcoveloTokenStore, refresh: @escaping Refresh) {
        self.secrets = secrets
        self.name = name
        self.tokens = tokens
        self.refresh = refresh
    }

    // MARK: Asking

    /// What a request of this moment shows; nil when nobody is signed in.
    func credential() async throws(BaliseError) -> Credential? {
        try await load()
        try await storeWhatIsUnstored()
        return shown
    }

    /// The account that is signed in to; nil for nobody, and where only the server knows it.
    func account() async throws(BaliseError) -> String? {
        try await load()
        guard case .session(let session) = held else { return nil }
        return session.account
    }

    /// The Apple user who signed in, and which sign-in it was; nil for nobody, and for who came by another method.
    func appleUser() async throws(BaliseError) -> (id: String, signIn: Int)? {
        try await load()
        guard case .session(let session) = held, let id = session.appleUser else { return nil }
        return (id, generation)
    }

    /// The identity provider's token that counts at present, and what requests show of it; nil where there is none.
    func issuedConfig() -> (config: EcoveloConfig, credential: Credential)? {
        guard case .issued(let session, _) = held, let shown else { return nil }
        return (session.config, shown)
    }

    /// Whether somebody is signed in.
    func state() async throws(BaliseError) -> BaliseSessionState {
        try await load()
        return currentState ?? .signedOut(.notSignedIn)
    }

    /// The state of this moment and every later one. A listener that is behind gets the latest.
    func states() -> AsyncStream<BaliseSessionState> {
        let state = currentState
        // What is stored has not been read yet. A failure of that is told to whoever makes a call.
        if state == nil { Task { try? await self.load() } }
        return listeners.add(buffering: .bufferingNewest(1), first: state) { [weak self] number in
            await self?.removeListener(number)
        }
    }

    private func removeListener(_ number: Int) { listeners.remove(number) }

    private func publish() {
        if let state = currentState { listeners.send(state) }
    }

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
        case .session(let session): Credential(token: session.token, person: person)
        case .issued(let session, _):
            Credential(token: session.config.iamToken, program: session.config.programId, person: person)
        }
    }

    private func load() async throws(BaliseError) {
        guard case .unread = held else { return }
        let session = try await storedSession()
        // Somebody may have signed in meanwhile.
        guard case .unread = held else { return }
        held = session.map(Held.session) ?? .nobody(.notSignedIn)
        publish()
    }

    /// What is kept under the session's name; nil also for what is no session, which a sign-in replaces.
    private func storedSession() async throws(BaliseError) -> KeptSession? {
        try await secrets.read(name).flatMap(KeptSession.init(kept:))
    }

    // MARK: Signing in and out

    /// Somebody signed in and got tokens.
    func begin(_ session: KeptSession) async throws(BaliseError) {
        generation += 1
        person += 1
        held = .session(session)
        isUnstored = true
        // It would sign the web app in as somebody else.
        tokens.clear()
        publish()
        try await storeWhatIsUnstored()
    }

    /// The host app brought a token of its identity provider. It is kept in memory alone: the host brings one at each
    /// start.
    func begin(_ session: IssuedSession) async {
        generation += 1
        // A host that has another token for its person brings it in the same way.
        if case .issued = held {} else { person += 1 }
        tokens.overwrite(with: session.config)
        held = .issued(session, isOver: false)
        isUnstored = false
        publish()
        // Whoever was signed in before is not to be again at the next start. A failure is not the host's to deal with:
        // the token it has brought serves all the same.
        try? await change { [secrets, name] () async throws(BaliseError) in try await secrets.remove(name) }
    }

    /// Nobody is signed in any more. What is stored is removed; when that fails, nobody is signed in until the next
    /// start.
    ///
    /// - Parameter generation: Whoever has signed in after it stays; nil to sign out whoever it is.
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

    /// Whoever is signed in signs out: as `end`, and gives what the server can be told with.
    ///
    /// - Parameter signIn: Whoever has signed in after it stays; nil to sign out whoever it is now.
    /// - Returns: Who it was, and why what is stored could not be removed, where it could not.
    func leave(
        _ reason: SignOutReason = .signedOut, of signIn: Int? = nil
    ) async -> (who: Departed, failure: BaliseError?) {
        let generation = signIn ?? generation
        // What cannot be read is removed all the same.
        try? await load()
        // Somebody has signed in meanwhile, and is not the one who signs out.
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

    /// What to show in place of a credential that the server did not take; nil when there is nothing better, and when
    /// another person is signed in by now.
    ///
    /// - Throws: `signedOut` when the session is over for good; whatever kept the next tokens from coming otherwise.
    func renew(after refused: Credential) async throws(BaliseError) -> Credential? {
        guard let current = try await credential() else { throw .signedOut }
        guard current.person == refused.person else { return nil }
        // Somebody else was faster.
        if current != refused { return current }
        let next = try await sharedRenewal()
        return next?.person == refused.person ? next : nil
    }

    private func sharedRenewal() async throws(BaliseError) -> Credential? {
        if let renewal, renewal.of == generation { return try await renewal.task.value.get() }
        let generation = generation
        // A task of its own: the caller who began it may give up, and others go on waiting.
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
        guard let next, next.iamToken != session.config.iamToken else {
            held = .issued(session, isOver: true)
            publish()
            return nil
        }
        var renewed = session
        renewed.config = next
        tokens.overwrite(with: next)
        held = .issued(renewed, isOver: false)
        publish()
        return shown
    }

    private func renew(_ session: KeptSession, in generation: Int) async throws(BaliseError) -> Credential? {
        // Another process of the app, an extension of it say, may have been faster, and the old refresh token is used
        // up.
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

    /// What there is to show after somebody else has signed in or out.
    private func continued() throws(BaliseError) -> Credential {
        guard let shown else { throw .signedOut }
        return shown
    }

    // MARK: Storing

    private func storeWhatIsUnstored() async throws(BaliseError) {
        guard isUnstored, case .session(let session) = held else { return }
        let data = try session.kept()
        try await change { [secrets, name] () async throws(BaliseError) in try await secrets.write(data, name) }
        // Only for the tokens that were stored.
        if case .session(let current) = held, current == session { isUnstored = false }
    }

    /// Changes what is stored after all earlier changes.
    private func change(
        _ work: @escaping @Sendable () async throws(BaliseError) -> Void
    ) async throws(BaliseError) {
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
    /// Whether it is the server's word that a session cannot be continued. A 401 without a code of the server's is not:
    /// a proxy on the way may want a password of its own.
    var endsSession: Bool {
        switch code {
        case .invalidToken, .tokenExpired, .accountGone: true
        default: false
        }
    }
}
