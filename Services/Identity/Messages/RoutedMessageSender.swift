// Sends each message by the sender for its channel.

import Models

/// Sends mails by one sender, and what goes to phones by another one.
struct RoutedMessageSender: MessageSender {
    let mails: any MessageSender
    let phones: any MessageSender

    var concurrency: Int { min(mails.concurrency, phones.concurrency) }

    func send(_ message: PersonalMessage) async throws(MessageNotSent) {
        switch message.kind.channel {
        case .email: try await mails.send(message)
        case .sms: try await phones.send(message)
        }
    }

    func forget(_ account: AccountID) {
        mails.forget(account)
        phones.forget(account)
    }

    func close() async {
        await mails.close()
        await phones.close()
    }
}
