import Models

/// A message for the store to queue, together with its change.
struct MessageDraft: Sendable {
    let id: String
    let kind: MessageKind
    /// Empty for a message that only informs.
    let token: SecretText
    /// Afterwards the message is not sent.
    let expiresAt: UnixTime?
    let locale: String?
    let seal: MessageSeal
    /// The reported event; nil if the kind says everything.
    var event: MessageContent.Event?
    /// The kind of the text, if only the receiver may know it; nil for `kind`.
    var replacementKind: MessageKind?
    /// The receiver, if only they may know it; nil for the account that the message is queued with.
    var account: AccountID?

    /// With the text of another kind and without the token. In the queue it looks the same.
    func replaced(by other: MessageKind, for account: AccountID) -> MessageDraft {
        MessageDraft(
            id: id, kind: kind, token: SecretText(""), expiresAt: expiresAt, locale: locale, seal: seal,
            replacementKind: other, account: account)
    }

    func sealed(to address: Personal<String>, in language: String?) throws -> [UInt8] {
        let content = MessageContent(
            address: address, token: token, locales: [language, locale].compactMap(\.self), event: event,
            replacementKind: replacementKind, account: account)
        return try seal.seal(content, id)
    }
}
