// Speaks to Apple in the name of an app: exchanges and revokes tokens.

import Crypto
import Foundation
import Models
import ServiceRuntime
import ServiceSettings

/// Apple's REST API for Sign in with Apple, as an app with a Services key may use it.
struct AppleServices: Sendable {
    private let settings: AppleSettings.Services
    private let issuer: String
    private let tokenURL: URL
    private let revokeURL: URL
    private let key: P256.Signing.PrivateKey
    private let http: ProviderClient
    private let clock: any WallClock

    /// How many seconds a client secret counts.
    private static let secretLifetime: Int64 = 300

    /// Why Apple cannot be spoken to.
    enum Failure: Error, CustomStringConvertible {
        case unreadableKey
        /// Apple takes the request for what it is and will not do it; the same again would be refused again.
        case refused(String)
        /// Another try may go better.
        case failed(String)

        var description: String {
            switch self {
            case .unreadableKey:
                "apple.servicesKey is no P-256 key in PEM; give the file AuthKey_….p8 as Apple has it, with its first and"
                    + " last line"
            case .refused(let reason): "Apple refused: \(reason)"
            case .failed(let reason): "Apple did not answer as it should: \(reason)"
            }
        }
    }

    /// Nil where no Services key is configured. Throws when it cannot be read.
    init?(_ settings: AppleSettings, through http: ProviderClient, clock: any WallClock) throws(Failure) {
        guard let services = settings.services else { return nil }
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: services.key.value) else {
            throw .unreadableKey
        }
        self.settings = services
        self.key = key
        issuer = settings.issuer
        tokenURL = settings.authURL.appendingPathComponent("auth/token")
        revokeURL = settings.authURL.appendingPathComponent("auth/revoke")
        self.http = http
        self.clock = clock
    }

    /// Whether an authorization code that came with a token for `audiences` was given to the app of the key.
    func covers(_ audiences: [String]) -> Bool { audiences.contains(settings.clientID) }

    /// Exchanges an authorization code, which counts once and for five minutes, for a refresh token.
    func refreshToken(for code: SecretText) async throws(Failure) -> SecretText {
        let answer = try await post([("grant_type", "authorization_code"), ("code", code.value)], to: tokenURL)
        guard answer.status == 200, let tokens = try? JSONDecoder().decode(Tokens.self, from: answer.body) else {
            throw failure(answer)
        }
        return SecretText(tokens.refresh_token)
    }

    /// Revokes a refresh token, and with it all that Apple gave to the app for this person.
    func revoke(_ token: SecretText) async throws(Failure) {
        let answer = try await post([("token", token.value), ("token_type_hint", "refresh_token")], to: revokeURL)
        guard answer.status != 200 else { return }
        throw failure(answer)
    }

    private struct Tokens: Decodable {
        // Apple's name.
        let refresh_token: String
    }

    private struct Refusal: Decodable {
        let error: String
    }

    private func post(
        _ form: [(name: String, value: String)], to url: URL
    ) async throws(Failure) -> ProviderClient.Answer {
        let own = [("client_id", settings.clientID), ("client_secret", try clientSecret().value)]
        do { return try await http.post(own + form, to: url) } catch { throw .failed(error.description) }
    }

    /// `invalid_grant`: the code or token is not valid any more (RFC 6749, section 5.2).
    private func failure(_ answer: ProviderClient.Answer) -> Failure {
        let error = (try? JSONDecoder().decode(Refusal.self, from: answer.body))?.error
        if answer.status == 400, error == "invalid_grant" { return .refused("invalid_grant") }
        // The words of the standard are short; what else stands there is nothing for a log.
        let word = error.flatMap { $0.utf8.count <= 40 ? $0 : nil } ?? ""
        return .failed("status \(answer.status) \(word)")
    }

    /// A JWT by which Apple knows the app.
    private func clientSecret() throws(Failure) -> SecretText {
        let now = clock.now().rawValue / 1000
        let claims = ClientClaims(
            iss: settings.teamID, iat: now, exp: now + AppleServices.secretLifetime, aud: issuer,
            sub: settings.clientID)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            let header = base64URL(try encoder.encode(["alg": "ES256", "kid": settings.keyID]))
            let body = "\(header).\(base64URL(try encoder.encode(claims)))"
            let signature = try key.signature(for: Data(body.utf8))
            return SecretText("\(body).\(base64URL(signature.rawRepresentation))")
        } catch {
            throw .failed("the client secret cannot be signed")
        }
    }

    /// With the names of RFC 7519.
    private struct ClientClaims: Encodable {
        let iss: String
        let iat: Int64
        let exp: Int64
        let aud: String
        let sub: String
    }
}
