import Crypto
import Foundation
import Models
import ServiceRuntime
import ServiceSettings

/// Apple's REST API for the apps of a team with a Services key.
struct AppleServices: Sendable {
    private let settings: AppleSettings.Services
    private let issuer: String
    private let tokenURL: URL
    private let revokeURL: URL
    private let migrationURL: URL
    private let key: P256.Signing.PrivateKey
    private let http: ProviderClient
    private let clock: any WallClock

    /// The lifetime of a client secret in seconds.
    private static let secretLifetime: Int64 = 300

    enum Failure: Error, CustomStringConvertible {
        case unreadableKey
        /// Apple refused the request, and would refuse a repetition.
        case refused(String)
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
        migrationURL = settings.authURL.appendingPathComponent("auth/usermigrationinfo")
        self.http = http
        self.clock = clock
    }

    /// Exchanges a code for a refresh token. The code works once, for five minutes, and only for its `client`, a bundle
    /// id or Services id. `redirectURI` is the page that Apple returned the user of a web sign-in to; nil in an app.
    func refreshToken(
        for code: SecretText, of client: String, redirectURI: String?
    ) async throws(Failure) -> SecretText {
        let place = redirectURI.map { [(name: "redirect_uri", value: $0)] } ?? []
        let tokens: Tokens = try await ask(
            [("grant_type", "authorization_code"), ("code", code.value)] + place, of: client, at: tokenURL)
        return SecretText(tokens.refresh_token)
    }

    /// Revokes a refresh token, and with it everything that Apple gave this app for its user.
    func revoke(_ token: SecretText, of client: String) async throws(Failure) {
        let answer = try await post(
            [("token", token.value), ("token_type_hint", "refresh_token")], of: client, to: revokeURL)
        guard answer.status != 200 else { return }
        throw failure(answer)
    }

    /// Tries the key with a code that does not exist: Apple checks the key first, and no user is concerned.
    func tryKey(of client: String) async -> HealthFinding {
        let remedy = "check apple.servicesKey, apple.servicesKeyId and apple.teamId"
        do throws(Failure) {
            _ = try await refreshToken(for: SecretText("balise-doctor"), of: client, redirectURI: nil)
            return .unknown("Apple accepted a code that is none")
        } catch {
            switch error {
            case .refused: return .ok("Apple accepts the Services key")
            case .failed(let reason) where reason.contains("invalid_client"):
                return .failure("Apple refuses the Services key for \(client): \(reason)", remedy)
            case .failed(let reason): return .warning("Apple did not answer as it should: \(reason)", "try again later")
            case .unreadableKey: return .failure(error.description, remedy)
            }
        }
    }

    // MARK: Moving the app to another Apple developer team

    var transferTeam: String? { settings.transferTeam }

    /// Returns Apple's id of a refresh token's user. It identifies a person, so it is never stored and never logged.
    func user(of token: SecretText, client: String) async throws(Failure) -> String {
        let answer = try await post(
            [("grant_type", "refresh_token"), ("refresh_token", token.value)], of: client, to: tokenURL)
        // The token comes from Apple over TLS, so its signature is not checked (OpenID Connect Core 1.0, section
        // 3.1.3.7, step 6).
        guard answer.status == 200, let tokens = try? JSONDecoder().decode(Renewed.self, from: answer.body),
            let token = SignedToken(SecretText(tokens.id_token), maximumLength: TrustedIssuer.maximumTokenLength),
            let user = try? JSONDecoder().decode(TokenClaims.self, from: token.claims).subject
        else { throw failure(answer) }
        return user
    }

    /// Returns the access token that Apple requires for transfer ids.
    func migrationAccess(of client: String) async throws(Failure) -> SecretText {
        let tokens: Access = try await ask(
            [("grant_type", "client_credentials"), ("scope", "user.migration")], of: client, at: tokenURL)
        return SecretText(tokens.access_token)
    }

    /// Returns the transfer id: Apple's temporary id for a user in the tokens of the app's new team.
    func transferID(
        of user: String, to team: String, client: String, _ access: SecretText?
    ) async throws(Failure) -> String {
        let told: Transfer = try await ask(
            [("sub", user), ("target", team)], of: client, at: migrationURL, bearing: access)
        return told.transfer_sub
    }

    private struct Tokens: Decodable { let refresh_token: String }
    private struct Renewed: Decodable { let id_token: String }
    private struct Access: Decodable { let access_token: String }
    private struct Transfer: Decodable { let transfer_sub: String }

    private struct Refusal: Decodable {
        let error: String
    }

    private func ask<Reply: Decodable>(
        _ form: [(name: String, value: String)], of client: String, at url: URL, bearing token: SecretText? = nil
    ) async throws(Failure) -> Reply {
        let answer = try await post(form, of: client, to: url, bearing: token)
        guard answer.status == 200, let reply = try? JSONDecoder().decode(Reply.self, from: answer.body) else {
            throw failure(answer)
        }
        return reply
    }

    private func post(
        _ form: [(name: String, value: String)], of client: String, to url: URL, bearing token: SecretText? = nil
    ) async throws(Failure) -> ProviderClient.Answer {
        let own = [("client_id", client), ("client_secret", try clientSecret(of: client).value)]
        do { return try await http.post(own + form, to: url, bearing: token) } catch {
            throw .failed(error.description)
        }
    }

    /// Makes the failure of an answer. `invalid_grant` means an invalid code or token (RFC 6749, section 5.2).
    private func failure(_ answer: ProviderClient.Answer) -> Failure {
        let error = (try? JSONDecoder().decode(Refusal.self, from: answer.body))?.error
        if answer.status == 400, error == "invalid_grant" { return .refused("invalid_grant") }
        // The standard's words are short. A longer word is not logged.
        let word = error.flatMap { $0.utf8.count <= 40 ? $0 : nil } ?? ""
        return .failed("status \(answer.status) \(word)")
    }

    /// Returns a JWT (RFC 7519) that identifies an app of the team to Apple.
    func clientSecret(of client: String) throws(Failure) -> SecretText {
        let now = clock.now().rawValue / 1000
        let claims = ClientClaims(
            iss: settings.teamID, iat: now, exp: now + AppleServices.secretLifetime, aud: issuer,
            sub: client)
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

    private struct ClientClaims: Encodable {
        let iss: String
        let iat: Int64
        let exp: Int64
        let aud: String
        let sub: String
    }
}
