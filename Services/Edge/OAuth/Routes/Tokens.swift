import BaliseAPI
import HTTPTypes
import Models

/// Exchanges a token (RFC 8693), the only grant. The token alone authorizes the call, because clients have no names.
func exchangeToken(_ call: OAuthCall) async throws(EdgeError) -> Answer {
    let form = try call.form(of: TokenExchangeRequest.self)
    guard OAuthGrantType.allCases.contains(OAuthGrantType(rawValue: try form.neededText(.grantType))) else {
        throw .oauth(.unsupportedGrantType, "the only grant_type here is \(OAuthGrantType.tokenExchange)")
    }
    let type = form.text(.requestedTokenType).map(OAuthIssuedTokenType.init(rawValue:)) ?? .accessToken
    let message = try question(form, call, type)
    let reply: ExchangeToken.Reply
    do {
        reply = try await call.sendSecret(message)
    } catch {
        throw call.refusal(error, of: message)
    }
    return Answer.body(
        TokenExchangeResponse(
            accessToken: reply.token, issuedTokenType: type,
            expiresIn: call.seconds(until: reply.expiresAt), program: reply.program)
    ).with(.noStore)
}

private func question(
    _ form: OAuthForm<TokenExchangeRequest>, _ call: OAuthCall, _ type: OAuthIssuedTokenType
) throws(EdgeError) -> ExchangeToken {
    guard OAuthIssuedTokenType.allCases.contains(type) else {
        throw .invalid("requested_token_type must be access_token or jwt, written as its full URN")
    }
    let subjectType = OAuthSubjectTokenType(rawValue: try form.neededText(.subjectTokenType))
    guard OAuthSubjectTokenType.allCases.contains(subjectType) else {
        throw .invalid("subject_token_type must be jwt, access_token or id_token, written as its full URN")
    }
    guard !form.has(.actorToken), !form.has(.actorTokenType) else {
        throw .invalid("acting for another user is not supported; leave out actor_token")
    }
    guard !form.has(.scope) else { throw .oauth(.invalidScope, "tokens have no scopes here; leave out scope") }
    guard !form.has(.resource), form.count(.audience) <= 1 else {
        throw .oauth(.invalidTarget, "name one audience at most, and no resource")
    }
    let program = form.text(.program) ?? call.request.headers.program
    guard call.request.headers.program == nil || program == call.request.headers.program else {
        throw .invalid("the parameter program and the header program differ; send the same program")
    }
    let token = try form.neededSecret(.subjectToken)
    guard Credential.canBeToken(token) else { throw call.refused(.invalidToken) }
    return ExchangeToken(
        subjectToken: token, audience: try call.oauth.audience(form.text(.audience), call.request), program: program,
        installation: call.request.headers.installation, cancelsErasure: try cancelsErasure(form))
}

private func cancelsErasure(_ form: OAuthForm<TokenExchangeRequest>) throws(EdgeError) -> Bool? {
    switch form.text(.cancelErasure).map(OAuthFlag.init(rawValue:)) {
    case nil: return nil
    case .yes: return true
    case .no: return false
    default: throw .invalid("cancel_erasure must be true or false")
    }
}

extension OAuthCall {
    /// The error of a refused token. Without identity providers, it explains why a provider's token is refused.
    fileprivate func refused(_ code: ErrorCode) -> EdgeError {
        var refusal = EdgeError.refused(code).named(.invalidRequest)
        if code == .invalidToken, !oauth.hasIssuers {
            refusal.message += ": this server did not issue it, and no other issuer is set (issuers in its settings)"
        }
        return refusal
    }

    /// The error of an exchange. RFC 8693, section 2.2.2, has a single name for every problem with the token.
    fileprivate func refusal(_ error: EdgeError, of message: ExchangeToken) -> EdgeError {
        switch error.code {
        case .tokenExpired, .invalidToken, .accountGone:
            var refusal = refused(error.code)
            refusal.cause = error.cause
            return refusal
        case .phoneNotVerified: return error.named(.invalidRequest)
        case .erasurePending, .signInTooOld: return error.named(.accessDenied)
        case .forbidden:
            return error.named(oauth.knows(audience: message.audience) ? .invalidRequest : .invalidTarget)
        default: return error
        }
    }
}

