// Makes a message, as it is sent, of what is kept in the queue.

import Foundation
import Models
import ServiceRuntime
import ServiceSettings

/// Makes a message, as it is sent, of what is kept in the queue: opens it, chooses the language, and puts the link or
/// the code in its place.
struct MessageComposer: Sendable {
    let seal: MessageSeal
    let templates: MessageTemplates
    /// The page for a new password with a place for the token; nil sends the token alone.
    let resetLink: String?
    /// The page on which a person sees and ends their sessions; its path alone where the address is not known.
    let accountLink: String
    /// A page or an app of the operator's that takes codes, with places for the code, the kind of message and the address;
    /// nil for none.
    let codeLink: String?
    /// This server's page that takes codes, without its query; nil sends the code alone.
    var ownCodePage: String?

    /// - Throws: `MessageNotSent`, for good, when it cannot be read any more.
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
        let (text, html) =
            kind == .newSignIn
            ? template.rendered(
                accountLink, link: accountLink.contains(":") ? accountLink : nil,
                at: content.event?.at ?? claimed.createdAt,
                client: (content.event?.client?.value).flatMap(ClientName.init)?.text)
            : template.rendered(content.token.value, link: link, at: claimed.createdAt)
        return PersonalMessage(
            id: claimed.id, kind: kind, account: content.account ?? claimed.account, address: content.address,
            locale: language, token: content.token, link: link.map { SecretText($0) },
            expiresAt: content.replacementKind == nil ? claimed.expiresAt : nil,
            subject: template.subject, text: SecretText(text), html: html.map { SecretText($0) })
    }

    /// The address of a page with a place for the token; nil for none.
    private func page(for kind: MessageKind, to address: Personal<String>) -> String? {
        if MessageKind.passwordLinks.contains(kind) { return resetLink }
        guard MessageKind.emailCodes.contains(kind) else { return nil }
        return (codeLink ?? ownCodeLink(for: kind))?
            .replacingOccurrences(of: MessageSettings.kindPlace, with: kind.rawValue)
            .replacingOccurrences(of: MessageSettings.addressPlace, with: WebClient.formEncoded(address.value))
    }

    /// A proof is shown with what it is for, which the app asks. Who signs in is known by the address alone, which
    /// confirming takes from the session.
    private func ownCodeLink(for kind: MessageKind) -> String? {
        guard kind != .proofCode else { return nil }
        let address = kind == .signInCode ? "&address=\(MessageSettings.addressPlace)" : ""
        return ownCodePage.map {
            "\($0)?kind=\(MessageSettings.kindPlace)\(address)&token=\(MessageSettings.tokenPlace)"
        }
    }
}
