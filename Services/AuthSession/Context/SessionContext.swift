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
    /// The trusted identity providers; nil without a provider besides Apple.
    let issuers: TrustedIssuers?
    let providers: SignInProviders
    let signInSeal: SignInSeal
    let issuedNaming: IssuedNaming
    let operators: OperatorSecrets
    let people: RecognisedPeople
    let exchange: ExchangeRules
    /// How long the operator keeps backups, in seconds; nil if the settings do not contain it.
    let backupsKept: Int64?
    /// Sends notices of sign-ins; nil if users are not notified.
    let notices: SignInNotices?
    let unusedAccounts = UnusedAccounts()
    let client: BusClient
    let random: @Sendable (Int) -> [UInt8]

    /// Throws `unavailable` while accounts are missing in the feed and no operator has decided about them: an account
    /// unknown to the identity service may still exist.
    func checkNoAccountsAreMissing() async throws {
        // If the identity service has just lost its database, only the latest page of its feed shows this.
        try await accounts.catchUp()
        guard try await store.missesAccounts() else { return }
        throw ServiceError.accountsMissing
    }

    /// Throws `unavailable` if a new account could get lost or do harm: while accounts are missing, it could replace a
    /// missing account with the same derived id, or be lost when the missing accounts are restored. Does not throw if
    /// the account with this id exists.
    func checkAccountMayBeMade(id account: AccountID? = nil) async throws {
        if let account {
            if try await store.hasInFeed(account) { return }
        } else {
            // A new random id cannot be that of a missing account, so the known state of the feed is enough.
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

    /// Records that an access token was shown, if this proves that the answer to a refresh has arrived. If recording
    /// fails, the previous token only stays valid a little longer.
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

    /// Makes a session's tokens. `secret` belongs to the first refresh token; later secrets are derived.
    func tokens(of session: SessionRecord, secret: SecretText? = nil) async throws -> SessionTokens {
        guard let rotation = session.rotation else { return SessionTokens() }
        // Another process may have made these tokens, with a key that this process does not know yet.
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
