// What the auth-session service needs of a store. Storage/SQLite is one; the conformance suite says what makes another.

import Models

/// Keeps sessions, API keys, signing keys and what is known of accounts. One method is one transaction, with the feed's
/// tombstones of what it ends.
///
/// A method that returns after a change has it on disk. Time is told by the caller; a session whose time is over is not
/// there, whether or not it has been purged yet.
///
/// - Throws: `SessionStoreError`, all methods.
protocol SessionStore: Sendable {
    // MARK: Sessions

    /// Stores a session, and ends as many of the account as stand in its way.
    ///
    /// Refused when the account is disabled or erased, or its sessions ended after its person was recognised, and when the
    /// identity token that it begins with was spent before.
    func begin(_ session: NewSession, at now: UnixTime) async throws(SessionStoreError) -> Begun

    /// Makes the successor of a token that is genuine, gives its answer again, or ends the session. Of a hundred askers at
    /// once one makes the successor and the others get the same.
    /// - Parameter signingKey: the `kid` of the key that will sign for a new generation.
    func refresh(
        _ shown: Rotation.Shown, signingKey: String, at now: UnixTime
    ) async throws(SessionStoreError) -> Refreshed

    /// Notes that the access token of a session's present generation was shown, so that the token before it counts no more.
    func noteUse(of session: SessionID, generation: Int64) async throws(SessionStoreError)

    /// Whether somebody may sign in with an identity token: nobody has yet, or only a moment ago.
    /// - Parameter name: see `IssuedNaming.spent`.
    func maySpend(_ name: [UInt8], at now: UnixTime) throws(SessionStoreError) -> Bool

    /// Finds a session by its name or by the hash of its secret, together with where the credentials feed stood then.
    /// Finds ended ones too, as long as they are kept.
    func find(_ key: SessionKey) throws(SessionStoreError) -> Found<SessionRecord>

    /// Lists the living sessions of an account, the most recently active first.
    func list(of account: AccountID, at now: UnixTime) throws(SessionStoreError) -> [SessionSummary]

    /// Ends a session of an account.
    func end(
        _ session: SessionID, of account: AccountID, at now: UnixTime
    ) async throws(SessionStoreError) -> Ending

    /// Ends the living sessions of an account but one.
    func endOthers(
        of account: AccountID, but kept: SessionID?, at now: UnixTime
    ) async throws(SessionStoreError) -> [EndedSession]

    /// Ends the living sessions of an account whose person was recognised at a moment or before it.
    func endSessions(
        of account: AccountID, authenticatedUpTo moment: UnixTime, at now: UnixTime
    ) async throws(SessionStoreError) -> [EndedSession]

    /// Notes that a living session of an account is active now, and gives it as it is then; nil when there is none such.
    func extend(
        _ session: SessionID, of account: AccountID, at now: UnixTime
    ) async throws(SessionStoreError) -> SessionSummary?

    /// Notes when sessions were last active. Those that have ended, or were over by then, stay as they are.
    func recordActivity(
        _ activities: [RecordActivity.Activity], at now: UnixTime
    ) async throws(SessionStoreError)

    /// Ends sessions whose time is over and forgets those that ended long ago, at most `limit` of both.
    func purge(at now: UnixTime, limit: Int) async throws(SessionStoreError) -> Purged

    /// Accounts of nobody in particular, open ones, whose sessions have all ended.
    func abandonedAccounts(limit: Int) throws(SessionStoreError) -> [AccountID]

    // MARK: Sessions with tokens of identity providers

    /// Finds what is known of a token of an identity provider, together with where the credentials feed stood then.
    /// - Parameter issuedAt: the token's `iat`, in seconds.
    func find(_ names: IssuedNames, issuedAt: Int64?) throws(SessionStoreError) -> Found<IssuedStanding>

    /// Finds the living session that a token is for, or that has seen it under the name of an installation.
    func session(with names: IssuedNames) throws(SessionStoreError) -> SessionRecord?

    /// The account of a person who has a living session with tokens of an identity provider (`IssuedNames.person`).
    func account(ofIssued person: [UInt8]) throws(SessionStoreError) -> AccountID?

    /// Begins the session that a token is for, or notes the token where it lives already. However many ask, there is one.
    func begin(
        _ session: NewSession, with origin: IssuedOrigin, at now: UnixTime
    ) async throws(SessionStoreError) -> IssuedBegun

