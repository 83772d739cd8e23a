import BaliseAPI
import Models

/// Introspection (RFC 7662), for programs that have an API key with the scope `introspect`.
func introspectToken(_ call: OAuthCall) async throws(EdgeError) -> Answer {
    let token = try call.form(of: OAuthTokenRequest.self).neededSecret(.token)
    // A text that cannot be a token need not be sent.
    let living = Credential.canBeToken(token) ? try await call.send(IntrospectToken(token: token)).token : nil
    var answer = Answer.body(living.map { TokenIntrospectionResponse($0) } ?? TokenIntrospectionResponse(active: false))
    answer.fields.append(.noStore)
    return answer
}

extension TokenIntrospectionResponse {
    /// The description of a valid token (RFC 7662, section 2.2).
    fileprivate init(_ token: LivingToken) {
        self.init(
            active: true, kind: IntrospectedTokenKind(rawValue: token.kind.rawValue),
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
