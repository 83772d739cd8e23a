public import Foundation
public import Models
public import ServiceRuntime

/// The mail server, and the sender of mails.
public struct SMTPSettings: Sendable {
    public enum Security: String, Sendable, CaseIterable {
        /// TLS from the first byte.
        case tls
        /// TLS after STARTTLS, which the server must offer.
        case starttls
        /// No encryption, which is allowed only to a server on this machine.
        case none

        var usualPort: Int {
            switch self {
            case .tls: 465
            case .starttls: 587
            case .none: 25
            }
        }
    }

    /// The mail server's host; not nil if mails are sent by SMTP.
    public var host: String?
    public var port: Int
    public var security: Security
    /// The user's name at the server. It is set with a password or with access tokens.
    public var user: String?
    public var password: Secret?
    /// The source of access tokens that replace the password; nil if a password is used or none is needed.
    public var oauth: SMTPOAuthSettings?
    public var helloName: String?
    /// The sender's address; not nil if mails are sent by SMTP.
    public var senderAddress: EmailAddress?
    public var senderName: String?
    public var timeout: Duration
    public var trustedCertificates: URL?

    init(_ reader: inout SettingsReader, isNeeded: Bool) {
        host = reader.readOptional(
            "messages.smtp.host", .host, "The mail server that takes the mails when the sender is `smtp`.")
        let security = reader.read(
            "messages.smtp.security", .word, default: Security.tls,
            "How connections to the mail server are secured: TLS from the start (`tls`), only TLS after STARTTLS "
                + "(`starttls`), or not at all, for a server on this machine (`none`).")
        self.security = security
        let port = reader.readOptional(
            "messages.smtp.port", .whole(1...65_535), shownAs: "465 for tls, 587 for starttls, 25 for none",
            "The port of the mail server.")
        self.port = port ?? security.usualPort
        user = reader.readOptional(
            "messages.smtp.user", .text,
            "The user name of Balise at the mail server. Leave it out if the server needs none.")
        password = reader.readSecret(
            "messages.smtp.password", length: 1...1024, "The password of `messages.smtp.user`.")
        oauth = SMTPOAuthSettings(&reader, isNeeded: isNeeded)
        helloName = reader.readOptional(
            "messages.smtp.helloName", .domain(),
            shownAs: "the host's name where it is one of a domain, or else its address",
            "The name with which Balise greets the mail server. Some relays require a name that is in DNS.")
        senderAddress = reader.readOptional("messages.smtp.senderAddress", .mailAddress, "The sender address of mails.")
        senderName = reader.readOptional(
            "messages.smtp.senderName", .line, "The name that is shown with the sender address.")
        timeout = reader.read(
            "messages.smtp.timeout", .span(.seconds(1)...(.seconds(60))), default: .seconds(30),
            "How long each step with the mail server may take.")
        trustedCertificates = reader.readOptional(
            "messages.smtp.trustedCertificates", .path("file"),
            "A file with certificates in PEM that are trusted for the mail server, in addition to the system's.")
        if isNeeded { report(in: &reader) }
    }

    private func report(in reader: inout SettingsReader) {
        if host == nil || senderAddress == nil {
            reader.report(
                "messages.sender is smtp, which needs messages.smtp.host and messages.smtp.senderAddress; set both.")
        }
        if (user == nil) != (password == nil && oauth == nil) {
            reader.report(
                "messages.smtp.user and messages.smtp.password belong together; set both or none. Access tokens "
                    + "(messages.smtp.oauth) take the place of the password.")
        }
        if password != nil, oauth != nil {
            reader.report("messages.smtp.password and messages.smtp.oauth exclude each other; set one of them.")
        }
        if security == .none, let host, !Self.isLoopback(host) {
            reader.report(
                "messages.smtp.security is none, which is for a server on this machine alone (localhost, 127.0.0.1, ::1); "
                    + "set it to tls or starttls for \(host).")
        }
    }

    private static func isLoopback(_ host: String) -> Bool {
        host.lowercased() == "localhost" || host == "::1" || host.wholeMatch(of: /127\.\d+\.\d+\.\d+/) != nil
    }
}

extension ValueForm where Value == EmailAddress {
    fileprivate static let mailAddress = ValueForm.single(
        "address", allowed: "an address such as balise@example.org",
        read: { (text) throws(InvalidValue) in
            do throws(EmailAddress.Flaw) {
                let address = try EmailAddress(text)
                guard !address.isInternational else { throw EmailAddress.Flaw.sign }
                return address
            } catch {
                throw InvalidValue("is not an e-mail address: \(error.rawValue)")
            }
        }, write: { $0.text.value })
}

extension ValueForm where Value == String {
    fileprivate static let line = ValueForm.single(
        "text", allowed: "a text of one line, up to 100 characters",
        read: { (text) throws(InvalidValue) in
            guard text.count <= 100 else { throw InvalidValue("is too long") }
            guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
                throw InvalidValue("has a line break or another control character in it")
            }
            return text
        }, write: { $0 })
}

/// The source of access tokens that a mail server accepts instead of a password (XOAUTH2).
public struct SMTPOAuthSettings: Sendable {
    public var tokenURL: URL
    public var clientID: String
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

    /// Reads the settings; nil if no value is set. Missing values are only reported if `isNeeded`.
    init?(_ reader: inout SettingsReader, isNeeded: Bool) {
        let tokenURL = reader.readOptional(
            "messages.smtp.oauth.tokenUrl", .safeAddress("https://oauth2.googleapis.com/token"),
            "The address where Balise gets access tokens, which the mail server takes in place of a password (XOAUTH2). "
                + "For Exchange Online it is https://login.microsoftonline.com/TENANT/oauth2/v2.0/token, with the host "
                + "smtp.office365.com and starttls.")
        let clientID = reader.readOptional(
            "messages.smtp.oauth.clientId", .text, "Balise's client id at `messages.smtp.oauth.tokenUrl`.")
        clientSecret = reader.readSecret(
            "messages.smtp.oauth.clientSecret", length: 1...1024,
            "The secret of the client of messages.smtp.oauth.clientId, if it has one.")
        refreshToken = reader.readSecret(
            "messages.smtp.oauth.refreshToken", length: 1...8192,
            "The refresh token of the mailbox, for Gmail with the scope https://mail.google.com/. Without it, the client asks for itself "
                + "(client credentials), for Exchange Online with the permission SMTP.SendAsApp.")
        scope = reader.readOptional(
            "messages.smtp.oauth.scope", .text,
            "The scope to ask for, for Exchange Online https://outlook.office365.com/.default. Gmail needs none.")
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
