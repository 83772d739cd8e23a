import Models

struct RoutedMessageSender: MessageSender {
    let mails: any MessageSender
    let phones: any MessageSender

    var concurrency: Int { min(mails.concurrency, phones.concurrency) }

    func send(_ message: PersonalMessage) async throws(MessageNotSent) {
        try await sender(of: message.kind).send(message)
    }

    func file(of kind: MessageKind) -> String? { sender(of: kind).file(of: kind) }

    private func sender(of kind: MessageKind) -> any MessageSender {
        switch kind.channel {
        case .email: mails
        case .sms: phones
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
