// Makes a message, as it is sent, of what is kept in the queue.

import Foundation
import Models
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

    /// - Throws: `MessageNotSent`, for good, when it cannot be read any more.
    func message(of claimed: ClaimedMessage) throws(MessageNotSent) -> PersonalMessage {
        let content: MessageContent
        do throws(MessageSeal.Failure) { content = try seal.open(claimed.sealed, claimed.id) } catch {
            throw MessageNotSent(description: error.description, isFinal: true)
        }
        guard let (language, template) = templates.find(claimed.kind, in: content.locales) else {
            throw MessageNotSent(description: "there are no texts for \(claimed.kind.rawValue)", isFinal: true)
        }
        let page = MessageKind.passwordLinks.contains(claimed.kind) ? resetLink : nil
        let link = page?.replacingOccurrences(of: MessageSettings.tokenPlace, with: content.token.value)
        let (text, html) =
            claimed.kind == .newSignIn
            ? template.rendered(
                accountLink, isLink: accountLink.contains(":"), at: content.told?.at ?? claimed.createdAt,
                client: content.told?.client?.value)
            : template.rendered(link ?? content.token.value, isLink: link != nil, at: claimed.createdAt)
        return PersonalMessage(
            id: claimed.id, kind: claimed.kind, account: claimed.account, address: content.address, locale: language,
            token: content.token, link: link.map { SecretText($0) }, expiresAt: claimed.expiresAt,
            subject: template.subject, text: SecretText(text), html: html.map { SecretText($0) })
    }
}
