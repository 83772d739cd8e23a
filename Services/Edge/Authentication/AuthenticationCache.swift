import Models

/// The rules for cached answers of auth-session (decision 9). Each answer contains the position of the credentials feed
/// at which it was made. Entries are valid while the latest page of the feed is at most `freshness` old.
struct AuthenticationCache: Sendable {
    static let freshness = Duration.milliseconds(1500)
    /// Reads may continue without auth-session for this long after the latest page of the feed.
    static let grace = Duration.seconds(30)
    /// The most sessions in one report; `RecordActivity` accepts as many.
    static let reportedAtOnce = 10_000

    /// The time by the steady clock, and by the wall clock, which expiry dates use.
    struct Moment: Sendable {
        var steady: Duration
        var wall: UnixTime
    }

    enum LookupResult: Equatable {
        case known(Principal)
        /// The credential is in the cache, but the cache is not fresh.
        case unsure
        case unknown
    }

    enum AnswerResult: Equatable {
        case principal(Principal)
        case refused(ErrorCode)
        /// The answer may be older than the cache, so the edge must ask auth-session again.
        case outdated
    }

    private struct Entry {
        let principal: Principal
        var usedAt: UnixTime
        var isUnreported = true
    }

    private let capacity: Int
    private var entries: BoundedTable<CredentialKey, Entry>
    private var keys: [CredentialChange: [CredentialKey]] = [:]
    private var cursor: FeedCursor?
    private var freshAt: Duration?
    /// Sessions and tokens that ended through this edge. An answer from before the end may still be on its way.
    private var ended = BoundedTable<CredentialChange, Void>(capacity: 1024)
    private var unreported: [SessionID: UnixTime] = [:]

    /// - Parameter capacity: The most cached answers; 0 turns the cache off.
    init(capacity: Int) {
        self.capacity = capacity
        entries = BoundedTable(capacity: capacity)
    }

    var count: Int { entries.count }

    func isFresh(at now: Duration) -> Bool { isWithin(AuthenticationCache.freshness, now) }

    private func isWithin(_ span: Duration, _ now: Duration) -> Bool { freshAt.map { now - $0 <= span } ?? false }

    // MARK: Requests

    mutating func lookUp(_ key: CredentialKey, at now: Moment) -> LookupResult {
        guard isFresh(at: now.steady) else { return entries.contains(key) ? .unsure : .unknown }
        return use(key, at: now).map(LookupResult.known) ?? .unknown
    }

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

    mutating func receive(
        _ answer: Authenticate.Reply, about key: CredentialKey, asked: Duration, at now: Moment
    ) -> AnswerResult {
        if let cursor {
            if answer.epoch != cursor.epoch {
                // The answer and the cache belong to different epochs of the feed. The feed will show which is current.
                startOver()
                return .outdated
            }
            if answer.sequence < cursor.sequence { return .outdated }
        }
        let isFresh = isFresh(at: now.steady)
        guard isFresh || now.steady - asked <= AuthenticationCache.freshness else { return .outdated }
        guard let principal = answer.principal, !principal.endKeys.isEmpty,
            !principal.endKeys.contains(where: ended.contains)
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
        for holder in principal.endKeys { keys[holder, default: []].append(key) }
        guard let gone else { return }
        unlist(gone.key, of: gone.value.principal)
        if gone.value.isUnreported, let session = gone.value.principal.session { report(session, gone.value.usedAt) }
    }

    private mutating func drop(_ key: CredentialKey) {
        guard let entry = entries.remove(key) else { return }
        unlist(key, of: entry.principal)
    }

    private mutating func unlist(_ key: CredentialKey, of principal: Principal) {
        for holder in principal.endKeys {
            keys[holder]?.removeAll { $0 == key }
            if keys[holder]?.isEmpty == true { keys[holder] = nil }
        }
    }

    // MARK: The feed

    /// Takes a page of the feed. A page that reaches the feed's end, even if it is empty, proves the cache fresh.
    mutating func receive(_ page: FeedPage, asked: Duration) {
        if page.startsOver || page.epoch != cursor?.epoch { startOver() }
        for change in page.changes {
            if let ended = CredentialChange(key: change.key) {
                evict(ended)
            } else {
                // A later version wrote this key, so it may concern any entry.
                entries.removeAll()
                keys = [:]
            }
        }
        let sequence = page.changes.last?.sequence ?? page.highWater
        cursor = FeedCursor(epoch: page.epoch, sequence: sequence)
        if sequence >= page.highWater { freshAt = max(freshAt ?? asked, asked) }
    }

    /// Drops a session or token that has ended, before the feed announces the end.
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

    /// Records activity, including activity that could not be reported before. Beyond the capacity it is dropped, which
    /// costs a session a minute of its idle time.
    mutating func report(_ session: SessionID, _ time: UnixTime) {
        guard unreported.count < AuthenticationCache.reportedAtOnce || unreported[session] != nil else { return }
        unreported[session] = max(unreported[session] ?? time, time)
    }
}

extension Principal {
    /// The keys that can announce the end of this credential in the feed; any of them is enough.
    fileprivate var endKeys: [CredentialChange] {
        [session.map(CredentialChange.session), token.map(CredentialChange.token), apiKey.map(CredentialChange.apiKey)]
            .compactMap(\.self)
    }

    fileprivate func isValid(at time: UnixTime) -> Bool { expiresAt.map { time < $0 } ?? true }
}
