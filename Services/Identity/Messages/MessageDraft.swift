// A message before it is known to whom it goes.

import Models

/// A message that a handler has the store queue, together with the change that it is about.
struct MessageDraft: Sendable {
    let id: String
    let kind: MessageKind
    /// Empty where the message only tells something.
    let token: SecretText
    /// When the token is over: it is not sent after that.
    let expiresAt: UnixTime?
    /// The language of the request, for an account that has none.
    let locale: String?
    let seal: MessageSeal
    /// The event that the message reports; nil where the kind says all.
    var event: MessageContent.Event?
    /// The kind whose text is sent in place of that of `kind`, where its receiver alone is to know that; nil for the same.
    var replacementKind: MessageKind?
    /// Whose message it is, where its receiver alone is to know that; nil for the account with which it waits.
    var account: AccountID?

    /// The same message for another account, with the text of another kind and without the token. In the queue it looks the
    /// same.
    func replaced(by other: MessageKind, for account: AccountID) -> MessageDraft {
        MessageDraft(
            id: id, kind: kind, token: SecretText(""), expiresAt: expiresAt, locale: locale, seal: seal,
            replacementKind: other, account: account)
    }

    /// What is kept of the message for an address, for nobody to read without the secret.
    ///
    /// - Parameter language: the language of the account.
    func sealed(to address: Personal<String>, in language: String?) throws -> [UInt8] {
        let content = MessageContent(
            address: address, token: token, locales: [language, locale].compactMap(\.self), event: event,
            replacementKind: replacementKind, account: account)
        return try seal.seal(content, id)
    }
}
