import Crypto
import Foundation
import Models
import ServiceRuntime
import ServiceSettings

/// A provider with a web sign-in (OpenID Connect Core 1.0, section 3.1).
struct SignInProvider: Sendable {
    let settings: IssuerSettings
    let signIn: IssuerSettings.SignIn
    let addresses: ProviderAddresses
    let verifier: TokenVerifier
    let exchange: CodeExchange
    let userInfo: UserInfo
    /// Whether the provider is Apple. The account ids of Apple's users are derived from their user ids.
    let isApple: Bool

    func location(of begun: BegunSignIn, state: SecretText, at endpoint: URL) -> SecretText {
        let scopes = ["openid"] + signIn.scopes.filter { $0 != "openid" }
        let mode = signIn.responseMode == .query ? [] : [("response_mode", signIn.responseMode.rawValue)]
        let parameters = [
            ("response_type", "code"), ("client_id", signIn.clientID), ("redirect_uri", begun.callback),
            ("scope", scopes.joined(separator: " ")), ("state", state.value),
            ("nonce", opaqueIDText(SHA256.hash(data: Data(begun.nonce.value.utf8)))),
            ("code_challenge", PKCE.challenge(of: begun.verifier)), ("code_challenge_method", "S256"),
        ]
        return SecretText(WebQuery(parameters + mode).appended(to: endpoint.absoluteString))
    }

    func vouchedPerson(
        _ answer: FinishProviderSignIn, to begun: BegunSignIn, source: String
    ) async throws(ProviderSignInFailure) -> VouchedPerson {
        let metadata = try await addresses.metadata()
        guard answer.issuer.map({ verifier.issuer.tenant(in: $0) != nil }) ?? !metadata.namesIssuer else {
            throw .otherIssuer
        }
        if let error = answer.error {
            // Apple sends the second of these words.
            let isDenied = ["access_denied", "user_cancelled_authorize"].contains(error)
            throw isDenied ? .denied : .refused(ProviderWord(error).text)
        }
        guard let code = answer.authorizationCode else { throw .noCode }
        let exchanged = try await exchange.exchange(code, of: begun, at: metadata)
        let token = try await verified(exchanged.identityToken, nonce: begun.nonce, source)
        guard answer.issuer == nil || answer.issuer == token.claims.issuer else { throw .otherIssuer }
        try exchanged.check(token, for: signIn.clientID)
        let members = try await userInfo.members(beside: token, exchanged.accessToken, at: metadata.userInfoEndpoint)
        do throws(TokenRefusal) {
            return VouchedPerson(
                token: try IssuedToken(token, saying: members, of: settings, digest: token.digest),
                claims: token.claims, refreshToken: exchanged.refreshToken)
        } catch {
            throw .token(error)
        }
    }

    private func verified(
        _ token: SecretText, nonce: SecretText, _ source: String
    ) async throws(ProviderSignInFailure) -> VerifiedToken {
        do { return try await verifier.verify(token, for: .signIn(nonce: nonce), source: source) } catch let refusal
            as TokenRefusal
        {
            throw .token(refusal)
        } catch {
            throw .unreachable("its keys: \(error)")
        }
    }
}

struct VouchedPerson: Sendable {
    let token: IssuedToken
    let claims: TokenClaims
    let refreshToken: SecretText?
}

struct SignInProviders: Sendable {
    private let providers: [String: SignInProvider]
    let redirectURIs: Set<String>

    init(
        _ environment: ServiceEnvironment, through client: ProviderClient, sharing issuers: TrustedIssuers?,
        apple: AppleServices?
    ) {
        redirectURIs = Set(environment.settings.oauth.redirectURIs)
        var providers: [String: SignInProvider] = [:]
        for settings in environment.settings.issuers {
            guard let signIn = settings.signIn, let trusted = issuers?.verifier(of: settings.issuer) else { continue }
            let isApple = settings.issuer == environment.settings.apple.issuer
            var issuer = trusted.issuer
            issuer.audiences = [signIn.clientID]
            let verifier = TokenVerifier(
                issuer: issuer, keys: trusted.keys, clock: trusted.clock, checked: trusted.checked)
            providers[settings.name] = SignInProvider(
                settings: settings, signIn: signIn,
                addresses: ProviderAddresses(
                    of: settings.issuer, at: signIn.discovery, through: client, clock: environment.clock),
                verifier: verifier,
                exchange: CodeExchange(settings: signIn, client: client, apple: isApple ? apple : nil),
                userInfo: UserInfo(settings: settings, scopes: signIn.scopes, client: client),
                isApple: isApple)
        }
        self.providers = providers
    }

    func find(_ name: String) throws(ServiceError) -> SignInProvider {
        guard let provider = providers[name] else {
            throw ServiceError(.notFound, "no provider with this name is set up here")
        }
        return provider
    }
}

/// Proof Key for Code Exchange (RFC 7636) by S256.
enum PKCE {
    static func challenge(of verifier: SecretText) -> String { base64URL(SHA256.hash(data: Data(verifier.value.utf8))) }

    /// Whether a text can be a challenge: a SHA-256 in base64url.
    static func isChallenge(_ text: String) -> Bool {
        text.utf8.count == 43 && base64URLDecoded(text.utf8)?.count == 32
    }
}

struct WebQuery: Sendable {
    private let text: String

    init(_ parameters: [(name: String, value: String)]) {
        text = PercentEncoding.encode(parameters.map { ($0.name, $0.value) })
    }

    func appended(to address: String) -> String {
        let sign = !address.contains("?") ? "?" : address.hasSuffix("?") || address.hasSuffix("&") ? "" : "&"
        return address + sign + text
    }
}

/// The ends of client secrets with an expiry. Apple's secrets are JSON Web Tokens, valid for six months at most.
struct ClientSecretEnds {
    let ends: [(name: String, end: UnixTime)]

    init(_ issuers: [IssuerSettings]) {
        ends = issuers.compactMap { issuer in
            guard let secret = issuer.signIn?.clientSecret,
                let token = SignedToken(SecretText(secret.value), maximumLength: 1024),
                let claims = try? JSONDecoder().decode(Claims.self, from: token.claims), let end = claims.exp,
                // The limit is later than any real date.
                (0..<1e11).contains(end)
            else { return nil }
            return ("issuers.\(issuer.name).clientSecret", UnixTime(milliseconds: Int64(end * 1000)))
        }
    }

    private struct Claims: Decodable { let exp: Double? }

    var samples: [MetricSample] { ends.map { CredentialEnds.sample($0.name, end: $0.end) } }
}
