import Logging
import MessageBus
import Models
import ServiceRuntime
import Storage

struct SessionContext: Sendable {
    let store: SessionStore
    let limits: SessionLimits
    let ring: KeyRing
    let accessTokens: AccessTokens
    let refreshTokens: RefreshTokens
    let clock: any WallClock
    let log: SecurityLog
    let metrics: SessionMetrics
    let installations: InstallationMetrics
    let installationCounts = InstallationCounts()
    let accounts: AccountsFeedSync
    /// The verifier of Apple's tokens; nil if Sign in with Apple is not set up.
    let apple: TokenVerifier?
    let appleTokens: AppleTokenRevoker?
    /// The trusted identity providers; nil if there are none besides Apple.
    let issuers: TrustedIssuers?
    let providers: SignInProviders
    let signInSeal: SignInSeal
    let issuedNaming: IssuedNaming
    let operators: OperatorSecrets
    let people: RecognisedPeople
    let exchange: ExchangeRules
    /// How long backups are kept, in seconds; nil if it is not set.
    let backupsKept: Int64?
    /// Sends notices of sign-ins; nil if users are not notified.
    let notices: SignInNotices?
    let unusedAccounts = UnusedAccounts()
    let client: BusClient
    let random: @Sendable (Int) -> [UInt8]

    /// Throws `unavailable` while accounts are missing in the feed and no operator has decided about them: an account
    /// unknown to identity may still exist.
    func checkNoAccountsAreMissing() async throws {
        // If identity has just lost its database, the latest page of its feed shows it.
        try await accounts.catchUp()
        guard try await store.missesAccounts() else { return }
        throw ServiceError.accountsMissing
    }

    /// Throws `unavailable` if a new account could be lost: when missing accounts are restored, or because it would
    /// replace a missing one with the same derived id. Does not throw if the account with this id exists.
    func checkAccountMayBeMade(id account: AccountID? = nil) async throws {
        if let account {
            if try await store.hasInFeed(account) { return }
        } else {
            // A new id cannot collide with a missing account, so the current state of the feed is enough.
            guard try await store.missesAccounts() else { return }
        }
        try await checkNoAccountsAreMissing()
    }

    func notify(_ ended: [EndedSession], _ context: MessageContext?) {
        for session in ended {
            log.ended(session, context)
            metrics.countEnd(session.reason)
        }
    }

    /// Notes that an access token was shown, if that proves that the answer to a refresh has arrived. After a failure
    /// the previous token only stays valid a little longer.
    func recordUse(of claims: AccessClaims, _ rotation: Rotation?, _ context: MessageContext) async {
        guard let rotation, !rotation.isUsed, rotation.previousHash != nil, rotation.generation == claims.generation
        else { return }
        do throws(SessionStoreError) {
            try await store.recordUse(of: claims.session, generation: rotation.generation)
        } catch {
            log.logger.following(context).warning("the use of a token cannot be noted", metadata: ["cause": "\(error)"])
        }
    }

    func signingKey(at now: UnixTime) throws(ServiceError) -> SigningKey {
        guard let key = ring.signing(at: now) else {
            throw ServiceError(.unavailable, "the server has no signing key yet; try again in a moment", retryAfter: 1)
        }
        return key
    }

    /// Makes a session's tokens. `secret` is of the first refresh token; later ones are derived from stored values.
    func tokens(of session: SessionRecord, secret: SecretText? = nil) async throws -> SessionTokens {
        guard let rotation = session.rotation else { return SessionTokens() }
        // Another process may have made these tokens, with a key that this one does not know yet.
        _ = await ring.find(rotation.signingKey)
        let access = try accessTokens.token(of: session, rotation)
        let successor = rotation.previousHash.map {
            refreshTokens.successor(of: $0, in: session.id, generation: rotation.generation)
        }
        let refresh = (secret ?? successor).map {
            refreshTokens.token($0, of: session.id, generation: rotation.generation)
        }
        return SessionTokens(accessToken: access.token, accessExpiresAt: access.expiresAt, refreshToken: refresh)
    }
}
