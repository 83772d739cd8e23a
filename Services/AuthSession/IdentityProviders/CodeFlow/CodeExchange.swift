import Foundation
import Models
import ServiceRuntime
import ServiceSettings

/// The answer to a code (OpenID Connect Core 1.0, section 3.1.3.3).
struct ExchangedCode: Sendable {
    let identityToken: SecretText
    let accessToken: SecretText?
    let refreshToken: SecretText?
}

/// Asks a token endpoint (RFC 6749, section 4.1.3).
struct CodeExchange: Sendable {
    let settings: IssuerSettings.SignIn
    let client: ProviderClient
    /// Makes the client secret for Apple if the operator has set no secret; nil for other providers.
    let apple: AppleServices?

    func exchange(
        _ code: SecretText, of signIn: BegunSignIn, at provider: ProviderMetadata
    ) async throws(ProviderSignInFailure) -> ExchangedCode {
        let proof = try proof(at: provider)
        let form = [
            (name: "grant_type", value: "authorization_code"), (name: "code", value: code.value),
            (name: "redirect_uri", value: signIn.callback), (name: "code_verifier", value: signIn.verifier.value),
        ]
        let answer: ProviderClient.Answer
        do throws(ProviderClient.Failure) {
            answer = try await client.post(form + proof.form, to: provider.tokenEndpoint, as: proof.credentials)
        } catch {
            throw .unreachable("the token endpoint: \(error)")
        }
        switch answer.status {
        case 200: return try ExchangedCode(json: answer.body)
        case 400, 401, 403: throw .codeRefused(ProviderWord(json: answer.body).text)
        case 429, 500...: throw .unreachable("the token endpoint has the status \(answer.status)")
        default: throw .malformed("the token endpoint has the status \(answer.status)")
        }
    }

    /// Returns the client's proof: a secret in header or body (RFC 6749, section 2.3.1), or the id of a public client.
    func proof(at provider: ProviderMetadata) throws(ProviderSignInFailure) -> (
        form: [(name: String, value: String)], credentials: (user: String, password: String)?
    ) {
        let name = [(name: "client_id", value: settings.clientID)]
        guard let secret = try secret() else { return (name, nil) }
        switch provider.clientAuthentication {
        case .basic: return ([], (user: settings.clientID, password: secret))
        case .post: return (name + [(name: "client_secret", value: secret)], nil)
        case .other(let methods): throw .clientAuthentication(methods)
        }
    }

    private func secret() throws(ProviderSignInFailure) -> String? {
        if let secret = settings.clientSecret { return secret.value }
        guard let apple else { return nil }
        do { return try apple.clientSecret(of: settings.clientID).value } catch {
            throw .unreachable("the client secret: \(error)")
        }
    }
}

extension ExchangedCode {
    fileprivate init(json: Data) throws(ProviderSignInFailure) {
        guard let members = try? JSONDecoder().decode(Members.self, from: json) else {
            throw .malformed("the token endpoint answers no JSON object")
        }
        guard let token = members.id_token, !token.isEmpty else {
            throw .malformed("the token endpoint answers without id_token")
        }
        identityToken = SecretText(token)
        accessToken = members.access_token.map { SecretText($0) }
        refreshToken = members.refresh_token.map { SecretText($0) }
    }

    private struct Members: Decodable {
        let id_token: String?
        let access_token: String?
        let refresh_token: String?
    }

    /// Checks that the identity token belongs to this exchange (OpenID Connect Core 1.0, sections 3.1.3.7 and 3.1.3.8).
    func check(_ token: VerifiedToken, for clientID: String) throws(ProviderSignInFailure) {
        guard let claims = try? JSONDecoder().decode(Claims.self, from: token.json) else { throw .token(.malformed) }
        guard claims.azp ?? clientID == clientID, claims.azp != nil || token.claims.audiences.count == 1 else {
            throw .token(.authorizedParty)
        }
        guard let hash = claims.at_hash else { return }
        guard let accessToken else { throw .token(.accessTokenHash) }
        let whole = token.algorithm.digest(of: Data(accessToken.value.utf8)).withUnsafeBytes { Array($0) }
        guard hash == base64URL(whole.prefix(whole.count / 2)) else { throw .token(.accessTokenHash) }
    }

    private struct Claims: Decodable {
        let azp: String?
        let at_hash: String?
    }
}

/// A provider's error word (RFC 6749, section 5.2), for the log. A provider's text must not imitate log lines.
struct ProviderWord: Sendable {
    let text: String

    init(_ word: String) {
        let isPlain =
            (1...64).contains(word.utf8.count) && word.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == 0x5F }
        text = isPlain ? word : "another word"
    }

    fileprivate init(json: Data) {
        struct Refusal: Decodable { let error: String }
        self.init((try? JSONDecoder().decode(Refusal.self, from: json))?.error ?? "")
    }
}
