// Makes a message, as it is sent, of what is kept in the queue.

import Foundation
import Models
import ServiceSettings

/// Makes a message, as it is sent, of what is kept in the queue: opens it, chooses the language, and puts the link in
/// its place.
struct MessageComposer: Sendable {
    let seal: MessageSeal
    /// The page for a new password with a place for the token; nil sends the token alone.
    let resetLink: String?

    /// - Throws: `MessageNotSent`, for good, when it cannot be read any more.
    func message(of claimed: ClaimedMessage) throws(MessageNotSent) -> PersonalMessage {
        let content: MessageContent
        do throws(MessageSeal.Failure) { content = try seal.open(claimed.sealed, claimed.id) } catch {
            throw MessageNotSent(description: error.description, isFinal: true)
        }
        return PersonalMessage(
            claimed.kind, id: claimed.id, of: claimed.account, to: content.address, in: content.locales,
            token: content.token, page: MessageKind.passwordLinks.contains(claimed.kind) ? resetLink : nil,
            placeOfToken: MessageSettings.tokenPlace, expiresAt: claimed.expiresAt)
    }
}