    /// Ends the session that a token is for and those that have seen it, and refuses from now on what was issued for it up to now.
    func signOut(_ origin: IssuedOrigin, at now: UnixTime) async throws(SessionStoreError) -> [EndedSession]

    /// Ends the sessions that a logout at a provider is about and refuses from now on what was issued up to then; nil for one
    /// that was taken before.
    func take(_ logout: ProviderLogout, at now: UnixTime) async throws(SessionStoreError) -> [EndedSession]?

    /// Ends sessions whose tokens come from others than these issuers, at most `limit`.
    func endSessions(
        ofIssuersBut issuers: Set<String>, at now: UnixTime, limit: Int
    ) async throws(SessionStoreError) -> [EndedSession]

    /// Revokes an exchanged token; false when it was revoked before.
    /// - Parameter end: when it would have ended.
    func revoke(_ token: TokenID, until end: UnixTime, at now: UnixTime) async throws(SessionStoreError) -> Bool

    /// Forgets who has signed out and what was revoked, where no token can be left that it would refuse; at most `limit` of each
    /// kind. Gives how many.
    func pruneSignOuts(at now: UnixTime, limit: Int) async throws(SessionStoreError) -> Int

    // MARK: Feeds

    /// Reads a page of the credentials feed.
    func credentials(
        epoch: FeedEpoch?, after cursor: UInt64?, limit: Int
    ) throws(SessionStoreError) -> FeedPage

    /// Forgets tombstones that are older than any session that is kept.
    func pruneTombstones(at now: UnixTime) async throws(SessionStoreError)

    /// Accounts that had been erased and that the feed, read anew, has again; at most 1000 of them.
    func returnedAccounts() throws(SessionStoreError) -> [AccountID]

    /// Whether accounts are missing in the feed and it is not known yet what became of them, or it is being read anew.
    func missesAccounts() throws(SessionStoreError) -> Bool

    /// Whether the accounts feed, as it was read last, has an account.
    func hasInFeed(_ account: AccountID) throws(SessionStoreError) -> Bool

    /// How many accounts had been erased and are in the feed again.
    func returnedAccountCount() throws(SessionStoreError) -> Int

    /// How far the accounts feed has been followed; nil before its first page.
    func accountsCursor() throws(SessionStoreError) -> FeedCursor?

    /// Takes over a page of the accounts feed, and ends the sessions that it ends.
    ///
    /// When the feed starts over, accounts that it no longer has count as erased once it has been read to its end.
    func apply(_ page: FeedPage, at now: UnixTime) async throws(SessionStoreError) -> [EndedSession]

    // MARK: API keys

    /// Stores an API key; false when there are as many as there may be.
    func create(_ key: APIKeySummary, hash: [UInt8], maximum: Int) async throws(SessionStoreError) -> Bool

    /// Finds an API key by the hash of its secret, revoked or not, and where the credentials feed stood then.
    func findAPIKey(hash: [UInt8]) throws(SessionStoreError) -> Found<APIKeySummary>

    /// Lists the API keys, the newest first.
    func listAPIKeys() throws(SessionStoreError) -> [APIKeySummary]

    /// Revokes an API key.
    func revokeAPIKey(_ id: APIKeyID, at now: UnixTime) async throws(SessionStoreError) -> Revocation

    // MARK: Tokens of Apple

    /// Keeps what can revoke at Apple what it gave for an account, in place of what was kept before; to be revoked at once when
    /// the account has been erased.
    func keepAppleToken(_ sealed: [UInt8], of account: AccountID, at now: UnixTime) async throws(SessionStoreError)

    /// Tokens whose account has been erased, and whose time to be revoked has come.
    func dueAppleRevocations(at now: UnixTime, limit: Int) throws(SessionStoreError) -> [AppleRevocation]

    /// Lets a revocation wait for another try.
    func postponeAppleRevocation(
        _ number: Int64, until moment: UnixTime, failures: Int
    ) async throws(SessionStoreError)

    /// Forgets tokens that should have been revoked before a moment.
    func forgetAppleRevocations(dueBefore moment: UnixTime) async throws(SessionStoreError)

    /// Forgets a token that Apple has heard of.
    func removeAppleRevocation(_ number: Int64) async throws(SessionStoreError)

    // MARK: Signing keys

    /// The signing keys in the order of their moments, of one moment in the order of their making.
    func signingKeys() throws(SessionStoreError) -> [StoredSigningKey]

    /// Adds a key, removes others, and removes those that would sign only after `waitingFrom`.
    func changeSigningKeys(
        adding key: StoredSigningKey?, removing ids: [String], waitingFrom: UnixTime?
    ) async throws(SessionStoreError)
}

