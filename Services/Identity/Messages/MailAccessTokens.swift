import Foundation
import Models
import SMTP
import ServiceRuntime
import ServiceSettings

/// Gets access tokens for mail with a refresh token or client credentials (RFC 6749, sections 6 and 4.4). Each access
/// token is used until it expires.
actor MailAccessTokens: AccessTokenSource {
    private static let largest = 64 << 10
    /// The seconds before its end at which a token is no longer used, because the sign-in takes a moment.
    private static let marginSeconds: Int64 = 60
    /// The assumed lifetime of a token in seconds, if the provider states no lifetime.
    private static let usualSeconds: Int64 = 300

    private struct Token: Sendable {
        let text: String
        let end: UnixTime
    }

    private let settings: SMTPOAuthSettings
    private let web: WebClient
    private let clock: any WallClock
    /// The latest refresh token: some providers send a new one with each access token, and revoke the earlier one.
    private var refreshToken: Secret?
    private var kept: Token?
    /// The current request, which several mails share; nil while no request runs.
    private var request: Task<Result<Token, SMTPFailure>, Never>?

    init(_ settings: SMTPOAuthSettings, timeout: Duration, clock: any WallClock) {
        self.settings = settings
        self.clock = clock
        refreshToken = settings.refreshToken
        web = WebClient(timeout: timeout, largestBody: MailAccessTokens.largest)
    }

    func accessToken() async throws(SMTPFailure) -> String {
        if let kept, kept.end > clock.now() { return kept.text }
        let request = request ?? Task { await ask() }
        self.request = request
        return try await request.value.get().text
    }

    func forget(_ token: String) { if kept?.text == token { kept = nil } }

    func close() async { await web.close() }

    private func ask() async -> Result<Token, SMTPFailure> {
        defer { request = nil }
        do throws(WebClient.Failure) {
            let answer = try await web.post(form, to: settings.tokenURL, headers: [("Accept", "application/json")])
            guard answer.status == 200, let granted = try? JSONDecoder().decode(Grant.self, from: answer.body),
                granted.isOfUse
            else { return .failure(refusal(answer)) }
            if let next = granted.refresh_token { refreshToken = Secret(next) }
            let seconds = granted.expires_in ?? MailAccessTokens.usualSeconds
            let token = Token(
                text: granted.access_token,
                end: clock.now().adding(seconds: min(seconds, 86_400) - MailAccessTokens.marginSeconds))
            kept = token
            return .success(token)
        } catch {
            return .failure(SMTPFailure("messages.smtp.oauth.tokenUrl: \(error.description)"))
        }
    }

    private var form: [(name: String, value: String)] {
        var form = [("grant_type", "client_credentials")]
        if let refreshToken { form = [("grant_type", "refresh_token"), ("refresh_token", refreshToken.value)] }
        form.append(("client_id", settings.clientID))
        if let secret = settings.clientSecret { form.append(("client_secret", secret.value)) }
        if let scope = settings.scope { form.append(("scope", scope)) }
        return form.map { (name: $0.0, value: $0.1) }
    }

    /// Makes the failure of an answer. Of the answer's text it contains only the error code (RFC 6749, section 5.2).
    private func refusal(_ answer: WebClient.Answer) -> SMTPFailure {
        struct Refusal: Decodable { let error: String }
        let word = (try? JSONDecoder().decode(Refusal.self, from: answer.body))?.error ?? ""
        let shown = word.wholeMatch(of: /[a-z_]{1,40}/) == nil ? "" : " \(word)"
        return SMTPFailure("messages.smtp.oauth.tokenUrl gave no access token: status \(answer.status)\(shown)")
    }

    /// The provider's answer (RFC 6749, section 5.1).
    private struct Grant: Decodable {
        let access_token: String
        let expires_in: Int64?
        let refresh_token: String?

        /// Whether the token fits into a line of SMTP and cannot break its fields.
        var isOfUse: Bool { !access_token.isEmpty && access_token.utf8.allSatisfy { (0x21...0x7E).contains($0) } }
    }
}
