import MessageBus
import Models
import ServiceRuntime
import ServiceSettings

extension SessionContext {
    /// Exchanges a token. Nothing of the new token is stored: it contains all of its data.
    func exchangeToken(_ request: ExchangeToken, _ context: MessageContext) async throws -> ExchangeToken.Reply {
        do {
            let reply = try await makeExchangedToken(request, context)
            metrics.countExchange(nil)
            log.exchanged(reply, context)
            return reply
        } catch let refusal as TokenRefusal {
            metrics.countExchange(refusal.credentialCode)
            throw ServiceError.refusing(refusal.credentialCode)
        } catch {
            metrics.countExchange(ErrorCode(of: error))
            throw error
        }
    }

    private func makeExchangedToken(
        _ request: ExchangeToken, _ context: MessageContext
    ) async throws -> ExchangeToken.Reply {
        let rules = exchange
        let audience = try rules.audience(request.audience)
        let now = clock.now()
        let subject = try await exchangedSubject(of: request, now, context)
        let program = try rules.program(request.program, of: subject.programs)
        if program != nil, subject.requiresPhone { try await checkPhone(of: subject.session.account, context) }
        let end = min(now.adding(seconds: rules.lifetime), subject.end, limits.expiry(of: subject.session))
        guard end.rawValue / 1000 > now.rawValue / 1000 else { throw ServiceError.sessionOver }
        let id = try TokenID(random: random(12))
        let made = try accessTokens.token(
            showing: subject.session, signedBy: try signingKey(at: now), from: now, to: end,
            exchange: AccessClaims.Exchange(id: id, audience: audience, program: program))
        return ExchangeToken.Reply(
            token: made.token, id: id, account: subject.session.account, session: subject.session.id,
            expiresAt: made.expiresAt, audience: audience, program: program)
    }

    private func exchangedSubject(
        of request: ExchangeToken, _ now: UnixTime, _ context: MessageContext
    ) async throws -> ExchangedSubject {
        switch try await read(request.subjectToken, context) {
        case .secret(let hash):
            let session = try await livingSession(.secret(hash), at: now)
            return ExchangedSubject(session: session, end: limits.expiry(of: session))
        case .own(let claims):
            // An exchanged token cannot be exchanged again; otherwise a short-lived token could be prolonged for ever.
            guard claims.exchange == nil else { throw ServiceError.invalidToken }
            let session = try await livingSession(.id(claims.session), at: now)
            guard claims.end > now else { throw ServiceError.sessionOver }
            await recordUse(of: claims, session.rotation, context)
            return ExchangedSubject(session: session, end: claims.end)
        case .issued(let token):
            let found = try await session(
                of: token, installation: request.installation,
                cancelsErasure: try cancelsErasure(request, token, now), context)
            switch found {
            case .refused(let code, _): throw ServiceError.refusing(code)
            case .secondStepNeeded: throw ServiceError.secondStepApart
            case .erasurePending(let error, _): throw error
            case .lives(let found):
                guard let session = found.value else { throw ServiceError.invalidToken }
                return ExchangedSubject(
                    session: session, end: token.expiresAt, programs: token.programs,
                    requiresPhone: token.issuer.requiresPhone)
            }
        case .nothing: throw ServiceError.invalidToken
        }
    }

    /// Whether the exchange cancels an erasure. If so, it throws `signInTooOld` unless the user signed in within the
    /// last `SessionContext.maximumTokenAge` seconds.
    private func cancelsErasure(_ request: ExchangeToken, _ token: IssuedToken, _ now: UnixTime) throws -> Bool {
        guard request.cancelsErasure == true else { return false }
        guard let signedInAt = token.signedInAt,
            signedInAt.adding(seconds: SessionContext.maximumTokenAge + TrustedIssuer.leeway) > now
        else {
            throw ServiceError(
                .signInTooOld,
                "sign in at the provider again, and repeat this within 5 minutes with the token that you get")
        }
        return true
    }

    private func livingSession(_ key: SessionKey, at now: UnixTime) async throws -> SessionRecord {
        let session = try await store.find(key).value
        guard let session else { throw ServiceError.invalidToken }
        // Sessions of Appwrite's API are valid for that API only, so they get no token for other APIs.
        guard !session.signInMethod.isOfAppwrite else { throw ServiceError.invalidToken }
        if let end = session.end { throw ServiceError.over(end.reason) }
        guard limits.expiry(of: session) > now else { throw ServiceError.sessionOver }
        return session
    }

    private func checkPhone(of account: AccountID, _ context: MessageContext) async throws {
        let profile: AccountProfile
        do { profile = try await client.send(GetProfile(account: account), context) } catch BusError.refused(
            let error
        ) where error.code == .notFound {
            try await checkNoAccountsAreMissing()
            throw ServiceError.accountGone
        }
        guard profile.verifiedPhone != nil else {
            throw ServiceError(.phoneNotVerified, "this program needs a verified phone number")
        }
    }
}

private struct ExchangedSubject {
    let session: SessionRecord
    let end: UnixTime
    var programs: [String]?
    var requiresPhone = false
}
