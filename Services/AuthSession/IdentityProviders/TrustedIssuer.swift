// Whose identity tokens count, and what such a token has to say.

import Crypto
import Foundation
import Models
import ServiceSettings

/// An identity provider whose tokens are believed.
struct TrustedIssuer: Sendable {
    /// The `iss` of its tokens. Where it has `IssuerSettings.tenantPlace`, that of each tenant has the tenant's id there.
    let name: String
    /// What the operator calls it; for logs and metrics.
    let label: String
    /// Of which tenants people are let in; of all where there is none.
    var tenants: Set<String> = []
    /// Of which the `aud` of a token has to hold one.
    var audiences: Set<String>
    /// As what people are sent to its web page; nil where they are not.
    var clientID: String?
    let algorithms: Set<TokenAlgorithm>
    /// Whether each of its tokens names its key. OpenID Connect Core 1.0, section 10.1, lets an issuer with one key
    /// leave the name out.
    var alwaysNamesKeys = false

    /// How many seconds its clock and ours may differ.
    static let leeway: Int64 = 60
    /// The most bytes of a token.
    static let maximumTokenLength = 16 << 10
    /// The most bytes of a subject; OpenID Connect Core 1.0, section 2, allows 255 characters.
    static let maximumSubjectLength = 256
    /// How many seconds a notification counts that does not say when it ends.
    static let notificationLifetime: Int64 = 7 * 86_400
    /// How many seconds ago a credential may have been issued. For as long it is remembered who has signed out.
    static let maximumLifetime: Int64 = 400 * 86_400
}

/// What a token is shown for.
enum TokenPurpose: Sendable {
    /// A person signs in; the raw nonce is what the app keeps of what it gave to the provider.
    case signIn(nonce: SecretText?)
    /// The provider tells of something.
    case notification
    /// A person shows who they are, with each request.
    case credential
    /// The provider tells that a person has signed out there.
    case logout

    /// What `typ` may say of a token for this (RFC 7515, section 4.1.9), in lower case; nil for anything.
    ///
    /// A token that was made for one thing must not serve for another (RFC 8725, section 3.12).
    fileprivate var types: Set<String>? {
        switch self {
        case .notification: nil
        case .signIn: ["jwt"]
        case .credential: ["jwt", "at+jwt"]
        case .logout: ["jwt", "logout+jwt"]
        }
    }
}

/// Why a token does not count. The raw value is what the log says.
enum TokenRefusal: String, Error, CaseIterable {
    case malformed
    /// Made for something else than what it is shown for.
    case kind
    /// Signed in a way that its issuer does not sign, or not at all.
    case algorithm
    /// It has to be understood in a way that nobody here does.
    case critical
    case issuer
    /// Of a tenant whose people the operator does not let in.
    case tenant
    case audience
    case expired
    case notYetValid = "not-yet-valid"
    case subject
    /// What was told beside it is about another person.
    case otherSubject = "other-subject"
    case nonce
    /// Made for another client than the one that asked (the `azp`).
    case authorizedParty = "authorized-party"
    /// The access token beside it is another one (the `at_hash`).
    case accessTokenHash = "access-token-hash"
    /// The app that shows the code is not the one that began.
    case verifier
    /// Somebody has signed in with it before.
    case spent
    /// Its issuer has no such key.
    case key
    case signature
}

extension TrustedIssuer {
    /// Which key has to verify the signature, and by which algorithm.
    ///
    /// Whoever wrote the token wrote the header. It selects one of the issuer's keys; nothing else in it is followed, not
    /// even a key that it brings (`jwk`, `x5c`) or says where to find (`jku`, `x5u`). A nil `keyID` stands for the
    /// issuer's only key.
    func check(
        _ header: SignedToken.Header, for purpose: TokenPurpose
    ) throws(TokenRefusal) -> (keyID: String?, algorithm: TokenAlgorithm) {
        // RFC 7515, section 4.1.11: who does not support an extension that stands there must refuse. None
        // is supported here.
        guard !header.names.contains("crit") else { throw .critical }
        guard let algorithm = TokenAlgorithm(named: header.algorithm), algorithms.contains(algorithm) else {
            throw .algorithm
        }
        if let types = purpose.types, let type = header.type?.lowercased() {
            let prefix = "application/"
            guard types.contains(type.hasPrefix(prefix) ? String(type.dropFirst(prefix.count)) : type) else {
                throw .kind
            }
        }
        guard header.keyID != nil || !alwaysNamesKeys else { throw .key }
        return (header.keyID, algorithm)
    }

