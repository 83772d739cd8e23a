import Crypto
import Foundation
import Models
import ServiceSettings

struct TrustedIssuer: Sendable {
    /// The `iss` of the issuer's tokens. If the issuer has several tenants, the name contains
    /// `IssuerSettings.tenantPlace` instead of a tenant's id.
    let name: String
    /// The issuer's name for logs and metrics.
    let label: String
    /// The tenants whose users may sign in; empty for all.
    var tenants: Set<String> = []
    /// The allowed audiences. The `aud` of a token must contain one of them.
    var audiences: Set<String>
    /// The client id for web sign-ins; nil without a web sign-in.
    var clientID: String?
    let algorithms: Set<TokenAlgorithm>
    /// Whether every token names its key. An issuer with one key may omit it (OpenID Connect Core 1.0, section 10.1).
    var alwaysNamesKeys = false

    /// The tolerated difference between the issuer's clock and this server's, in seconds.
    static let leeway: Int64 = 60
    /// The longest token in bytes.
    static let maximumTokenLength = 16 << 10
    /// The longest subject in bytes; OpenID Connect Core 1.0, section 2, allows 255 characters.
    static let maximumSubjectLength = 256
    /// The assumed lifetime of a notification without an expiry, in seconds.
    static let notificationLifetime: Int64 = 7 * 86_400
    /// The greatest age of a credential in seconds; sign-outs are remembered for the same time.
    static let maximumLifetime: Int64 = 400 * 86_400
}

extension TrustedIssuer {
    /// Makes the issuer Apple; nil if the settings name no app.
    init?(_ settings: AppleSettings) {
        guard !settings.audiences.isEmpty else { return nil }
        self.init(
            name: settings.issuer, label: "apple", audiences: Set(settings.audiences), algorithms: [.rs256, .es256],
            alwaysNamesKeys: true)
    }
}

enum TokenPurpose: Sendable {
    /// A sign-in. `nonce` is the app's copy of the nonce that it gave to the provider.
    case signIn(nonce: SecretText?)
    case notification
    case credential
    case logout

    /// The allowed `typ` (RFC 7515, section 4.1.9) in lower case; nil if any is allowed. A token for one purpose must
    /// not serve for another (RFC 8725, section 3.12).
    fileprivate var types: Set<String>? {
        switch self {
        case .notification: nil
        case .signIn: ["jwt"]
        case .credential: ["jwt", "at+jwt"]
        case .logout: ["jwt", "logout+jwt"]
        }
    }
}

/// The reason why a token is refused. The raw value is logged.
enum TokenRefusal: String, Error, CaseIterable {
    case malformed
    /// The token was made for another purpose.
    case kind
    /// The token is unsigned, or signed with an algorithm that its issuer does not use.
    case algorithm
    /// The token requires an extension that is not supported here.
    case critical
    case issuer
    case tenant
    case audience
    case expired
    case notYetValid = "not-yet-valid"
    case subject
    /// The claims from the UserInfo endpoint are about another user.
    case otherSubject = "other-subject"
    case nonce
    /// The token was made for another client than the client that requested it (`azp`).
    case authorizedParty = "authorized-party"
    /// The identity token belongs to another access token (`at_hash`).
    case accessTokenHash = "access-token-hash"
    /// The app that sent the code is not the app that began the sign-in.
    case verifier
    case spent
    case key
    case signature
}

extension TrustedIssuer {
    /// Checks a token's header. An attacker may have written the header, so it can only select one of the issuer's
    /// keys. A key in the header (`jwk`, `x5c`, `jku`, `x5u`) is never used. A nil `keyID` means the issuer's only key.
    func check(
        _ header: SignedToken.Header, for purpose: TokenPurpose
    ) throws(TokenRefusal) -> (keyID: String?, algorithm: TokenAlgorithm) {
        // An unsupported required extension must be refused (RFC 7515, section 4.1.11). Balise supports no extension.
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

    /// Returns the tenant in `iss`; for an issuer without tenants, returns `iss` itself. Nil for another issuer.
    func tenant(in iss: String) -> String? {
        guard let place = name.range(of: IssuerSettings.tenantPlace) else { return iss == name ? iss : nil }
        let (start, end) = (name[..<place.lowerBound], name[place.upperBound...])
        guard iss.hasPrefix(start), iss.dropFirst(start.count).hasSuffix(end) else { return nil }
        let tenant = iss.dropFirst(start.count).dropLast(end.count)
        return tenant.isEmpty || tenant.contains("/") ? nil : String(tenant)
    }

    private var hasTenants: Bool { name.contains(IssuerSettings.tenantPlace) }

    /// Checks that a key may sign for the token's tenant. Microsoft Entra names the tenants of its keys; the
    /// placeholder means any.
    func check(_ key: VerificationKey, signing claims: TokenClaims) throws(TokenRefusal) {
        guard hasTenants, let issuer = key.issuer else { return }
        guard issuer == name || issuer == claims.issuer else { throw .key }
    }

    func check(_ claims: TokenClaims, for purpose: TokenPurpose, at now: UnixTime) throws(TokenRefusal) {
        guard let tenant = claims.issuer.flatMap(tenant(in:)) else { throw .issuer }
        if hasTenants {
            guard claims.tenant == tenant else { throw .issuer }
            guard tenants.isEmpty || tenants.contains(tenant) else { throw .tenant }
        }
        // Logout tokens have the audience of the sign-in, possibly the client of the code flow (OpenID Connect
        // Back-Channel Logout 1.0, section 2.4).
        let mayNameClient = if case .logout = purpose { true } else { false }
        guard claims.audiences.contains(where: { audiences.contains($0) || mayNameClient && $0 == clientID }) else {
            throw .audience
        }
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
            // A token about an event must never sign a user in.
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

    /// Checks the nonce, which ties a token to its app. If only the app or only the token has a nonce, the token is not
    /// from this sign-in. The exception is a token without a nonce whose provider says that it got no nonce.
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
