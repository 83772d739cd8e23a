import Crypto
import Models
import OperatorAPI
import Synchronization

/// Links and sessions in memory, under the SHA-256 of their secrets. They are valid in this process only.
final class ConsoleSessions: Sendable {
    /// The lifetime of a link in seconds.
    static let linkLifetime: Int64 = 5 * 60
    /// The lifetime of a session in seconds, even if it is used.
    static let lifetime: Int64 = 8 * 3600
    /// The lifetime of an unused session in seconds.
    static let idleLifetime: Int64 = 3600
    /// The maximum number of links, and of sessions, of one credential. A further link replaces the oldest; a further
    /// session, the one used least recently.
    static let countPerCredential = 8

    struct Session: Sendable {
        let id: String
        /// The number of the session. It orders sessions that began at the same moment.
        let number: Int
        /// The caller, with the key or the passkey's secret, so that each call needs the key's current rights.
        let caller: OperatorAccess.Caller
        let role: ConsoleRole
        let userAgent: String?
        let createdAt: UnixTime
        var lastUsedAt: UnixTime

        var expiresAt: UnixTime {
            min(
                createdAt.adding(seconds: ConsoleSessions.lifetime),
                lastUsedAt.adding(seconds: ConsoleSessions.idleLifetime))
        }
    }

    private struct Link {
        let caller: OperatorAccess.Caller
        let role: ConsoleRole
        let expiresAt: UnixTime
        let number: Int
    }

    private struct State {
        private var count = 0
        var links: [SHA256Digest: Link] = [:]
        var sessions: [SHA256Digest: Session] = [:]

        mutating func nextNumber() -> Int {
            count += 1
            return count
        }

        mutating func forgetEnded(at now: UnixTime) {
            links = links.filter { $0.value.expiresAt > now }
            sessions = sessions.filter { $0.value.expiresAt > now }
        }
    }

    let challenges: ConsoleChallenges
    /// The console's address for browsers, without a slash at its end.
    let address: @Sendable () -> String
    private let clock: any WallClock
    private let random: @Sendable (Int) -> [UInt8]
    private let state = Mutex(State())

    init(
        clock: any WallClock = SystemClock(), random: @escaping @Sendable (Int) -> [UInt8] = systemRandomBytes,
        address: @escaping @Sendable () -> String = { "" }
    ) {
        self.clock = clock
        self.random = random
        self.address = address
        challenges = ConsoleChallenges(clock: clock, random: random)
    }

    func makeLink(for caller: OperatorAccess.Caller, _ role: ConsoleRole) -> (secret: SecretText, expiresAt: UnixTime) {
        let now = clock.now()
        let secret = newSecret()
        let end = now.adding(seconds: ConsoleSessions.linkLifetime)
        state.withLock { state in
            state.forgetEnded(at: now)
            let own = state.links.filter { $0.value.caller.owner == caller.owner }
            let oldest = own.min { $0.value.number < $1.value.number }
            if own.count >= ConsoleSessions.countPerCredential, let oldest { state.links[oldest.key] = nil }
            state.links[digest(secret)] = Link(caller: caller, role: role, expiresAt: end, number: state.nextNumber())
        }
        return (secret, end)
    }

    /// Takes the caller and role of a link, which works once; nil for an invalid link.
    func takeLink(_ secret: SecretText) -> (caller: OperatorAccess.Caller, role: ConsoleRole)? {
        let now = clock.now()
        let link = state.withLock { state in
            state.forgetEnded(at: now)
            return state.links.removeValue(forKey: digest(secret))
        }
        return link.map { ($0.caller, $0.role) }
    }

    func begin(
        _ caller: OperatorAccess.Caller, _ role: ConsoleRole, userAgent: String?
    ) -> (secret: SecretText, session: Session) {
        let now = clock.now()
        let secret = newSecret()
        let id = base64URL(random(9))
        let session = state.withLock { state in
            state.forgetEnded(at: now)
            let own = state.sessions.filter { $0.value.caller.owner == caller.owner }
            let oldest = own.min { ($0.value.lastUsedAt, $0.value.number) < ($1.value.lastUsedAt, $1.value.number) }
            if own.count >= ConsoleSessions.countPerCredential, let oldest { state.sessions[oldest.key] = nil }
            let session = Session(
                id: id, number: state.nextNumber(), caller: caller, role: role, userAgent: userAgent,
                createdAt: now, lastUsedAt: now)
            state.sessions[digest(secret)] = session
            return session
        }
        return (secret, session)
    }

    /// Returns the session of a secret; nil if it is unknown or has ended. The call counts as a use.
    func session(_ secret: SecretText) -> Session? {
        let now = clock.now()
        return state.withLock { state in
            guard var session = state.sessions[digest(secret)], session.expiresAt > now else { return nil }
            session.lastUsedAt = now
            state.sessions[digest(secret)] = session
            return session
        }
    }

    /// Whether the session began within the last five minutes.
    func hasJustBegun(_ session: Session) -> Bool {
        session.createdAt.adding(seconds: ConsoleSessions.linkLifetime) > clock.now()
    }

    func end(_ secret: SecretText) { state.withLock { $0.sessions[digest(secret)] = nil } }

    func end(id: String) -> Bool {
        let now = clock.now()
        return state.withLock { state in
            state.forgetEnded(at: now)
            guard let key = state.sessions.first(where: { $0.value.id == id })?.key else { return false }
            state.sessions[key] = nil
            return true
        }
    }

    func all() -> [Session] {
        let now = clock.now()
        return state.withLock { state in
            state.forgetEnded(at: now)
            return state.sessions.values.sorted { $0.number > $1.number }
        }
    }

    private func newSecret() -> SecretText { SecretText(base64URL(random(32))) }

    private func digest(_ secret: SecretText) -> SHA256Digest { SHA256.hash(data: Array(secret.value.utf8)) }
}

extension OperatorAccess.Caller {
    /// The owner of links and sessions; nil if the caller cannot have any.
    var owner: String? { kind == .apiKey ? apiKey?.text : kind?.rawValue }

    var beginning: String { if case .apiKey(_, _, _, .passkey) = self { "passkey" } else { "link" } }
}

extension ConsoleRole {
    /// The role that the scopes give; nil if the key may not see the console.
    init?(_ scopes: [APIKeyScope]) {
        let roles: [(scope: APIKeyScope, role: ConsoleRole)] = [
            (.operate, .operator), (.assist, .support), (.view, .viewer),
        ]
        guard let role = roles.first(where: { scopes.contains($0.scope) })?.role else { return nil }
        self = role
    }
}