/// A session that is to begin.
struct NewSession: Sendable {
    var record: SessionRecord
    /// The hash of an opaque session's secret.
    var secretHash: [UInt8]?
    var client: SessionClient
    /// The identity token with which its person signs in; nil where another proof is shown.
    var spends: SpentToken?
}

/// What became of a session that was to begin.
enum Begun: Hashable, Sendable {
    /// It lives; those were ended for it.
    case begun(ended: [EndedSession])
    /// Its account does not let it live.
    case refused(SessionEnd.Reason)
    /// Somebody has signed in with its identity token before.
    case spent
}

/// What became of a token that asked for its successor.
enum Refreshed: Hashable, Sendable {
    /// The session with its present rotation; the answer follows from it.
    case tokens(SessionRecord)
    /// The session was ended just now: the token was used twice, or its time is over.
    case ended(EndedSession)
    /// The session had ended before.
    case over(SessionEnd.Reason)
    /// No session that is known has this token.
    case unknown
}

/// By what a session is found.
enum SessionKey: Hashable, Sendable {
    case id(SessionID)
    /// The hash of an opaque session's secret.
    case secret([UInt8])
    /// The name of a session and of a token that was made by exchange; found only while the token is not revoked.
    case exchanged(SessionID, TokenID)
    /// By nothing: only where the feed stands is asked for.
    case nothing
}

/// What a session with tokens of an identity provider begins with, or goes on with.
struct IssuedOrigin: Hashable, Sendable {
    let names: IssuedNames
    /// The `iss` of the token.
    let issuer: String
    /// Its `iat`, in seconds.
    let issuedAt: Int64?
    /// When it counts no more.
    let tokenEnd: UnixTime
}

/// What is known of a token of an identity provider.
struct IssuedStanding: Hashable, Sendable {
    /// The living session that it is for, which may be over by its age.
    let session: SessionRecord?
    /// Whether that session has seen it.
    let hasSeenToken: Bool
    /// Why it counts no more; nil when it may count.
    let refusal: SessionEnd.Reason?
}

/// What became of a session that a token of an identity provider was to begin.
struct IssuedBegun: Hashable, Sendable {
    enum Outcome: Hashable, Sendable {
        case begun
        /// It lived already.
        case continued
        /// Its account, or a sign-out, does not let it live.
        case refused(SessionEnd.Reason)
    }

    let outcome: Outcome
    /// What was ended for it.
    var ended: [EndedSession] = []
}

/// That a person has signed out at their identity provider.
struct ProviderLogout: Hashable, Sendable {
    /// Whom it is about, by the names of `IssuedNames`.
    enum Target: Hashable, Sendable {
        case person([UInt8])
        case providerSession([UInt8])

        var name: [UInt8] {
            switch self {
            case .person(let name), .providerSession(let name): name
            }
        }
    }

    /// Tells it from others.
    let name: [UInt8]
    let target: Target
    /// When it happened, in seconds by the clock of the provider.
    let issuedAt: Int64
    /// Until when it could be shown again.
    let end: UnixTime
}

/// What was found, and the credentials feed in the same state of the database.
struct Found<Value: Sendable>: Sendable {
    let value: Value?
    let epoch: FeedEpoch
    let sequence: UInt64
}

/// What became of a session that was to end.
enum Ending: Hashable, Sendable {
    case ended(EndedSession)
    case endedBefore
    /// The account never had it, or it is long forgotten.
    case unknown
}

/// What became of an API key that was to be revoked.
enum Revocation: Hashable, Sendable {
    case revoked
    case revokedBefore
    case unknown
}

/// What a purge has done.
struct Purged: Hashable, Sendable {
    var ended: [EndedSession]
    /// How many sessions were looked at; fewer than the limit means that no more are due.
    var count: Int
}

/// Why a store does not do what it is asked.
enum SessionStoreError: Error {
    /// More writes wait than the store takes.
    case overloaded
    /// It cannot be reached or used at the moment: closed, no space left, locked, damaged.
    case unavailable(any Error)
    /// A defect.
    case failed(any Error)
}

extension SessionStoreError: CustomStringConvertible {
    /// For the operator.
    var description: String {
        switch self {
        case .overloaded: "more writes wait than the store takes"
        case .unavailable(let cause): "the store is not available: \(cause)"
        case .failed(let cause): "the store failed: \(cause)"
        }
    }
}
