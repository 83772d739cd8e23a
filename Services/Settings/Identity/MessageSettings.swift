// Settings of the messages to people.

public import Foundation
public import ServiceRuntime

/// How messages reach people, and what stands in them.
public struct MessageSettings: SettingsSection {
    /// Who takes messages.
    public enum Sender: String, Sendable, CaseIterable {
        /// A file in the data folder, for an operator to look at.
        case log
        /// A program of the operator's, over HTTP.
        case webhook
        /// A mail server, for mails. What goes to phones is posted to the webhook where there is one, and else written
        /// to the file.
        case smtp
    }

    /// Where in a link the token stands.
    public static let tokenPlace = "{token}"
    /// Where in a link the kind of the message stands.
    public static let kindPlace = "{kind}"
    /// Where in a link the address stands to which the message goes.
    public static let addressPlace = "{address}"

    public var sender: Sender
    /// Where the webhook's program listens; there when it is the sender.
    public var webhook: URL?
    /// With what each call of the webhook is signed; there when there is one.
    public var webhookSecret: Secret?
    /// The mail server.
    public var smtp: SMTPSettings
    /// The page on which a person sets a new password, with `{token}` where the token goes: one of the operator's choice,
    /// or else this server's own; nil where it does not know its address.
    public var resetLink: String?
    /// This server's page for people's accounts; its path alone where the server does not know its address.
    public var accountLink: String
    /// A page or an app of the operator's that takes codes from mails, with `{token}` where the code goes and perhaps
    /// `{kind}` where the kind of message does and `{address}` where the address; nil for none.
    public var codeLink: String?
    /// This server's page that takes codes from mails, without its query; nil where the server does not know its address,
    /// which leaves people with the code alone.
    public var ownCodePage: String?
    /// The language of messages for people whose own has no texts, or is not known.
    public var defaultLanguage: String
    /// How long a message stays in the file that the sender `log` writes.
    public var logLifetime: Duration

    /// The path of this server's page for people's accounts.
    private static let accountPath = "/account"

    /// The page of this server for people's accounts, which clients reach at `address`.
    private static func ownPage(at address: URL) -> String {
        var text = address.absoluteString
        while text.last == "/" { text.removeLast() }
        return text + accountPath
    }

    package init(_ reader: inout SettingsReader) {
        sender = reader.read(
            "messages.sender", .word, default: .log,
            "How messages to users are sent: to a file in the data folder (`log`), a program of yours (`webhook`), or a mail "
                + "server (`smtp`). Messages to phones cannot go to a mail server; they go to the webhook, or else to the file."
        )
        webhook = reader.readOptional(
            "messages.webhook", .safeAddress("https://example.com/messages"),
            "The address that messages are posted to when the sender is `webhook`; those to phones also when it is `smtp`."
        )
        webhookSecret = reader.readSecret(
            "messages.webhookSecret", length: 16...256, "The secret with which each posted message is signed.")
        smtp = SMTPSettings(&reader, isNeeded: sender == .smtp)
        resetLink = reader.readOptional(
            "messages.resetLink", .linkWithToken,
            "The page for a new password, with {token} in place of the token. By default, this server's own page at "
                + "http.publicUrl, or without that only the token.")
        let page = reader.earlier(HTTPSettings.self).publicURL.map(MessageSettings.ownPage)
        resetLink = resetLink ?? page.map { "\($0)/reset?token=\(MessageSettings.tokenPlace)" }
        accountLink = page ?? MessageSettings.accountPath
        codeLink = reader.readOptional(
            "messages.codeLink", .linkWithToken,
            "A page or an app of yours that takes codes from mails, with {token} in place of the code, and optionally {kind} in "
                + "place of the kind of message, such as sign-in-code, and {address} in place of the address. By default, this "
                + "server's own page at http.publicUrl, or without that only the code.")
        ownCodePage = page.map { "\($0)/code" }
        defaultLanguage = reader.read(
            "messages.defaultLanguage", .language, default: "en",
            "The language of messages to users whose own language is unknown or has no texts.")
        logLifetime = reader.read(
            "messages.logLifetime", .span(.seconds(60)...(.seconds(3650 * 86_400))), default: .seconds(7 * 86_400),
            "How long a message stays in messages.log; those of an erased account go with it.")
        if sender == .webhook, webhook == nil || webhookSecret == nil {
            reader.report(
                "messages.sender is webhook, which needs messages.webhook and messages.webhookSecret; set both.")
        }
        if sender == .smtp, (webhook == nil) != (webhookSecret == nil) {
            reader.report("messages.webhook and messages.webhookSecret belong together; set both or none.")
        }
    }
}

extension ValueForm where Value == String {
    /// A language tag.
    fileprivate static let language = ValueForm.single(
        "language", allowed: "a language such as fr or pt-BR",
        read: { (text) throws(InvalidValue) in
            guard text.wholeMatch(of: /[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*/) != nil else {
                throw InvalidValue("is not a language")
            }
            return text
        }, write: { $0 })

    /// A link with a place for a token.
    fileprivate static let linkWithToken = ValueForm.single(
        "link", allowed: "a link with {token} in it, such as https://example.com/reset?token={token}",
        read: { (text) throws(InvalidValue) in
            guard text.contains(MessageSettings.tokenPlace) else { throw InvalidValue("has no place for the {token}") }
            let example = text.replacingOccurrences(of: MessageSettings.tokenPlace, with: "pr_a-b_c")
            guard URL(string: example)?.scheme != nil else { throw InvalidValue("is not a link") }
            return text
        }, write: { $0 })
}
