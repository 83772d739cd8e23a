// The rules by which the edge remembers who is behind a credential. A plain value: `Authenticator` guards it, gives it
// the time, and asks auth-session.

import Models

/// What the edge remembers of auth-session's answers, and how long each of them counts.
///
/// An answer names the state of the credentials feed at which it was made. It is refused as outdated when the feed has
/// been followed further meanwhile. An entry is dropped when the feed says so, when its credential expires, or when
/// room is needed. Entries count only while the latest page of the feed is at most `freshness` old. Reads that ask for
/// it (`lookUpStale`) may go on for `grace`.
struct AuthenticationCache: Sendable {
    /// How old the latest page of the feed may be.
    static let freshness = Duration.milliseconds(1500)
    /// How long after the latest page of the feed reads may go on without auth-session.
    static let grace = Duration.seconds(30)
    /// How many sessions wait to be reported as active, as many as one `RecordActivity` takes.
    static let reportedAtOnce = 10_000

    /// A moment, by the clock that never jumps and by the one that expiry dates are counted in.
    struct Moment: Sendable {
        var steady: Duration
        var wall: UnixTime
    }

    /// What is remembered of a credential.
    enum LookupResult: Equatable {
        case known(Principal)
        /// The credential is remembered, but the cache is not fresh, so auth-session has to be asked.
        case unsure
        case unknown
    }

    /// What follows from an answer of auth-session.
    enum AnswerResult: Equatable {
        case principal(Principal)
        case refused(ErrorCode)
        /// It may be older than what is known here: ask again.
        case outdated
    }

    private struct Entry {
        let principal: Principal
        var usedAt: UnixTime
        /// Whether auth-session has not heard of this use.
        var isUnreported = true
    }

    private let capacity: Int
    private var entries: BoundedTable<CredentialKey, Entry>
    /// Which credentials belong to a session, an exchanged token or an API key.
    private var keys: [CredentialChange: [CredentialKey]] = [:]
    private var cursor: FeedCursor?
    private var freshAt: Duration?
    /// Sessions and tokens that ended through this edge: an answer from before their end may still be on its way.
    private var ended = BoundedTable<CredentialChange, Void>(capacity: 1024)
    /// When sessions were active whose credential is not, or no longer, among the entries.
    private var unreported: [SessionID: UnixTime] = [:]

    /// - Parameter capacity: The most credentials that are remembered; 0 for none.
    init(capacity: Int) {
        self.capacity = capacity
        entries = BoundedTable(capacity: capacity)
    }

    /// How many credentials are remembered.
    var count: Int { entries.count }

    /// Whether what is remembered counts.
    func isFresh(at now: Duration) -> Bool { isWithin(AuthenticationCache.freshness, now) }

    private func isWithin(_ span: Duration, _ now: Duration) -> Bool { freshAt.map { now - $0 <= span } ?? false }

    // MARK: Requests

    /// Who is behind a credential, as far as that can be told without asking.
    mutating func look(up key: CredentialKey, at now: Moment) -> LookupResult {
        guard isFresh(at: now.steady) else { return entries.contains(key) ? .unsure : .unknown }
        return use(key, at: now).map(LookupResult.known) ?? .unknown
    }

    /// Who is behind a credential, for a read while auth-session is away.
    mutating func lookUpStale(_ key: CredentialKey, at now: Moment) -> Principal? {
        isWithin(AuthenticationCache.grace, now.steady) ? use(key, at: now) : nil
    }

    private mutating func use(_ key: CredentialKey, at now: Moment) -> Principal? {
        let used = entries.use(key) { entry -> Principal? in
            guard entry.principal.isValid(at: now.wall) else { return nil }
            entry.usedAt = now.wall
            entry.isUnreported = true
            return entry.principal
        }
        guard let used else { return nil }
        if used == nil { drop(key) }
        return used
    }

    // MARK: Answers