/// Introspects a token (RFC 7662), for programs with an API key that has the scope `introspect`.
func introspectToken(_ call: OAuthCall) async throws(EdgeError) -> Answer {
    let token = try call.form(of: OAuthTokenRequest.self).neededSecret(.token)
    // A text that cannot be a token is not sent to auth-session.
    let living = Credential.canBeToken(token) ? try await call.send(IntrospectToken(token: token)).token : nil
    return Answer.body(living.map { TokenIntrospectionResponse($0) } ?? TokenIntrospectionResponse(active: false))
        .with(.noStore)
}

extension TokenIntrospectionResponse {
    /// The answer of RFC 7662, section 2.2, for a valid token.
    fileprivate init(_ token: LivingToken) {
        self.init(
            active: true, kind: token.kind,
            // A refresh token is never sent as a bearer token, and Appwrite's credentials have headers of their own.
            tokenType: token.kind == .refresh || token.kind == .appwrite ? nil : .bearer, issuer: token.issuer,
            account: token.account?.text, session: token.session?.text, audience: OneOrSeveralTexts(token.audiences),
            expiresAt: token.expiresAt.map { $0.rawValue / 1000 }, issuedAt: token.issuedAt.map { $0.rawValue / 1000 },
            id: token.id?.text, program: token.programs?.count == 1 ? token.programs?.first : nil,
            programs: token.programs)
    }
}

extension OneOrSeveralTexts {
    fileprivate init?(_ texts: [String]) {
        guard let first = texts.first else { return nil }
        self = texts.count == 1 ? .one(first) : .several(texts)
    }
}

/// Revokes a token (RFC 7009), which alone authorizes the call. An invalid token needs no revocation.
func revokeToken(_ call: OAuthCall) async throws(EdgeError) -> Answer {
    let token = try call.form(of: OAuthTokenRequest.self).neededSecret(.token)
    guard !token.value.hasPrefix("bk_") else {
        throw .oauth(.unsupportedTokenType, "an API key is revoked by the operator")
    }
    if Credential.canBeToken(token) { try await revoke(token, call) }
    return Answer(.ok).with(.noStore)
}

/// Revokes a token. An invalid token is no error (section 2.2) until too many were sent. Even then it is sent to
/// auth-session, because an expired token may belong to a session that its app wants to end.
private func revoke(_ token: SecretText, _ call: OAuthCall) async throws(EdgeError) {
    do throws(EdgeError) {
        try await call.verified { () async throws(EdgeError) in
            // The token is introspected first, because after the revocation every token is invalid.
            let found = try await call.send(IntrospectToken(token: token)).token
            _ = try await call.send(
                RevokeToken(token: token, installation: call.request.headers.installation, found: found))
            guard found != nil else { throw .refused(.invalidToken) }
        }
    } catch {
        guard error.code == .invalidToken else { throw error }
    }
}

/// Answers the Ed25519 keys (RFC 7517, section 5; RFC 8037, section 2). Programs cache the set for five minutes; a new
/// key is published long before it signs.
func getSigningKeys(_ call: OAuthCall) async throws(EdgeError) -> Answer {
    let reply = try await call.send(GetSigningKeys())
    let keys = reply.keys.map { PublicSigningKey(id: $0.id, publicKey: base64URL($0.publicKey)) }
    return Answer.body(SigningKeySet(keys: keys)).with(.forFiveMinutes).tagged(for: call.request)
}

/// Answers the server's metadata (RFC 8414, section 2), which have no authorization endpoint.
func getServerMetadata(_ call: OAuthCall) async throws(EdgeError) -> Answer {
    let address = try call.oauth.ownAddress.text(for: call.request)
    let metadata = OAuthServerMetadata(
        issuer: try call.oauth.issuer(for: call.request), tokenEndpoint: address + OAuthCalls.exchangeToken.path,
        tokenEndpointAuthMethods: ["none"], keySet: address + OAuthCalls.getSigningKeys.path, responseTypes: [],
        grantTypes: OAuthGrantType.allCases, revocationEndpoint: address + OAuthCalls.revokeToken.path,
        revocationEndpointAuthMethods: ["none"], introspectionEndpoint: address + OAuthCalls.introspectToken.path,
        introspectionEndpointAuthMethods: ["client_secret_basic"])
    // An answer with the host that one client named must not be cached for another.
    return Answer.body(metadata).with(call.oauth.ownAddress.isSet ? .forFiveMinutes : .noStore)
        .tagged(for: call.request)
}

extension HTTPField {
    fileprivate static let forFiveMinutes = HTTPField(name: .cacheControl, value: "public, max-age=300")
}
