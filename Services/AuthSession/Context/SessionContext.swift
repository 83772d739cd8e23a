// What every handler works with: the store, the tokens, the clock, the log and the counts.

import Logging
import MessageBus
import Models
import ServiceRuntime
import Storage

/// What every handler works with.
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
    /// What is known of accounts, and how to hear the latest.
    let accounts: AccountsFeedSync
    /// Nil where nobody can sign in with Apple.
    let apple: AppleSignIn?
    /// Nil where no Services key is configured.
    let appleTokens: AppleTokenRevoker?
    /// Nil where no other identity provider is trusted.
    let issuers: TrustedIssuers?
    /// At which people sign in by their web pages.
    let providers: SignInProviders
    let signInSeal: SignInSeal
    let issuedNaming: IssuedNaming
    let operators: OperatorSecrets
    let people: RecognisedPeople
    let exchange: ExchangeRules
    /// For how many seconds the operator keeps backups; nil when that is not stated.
    let backupsKept: Int64?
    /// Nil where nobody is told of sign-ins.
    let notices: SignInNotices?
    let unusedAccounts = UnusedAccounts()
    /// Sends to identity.
    let client: BusClient
    /// Gives so many random bytes.
    let random: @Sendable (Int) -> [UInt8]

    /// Throws `unavailable` while accounts are missing in the accounts feed and no operator has said what became of
    /// them. Until then, that identity does not know an account does not mean that there is none.
    func checkNoAccountsAreMissing() async throws {
        // When identity has just lost its database, that shows as soon as the latest page of its feed has been read.
        try await accounts.catchUp()
        guard try await store.missesAccounts() else { return }
        throw ServiceError.accountsMissing
    }

    /// Throws `unavailable` while accounts are missing in the accounts feed and an account may have to be made.
    ///
    /// A new account would be lost when the missing ones are restored. One with a derived id would also be mistaken for
    /// the missing account with that id, and take its place.
    ///
    /// - Parameter account: The id of the account, when it is known. The account may exist; then nothing is thrown.
    func checkAccountMayBeMade(id account: AccountID? = nil) async throws {
        if let account {
            if try await store.hasInFeed(account) { return }
        } else {
            // An id that is new takes nobody's place, so what has been heard so far is enough.
            guard try await store.missesAccounts() else { return }
        }
        try await checkNoAccountsAreMissing()
    }

    /// Tells the log and the counts of sessions that have ended.
    func notify(_ ended: [EndedSession], _ context: MessageContext?) {
        for session in ended {
            log.ended(session, context)
            metrics.countEnd(session.reason)
        }
    }

    /// Notes that an access token was shown, when that proves that the answer to a refresh has arrived.
    ///
    /// The caller is let in even when this cannot be noted: the only effect is that the token before counts a little
    /// longer.
    func recordUse(
        of claims: AccessClaims, _ rotation: Rotation?, _ context: MessageContext
    ) async {
        guard let rotation, !rotation.isUsed, rotation.previousHash != nil, rotation.generation == claims.generation
        else { return }
        do throws(SessionStoreError) {
            try await store.recordUse(of: claims.session, generation: rotation.generation)
        } catch {
            log.logger.following(context).warning("the use of a token cannot be noted", metadata: ["cause": "\(error)"])
        }
    }

    /// The key that signs now.
    func signingKey(at now: UnixTime) throws(ServiceError) -> SigningKey {
        guard let key = ring.signing(at: now) else {
            throw ServiceError(.unavailable, "there is no signing key yet", retryAfter: 1)
        }
        return key
    }

    /// The tokens of a rotating session's present generation.
    /// - Parameter secret: the first refresh token's; later ones follow from what is stored.
    func tokens(
        of session: SessionRecord, secret: SecretText? = nil
    ) async throws -> SessionTokens {
        guard let rotation = session.rotation else { return SessionTokens() }
        // Another process may have made them, with a key of which this one has not heard.
        _ = await ring.find(rotation.signingKey)
        let access = try accessTokens.token(of: session, rotation)
        let successor = rotation.previousHash.map {
            refreshTokens.successor(of: $0, in: session.id, generation: rotation.generation)
        }
        let refresh = (secret ?? successor).map {
            refreshTokens.token($0, of: session.id, generation: rotation.generation)
        }
        return SessionTokens(
            accessToken: access.token, accessExpiresAt: access.expiresAt, refreshToken: refresh)
    }
}