    /// Logout tokens go to whoever the sign-in was for: here as the client of the code flow too (OpenID Connect Back-Channel
    /// Logout 1.0, section 2.4).
    private func isMeant(_ audience: String, for purpose: TokenPurpose) -> Bool {
        if case .logout = purpose, audience == clientID { return true }
        return audiences.contains(audience)
    }

    /// The tenant that an `iss` names, or the same `iss` where this issuer has no tenants; nil for another issuer's.
    func tenant(in iss: String) -> String? {
        guard let place = name.range(of: IssuerSettings.tenantPlace) else { return iss == name ? iss : nil }
        let (start, end) = (name[..<place.lowerBound], name[place.upperBound...])
        guard iss.hasPrefix(start), iss.dropFirst(start.count).hasSuffix(end) else { return nil }
        let tenant = iss.dropFirst(start.count).dropLast(end.count)
        return tenant.isEmpty || tenant.contains("/") ? nil : String(tenant)
    }

    private var hasTenants: Bool { name.contains(IssuerSettings.tenantPlace) }

    /// Microsoft Entra says of its keys for which tenants they sign: the place for a tenant stands for any.
    func check(_ key: VerificationKey, signing claims: TokenClaims) throws(TokenRefusal) {
        guard hasTenants, let issuer = key.issuer else { return }
        guard issuer == name || issuer == claims.issuer else { throw .key }
    }

    /// Whether what the token claims is meant for here and for now.
    func check(_ claims: TokenClaims, for purpose: TokenPurpose, at now: UnixTime) throws(TokenRefusal) {
        guard let tenant = claims.issuer.flatMap(tenant(in:)) else { throw .issuer }
        if hasTenants {
            guard claims.tenant == tenant else { throw .issuer }
            guard tenants.isEmpty || tenants.contains(tenant) else { throw .tenant }
        }
        guard claims.audiences.contains(where: { isMeant($0, for: purpose) }) else { throw .audience }
        let soon = now.adding(seconds: TrustedIssuer.leeway)
        guard claims.notBefore ?? now <= soon, claims.issuedAt ?? now <= soon else { throw .notYetValid }
        switch purpose {
        case .signIn(let nonce):
            try checkEnd(claims, at: now)
            try check(claims.subject)
            try check(nonce, claims)
        case .credential:
            try checkEnd(claims, at: now)
            if let issuedAt = claims.issuedAt {
                guard issuedAt.adding(seconds: TrustedIssuer.maximumLifetime) > now else { throw .expired }
            }
            try check(claims.subject)
            // Whoever signs in holds no token about an event.
            guard !claims.hasEvents else { throw .kind }
        case .logout:
            try checkEnd(claims, at: now)
            if let subject = claims.subject { try check(subject) }
        case .notification:
            let last = claims.issuedAt?.adding(seconds: TrustedIssuer.notificationLifetime)
            guard let end = claims.expiresAt ?? last else { throw .malformed }
            try check(end, at: now)
        }
    }

    private func checkEnd(_ claims: TokenClaims, at now: UnixTime) throws(TokenRefusal) {
        guard let end = claims.expiresAt else { throw .malformed }
        try check(end, at: now)
    }

    private func check(_ subject: String?) throws(TokenRefusal) {
        guard let subject, (1...TrustedIssuer.maximumSubjectLength).contains(subject.utf8.count) else { throw .subject }
    }

    private func check(_ end: UnixTime, at now: UnixTime) throws(TokenRefusal) {
        guard end.adding(seconds: TrustedIssuer.leeway) > now else { throw .expired }
    }

    /// A nonce ties a token to the app that asked for it. When only one of token and app has one, the token is not from
    /// this sign-in, unless the provider says that it could not take a nonce.
    private func check(_ nonce: SecretText?, _ claims: TokenClaims) throws(TokenRefusal) {
        switch (nonce, claims.nonce) {
        case (nil, nil): return
        case (let nonce?, let claim?):
            guard claim == opaqueIDText(SHA256.hash(data: Data(nonce.value.utf8))) else { throw .nonce }
        case (_?, nil): guard claims.leavesNonceOut else { throw .nonce }
        case (nil, _?): throw .nonce
        }
    }
}