    /// Takes an answer about `key` to a question of the moment `asked`.
    mutating func receive(
        _ answer: Authenticate.Reply, about key: CredentialKey, asked: Duration, at now: Moment
    ) -> AnswerResult {
        if let cursor {
            if answer.epoch != cursor.epoch {
                // Either the answer or the cache is of another life of the feed; the feed will tell.
                startOver()
                return .outdated
            }
            if answer.sequence < cursor.sequence { return .outdated }
        }
        let isFresh = isFresh(at: now.steady)
        guard isFresh || now.steady - asked <= AuthenticationCache.freshness else { return .outdated }
        guard let principal = answer.principal, !principal.holders.isEmpty,
            !principal.holders.contains(where: ended.contains)
        else {
            drop(key)
            return .refused(answer.refusal ?? .invalidToken)
        }
        if isFresh, capacity > 0, principal.isValid(at: now.wall) {
            remember(principal, key, at: now.wall)
        } else if let session = principal.session {
            report(session, now.wall)
        }
        return .principal(principal)
    }

    private mutating func remember(_ principal: Principal, _ key: CredentialKey, at time: UnixTime) {
        drop(key)
        let gone = entries.insert(Entry(principal: principal, usedAt: time), for: key)
        for holder in principal.holders { keys[holder, default: []].append(key) }
        guard let gone else { return }
        unlist(gone.key, of: gone.value.principal)
        if gone.value.isUnreported, let session = gone.value.principal.session { report(session, gone.value.usedAt) }
    }

    private mutating func drop(_ key: CredentialKey) {
        guard let entry = entries.remove(key) else { return }
        unlist(key, of: entry.principal)
    }

    private mutating func unlist(_ key: CredentialKey, of principal: Principal) {
        for holder in principal.holders {
            keys[holder]?.removeAll { $0 == key }
            if keys[holder]?.isEmpty == true { keys[holder] = nil }
        }
    }

    // MARK: The feed

    /// Takes a page of the credentials feed, also an empty one, the answer to a question of the moment `asked`.
    mutating func receive(_ page: FeedPage, asked: Duration) {
        if page.startsOver || page.epoch != cursor?.epoch { startOver() }
        for change in page.changes {
            if let ended = CredentialChange(key: change.key) {
                evict(ended)
            } else {
                // A later version wrote this key, so it may be about any entry.
                entries.removeAll()
                keys = [:]
            }
        }
        let sequence = page.changes.last?.sequence ?? page.highWater
        cursor = FeedCursor(epoch: page.epoch, sequence: sequence)
        if sequence >= page.highWater { freshAt = max(freshAt ?? asked, asked) }
    }

    /// Forgets what has ended, before the feed says so.
    mutating func forget(_ holder: CredentialChange) {
        ended.insert(holder)
        evict(holder)
    }

    private mutating func evict(_ holder: CredentialChange) {
        for key in keys.removeValue(forKey: holder) ?? [] { drop(key) }
        if case .session(let session) = holder { unreported[session] = nil }
    }

    private mutating func startOver() {
        entries.removeAll()
        keys = [:]
        ended.removeAll()
        cursor = nil
        freshAt = nil
    }

    // MARK: Activity

    /// When sessions were active since the last time this was asked.
    mutating func dequeueActivity() -> [RecordActivity.Activity] {
        var latest = unreported
        unreported = [:]
        entries.forEach { entry in
            guard entry.isUnreported, let session = entry.principal.session else { return }
            entry.isUnreported = false
            latest[session] = max(latest[session] ?? entry.usedAt, entry.usedAt)
        }
        return latest.map { RecordActivity.Activity(session: $0.key, at: $0.value) }
    }

    /// Notes that a session was active; also what could not be reported. Over the bound the report has a gap, which
    /// costs a session a minute of its idle time.
    mutating func report(_ session: SessionID, _ time: UnixTime) {
        guard unreported.count < AuthenticationCache.reportedAtOnce || unreported[session] != nil else { return }
        unreported[session] = max(unreported[session] ?? time, time)
    }
}

extension Principal {
    /// The keys under which the credentials feed can announce the end of this credential; any one of them ends it.
    fileprivate var holders: [CredentialChange] {
        [session.map(CredentialChange.session), token.map(CredentialChange.token), apiKey.map(CredentialChange.apiKey)]
            .compactMap(\.self)
    }

    fileprivate func isValid(at time: UnixTime) -> Bool { expiresAt.map { time < $0 } ?? true }
}
