import Foundation
import Models
import ServiceRuntime
import ServiceSettings

struct MessageComposer: Sendable {
    let seal: MessageSeal
    let templates: MessageTemplates
    /// The page for a new password, with a placeholder for the token; nil if the message contains only the token.
    let resetLink: String?
    /// The page where users see and end their sessions. If the server's address is not known, it is only the path, and
    /// messages omit it.
    let accountLink: String
    /// The operator's page for codes, with placeholders for the code, the kind of message and the address; nil if the
    /// settings name no such page.
    let codeLink: String?
    /// This server's page for codes, without a query; nil if the message contains only the code.
    var ownCodePage: String?

    func message(of claimed: ClaimedMessage) throws(MessageNotSent) -> PersonalMessage {
        let content: MessageContent
        do throws(MessageSeal.Failure) { content = try seal.open(claimed.sealed, claimed.id) } catch {
            throw MessageNotSent(description: error.description, isFinal: true)
        }
        let kind = content.replacementKind ?? claimed.kind
        guard let (language, template) = templates.find(kind, in: content.locales) else {
            throw MessageNotSent(description: "there are no texts for \(kind.rawValue)", isFinal: true)
        }
        let link = page(for: kind, to: content.address)?
            .replacingOccurrences(of: MessageSettings.tokenPlace, with: content.token.value)
        let zone = content.zone.flatMap { TimeZone(identifier: $0) }
        let (text, html) =
            MessageKind.events.contains(kind)
            ? template.rendered(
                accountLink, link: accountLink.contains(":") ? accountLink : nil,
                at: content.event?.at ?? claimed.createdAt, in: language, by: zone,
                client: (content.event?.client?.value).flatMap(ClientName.init)?.text)
            : template.rendered(
                content.token.value, link: link, at: claimed.createdAt, in: language, by: zone)
        return PersonalMessage(
            id: claimed.id, kind: kind, account: content.account ?? claimed.account, address: content.address,
            locale: language, token: content.token, link: link.map { SecretText($0) },
            expiresAt: content.replacementKind == nil ? claimed.expiresAt : nil,
            subject: template.subject, text: SecretText(text), html: html.map { SecretText($0) })
    }

    /// Returns the address of a page with a placeholder for the token; nil if the installation has no such page.
    private func page(for kind: MessageKind, to address: Personal<String>) -> String? {
        if MessageKind.passwordLinks.contains(kind) { return resetLink }
        guard MessageKind.emailCodes.contains(kind) else { return nil }
        return (codeLink ?? ownCodeLink(for: kind))?
            .replacingOccurrences(of: MessageSettings.kindPlace, with: kind.rawValue)
            .replacingOccurrences(of: MessageSettings.addressPlace, with: PercentEncoding.encode(address.value))
    }

    /// Returns the link to this server's page; nil for a proof, because the app asks for that code with its request.
    /// Only the page for a sign-in needs the address, because it has no session.
    private func ownCodeLink(for kind: MessageKind) -> String? {
        guard kind != .proofCode else { return nil }
        let address = kind == .signInCode ? "&address=\(MessageSettings.addressPlace)" : ""
        return ownCodePage.map {
            "\($0)?kind=\(MessageSettings.kindPlace)\(address)&token=\(MessageSettings.tokenPlace)"
        }
    }
}
