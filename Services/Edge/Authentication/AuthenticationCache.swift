// What the edge remembers of its callers, and when it has to forget: pure rules, without clock and bus.

import Models

/// Remembers what credentials turned out to be, up to a bound, in the order of the credentials feed.
///
/// It has two halves: what was used lately, and what was used before that. When the first is full the second is dropped
/// and the first takes its place, so that what is used stays and what is not goes, for the price of a look-up.
struct AuthenticationCache: Sendable {
    /// What an answer of auth-session is worth.
    enum Admission: Equatable {
        /// It may be used; a principal that it names is remembered.
        case admitted
        /// It was made before something that is already known here: it says nothing, and is asked for again.
        case outdated
        /// It is of a life of the feed that is not the one followed here.
        case otherEpoch
        /// It names a session that this edge has ended meanwhile.
        case ended
    }

    private struct Entry {
        let principal: Principal
        /// Until when the use of its session needs no further note.
        var notedUntil: UnixTime
    }

    private let half: Int
    private var recent: [CredentialDigest: Entry] = [:]
    private var older: [CredentialDigest: Entry] = [:]
    /// Under which digests a session or a key is remembered; an app may show one session with several tokens.
    private var digests: [CredentialChange: Set<CredentialDigest>] = [:]
    /// Sessions that this edge has ended, before the feed says so.
    private var ended = EndedSessions(bound: 10_000)
    /// When sessions were last active, of those that were since it was last told.
    private var active: [SessionID: UnixTime] = [:]
    /// How far the feed has been followed; nil before its first answer.
    private(set) var cursor: FeedCursor?

    /// Remembers at most `bound` callers; none with 0.
    init(bound: Int) { half = (max(0, bound) + 1) / 2 }

    /// How many callers are remembered.
    var count: Int { recent.count + older.count }

    /// Whose credential it is, as far as that is remembered. An entry never outlives its credential.
    mutating func principal(of digest: CredentialDigest, at now: UnixTime) -> Principal? {
        if let entry = recent[digest] {
            guard isAlive(entry.principal, at: now) else {
                forget(digest, of: entry.principal)
                return nil
            }
            if entry.notedUntil <= now {
                recent[digest]?.notedUntil = now.adding(seconds: AuthenticationCache.secondsBetweenNotes)
                note(entry.principal, at: now)
            }
            return entry.principal
        }
        guard let entry = older[digest] else { return nil }
        forget(digest, of: entry.principal)
        guard isAlive(entry.principal, at: now) else { return nil }
        remember(entry.principal, digest, at: now)
        return entry.principal
    }

    /// Judges an answer that auth-session gave for a credential.
    ///
    /// Before the feed has been heard of nothing is remembered, since nothing would make it forgotten.
    mutating func take(_ reply: Authenticate.Reply, of digest: CredentialDigest, at now: UnixTime) -> Admission {
        if let session = reply.principal?.session, ended.contains(session) { return .ended }
        if let cursor {
            guard reply.epoch == cursor.epoch else { return .otherEpoch }
            guard reply.sequence >= cursor.sequence else { return .outdated }
        }
        guard let principal = reply.principal else { return .admitted }
        if cursor != nil, isAlive(principal, at: now) {
            remember(principal, digest, at: now)
        } else {
            note(principal, at: now)
        }
        return .admitted
    }

    /// Forgets what a page of the feed says has ended, or everything when the feed begins anew.
    mutating func apply(_ page: FeedPage, _ cursor: FeedCursor) {
        if page.startsOver || (self.cursor.map { $0.epoch != cursor.epoch } ?? false) {
            recent = [:]
            older = [:]
            digests = [:]
        }
        for change in page.changes {
            if let gone = CredentialChange(key: change.key) { forget(gone) }
        }
        self.cursor = cursor
    }

    /// Forgets a session that this edge has ended; answers that still name it are of no use any more.
    mutating func forget(session: SessionID) {
        ended.insert(session)
        forget(.session(session))
    }

    private func isAlive(_ principal: Principal, at now: UnixTime) -> Bool {
        principal.expiresAt.map { now < $0 } ?? true
    }

    private mutating func remember(_ principal: Principal, _ digest: CredentialDigest, at now: UnixTime) {
        note(principal, at: now)
        guard half > 0 else { return }
        if recent.count >= half, recent[digest] == nil {
            for (digest, entry) in older { unlist(digest, of: entry.principal) }
            older = recent
            recent = [:]
        }
        recent[digest] = Entry(
            principal: principal, notedUntil: now.adding(seconds: AuthenticationCache.secondsBetweenNotes))
        if let change = principal.change { digests[change, default: []].insert(digest) }
    }

    private mutating func forget(_ change: CredentialChange) {
        for digest in digests.removeValue(forKey: change) ?? [] {
            recent[digest] = nil
            older[digest] = nil
        }
    }

    private mutating func forget(_ digest: CredentialDigest, of principal: Principal) {
        recent[digest] = nil
        older[digest] = nil
        unlist(digest, of: principal)
    }

    private mutating func unlist(_ digest: CredentialDigest, of principal: Principal) {
        guard let change = principal.change else { return }
        digests[change]?.remove(digest)
        if digests[change]?.isEmpty == true { digests[change] = nil }
    }
}

// When sessions were last active, which auth-session is told about once a minute.
extension AuthenticationCache {
    /// Activity is shown to the minute, so a session need not be noted at every request.
    private static let secondsBetweenNotes: Int64 = 30
    private static let maximumActive = 100_000

    private mutating func note(_ principal: Principal, at now: UnixTime) {
        guard let session = principal.session else { return }
        if active.count < AuthenticationCache.maximumActive || active[session] != nil { active[session] = now }
    }

    /// Takes up to `limit` of the sessions that were active since they were last taken.
    mutating func takeActivities(limit: Int) -> [RecordActivity.Activity] {
        let taken = active.prefix(limit).map { RecordActivity.Activity(session: $0.key, at: $0.value) }
        for activity in taken { active[activity.session] = nil }
        return taken
    }

    /// Takes back what could not be told.
    mutating func returnActivities(_ activities: [RecordActivity.Activity]) {
        for activity in activities where active.count < AuthenticationCache.maximumActive {
            active[activity.session] = max(activity.at, active[activity.session] ?? activity.at)
        }
    }
}

extension Principal {
    /// What the credentials feed calls it.
    fileprivate var change: CredentialChange? { session.map { .session($0) } ?? apiKey.map { .apiKey($0) } }
}
