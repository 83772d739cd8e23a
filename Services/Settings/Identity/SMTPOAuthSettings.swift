public import Foundation
public import ServiceRuntime

/// The source of access tokens that a mail server accepts instead of a password (XOAUTH2).
public struct SMTPOAuthSettings: Sendable {
    public var tokenURL: URL
    public var clientID: String
    /// Nil for a client without a secret, which needs a refresh token.
    public var clientSecret: Secret?
    /// The mailbox owner's refresh token; nil if the client requests tokens for itself (client credentials).
    public var refreshToken: Secret?
    public var scope: String?

    public init(
        tokenURL: URL, clientID: String, clientSecret: Secret?, refreshToken: Secret? = nil, scope: String? = nil
    ) {
        (self.tokenURL, self.clientID, self.clientSecret) = (tokenURL, clientID, clientSecret)
        (self.refreshToken, self.scope) = (refreshToken, scope)
    }

    /// Nil if no value is set. Missing ones are only reported if `isNeeded`.
    init?(_ reader: inout SettingsReader, isNeeded: Bool) {
        let tokenURL = reader.readOptional(
            "messages.smtp.oauth.tokenUrl", .safeAddress("https://oauth2.googleapis.com/token"),
            "The address where Balise gets access tokens, which the mail server takes in place of a password (XOAUTH2), as Gmail and "
                + "Exchange Online require.")
        let clientID = reader.readOptional(
            "messages.smtp.oauth.clientId", .text, "Balise's client id at `messages.smtp.oauth.tokenUrl`.")
        clientSecret = reader.readSecret(
            "messages.smtp.oauth.clientSecret", length: 1...1024, "The secret of that client, if it has one.")
        refreshToken = reader.readSecret(
            "messages.smtp.oauth.refreshToken", length: 1...8192,
            "The refresh token of the mailbox. Without it, the client asks for itself (client credentials).")
        scope = reader.readOptional(
            "messages.smtp.oauth.scope", .text,
            "The scope to ask for, for example https://outlook.office365.com/.default. Some providers need none.")
        guard let tokenURL, let clientID else {
            let isPart =
                tokenURL != nil || clientID != nil || clientSecret != nil || refreshToken != nil || scope != nil
            if isNeeded, isPart {
                reader.report(
                    "messages.smtp.oauth needs messages.smtp.oauth.tokenUrl and messages.smtp.oauth.clientId; set both."
                )
            }
            return nil
        }
        (self.tokenURL, self.clientID) = (tokenURL, clientID)
        if isNeeded, clientSecret == nil, refreshToken == nil {
            reader.report(
                "messages.smtp.oauth needs messages.smtp.oauth.clientSecret, messages.smtp.oauth.refreshToken, or both."
            )
        }
    }
}
