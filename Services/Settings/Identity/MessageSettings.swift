public import Foundation
public import Models
public import ServiceRuntime

/// The delivery of messages to users, and their links.
public struct MessageSettings: SettingsSection {
    public static let parts: [ServiceName: [String]] = [.identity: ["messages"]]

    public enum Sender: String, Sendable, CaseIterable {
        /// Messages are written to a file in the data folder, for an operator to read.
        case log
        /// Messages are posted to a program of the operator, over HTTP.
        case webhook
        /// A mail server sends the mails. Messages to phones go to the webhook if it is set, and otherwise to the file.
        case smtp
    }

    public static let tokenPlace = "{token}"
    public static let kindPlace = "{kind}"
    public static let addressPlace = "{address}"

    public var sender: Sender
    public var webhook: URL?
    public var webhookSecret: Secret?
    public var smtp: SMTPSettings
    /// The page for a new password, with `{token}`. The operator's or this server's; nil without an address.
    public var resetLink: String?
    /// This server's account page. It is only a path if the server does not know its address.
    public var accountLink: String
    /// The address of the operator's page or app for codes: `{token}` is the code, `{kind}` and `{address}` are
    /// optional. Nil if the settings name no such page.
    public var codeLink: String?
    /// This server's page for codes, without its query. Nil without a public address; then mails contain only the code.
    public var ownCodePage: String?
    public var defaultLanguage: String
    public var logLifetime: Duration

    private static let accountPath = "/account"

    private static func ownPage(at address: URL) -> String {
        var text = address.absoluteString
        while text.last == "/" { text.removeLast() }
        return text + accountPath
    }

    public init(_ reader: inout SettingsReader) {
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

extension SectionNames { public var messages: MessageSettings.Type { MessageSettings.self } }

extension ValueForm where Value == String {
    fileprivate static let language = ValueForm.plain(
        "language", allowed: "a language such as fr or pt-BR", refusal: "is not a language"
    ) {
        $0.wholeMatch(of: /[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*/) != nil
    }

    fileprivate static let linkWithToken = ValueForm.single(
        "link", allowed: "a link with {token} in it, such as https://example.com/reset?token={token}",
        read: { (text) throws(InvalidValue) in
            guard text.contains(MessageSettings.tokenPlace) else { throw InvalidValue("has no place for the {token}") }
            let example = text.replacingOccurrences(of: MessageSettings.tokenPlace, with: "pr_a-b_c")
            guard URL(string: example)?.scheme != nil else { throw InvalidValue("is not a link") }
            return text
        }, write: { $0 })
}
