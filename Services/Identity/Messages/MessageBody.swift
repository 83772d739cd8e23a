import Foundation
import Models

struct MessageBody: Encodable {
    let id: String
    let kind: String
    /// The channel: `email` or `sms`.
    let channel: String
    let to: String
    let locale: String
    let subject: String?
    let text: String
    let html: String?
    let token: String?
    let link: String?
    /// The end of the token, in ISO 8601 and UTC; nil for a message without an expiry.
    let expiresAt: String?
    /// The account and the time of writing, in milliseconds since 1970. Only the file contains them.
    var account: String?
    var writtenAt: Int64?

    init(_ message: PersonalMessage) {
        id = message.id
        kind = message.kind.rawValue
        channel = message.kind.channel.rawValue
        to = message.address.value
        locale = message.locale
        subject = message.subject
        text = message.text.value
        html = message.html?.value
        token = message.token.value.isEmpty ? nil : message.token.value
        link = message.link?.value
        expiresAt = message.expiresAt?.iso8601
    }

    func json() throws(MessageNotSent) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do { return Array(try encoder.encode(self)) } catch {
            throw MessageNotSent(description: "the message cannot be written as JSON", isFinal: true)
        }
    }
}

extension UnixTime {
    /// The time in ISO 8601 and UTC, to the second.
    var iso8601: String { date.formatted(.iso8601) }
}
