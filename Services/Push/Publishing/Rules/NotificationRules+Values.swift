import BaliseAPI
import BaliseJSON
import Foundation
import Models

extension NotificationRules {
    /// Push devices compare names by their bytes.
    static func isOwn(_ name: String) -> Bool {
        ["aps", "notificationId", "link", "imageUrl", "actions"].containsExactly(name)
    }

    /// Push devices show no control characters except tabs and line ends, and each takes six bytes of a payload. `member`
    /// is the path in the content; nil if it equals `name`.
    static func checkText(
        _ text: String?, _ name: String, _ lengths: ClosedRange<Int>, at member: String? = nil
    ) throws(ServiceError) {
        guard let text else { return }
        guard lengths.contains(text.length) else {
            let (least, most) = (lengths.lowerBound, lengths.upperBound)
            let range = least == 0 ? "at most \(most)" : "\(least) to \(most)"
            throw invalid("\(name) has \(text.length) characters, and may have \(range)", at: member ?? name)
        }
        guard text.utf8.allSatisfy({ $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }) else {
            throw invalid("\(name) may have no control characters but tabs and line ends", at: member ?? name)
        }
    }

    static func checkName(_ text: String?, _ name: String) throws(ServiceError) {
        try checkText(text, name, 1...NotificationContent.nameLengths.upperBound)
        if let text, !text.isOneLine { throw invalid("\(name) must be one line", at: name) }
    }

    static func checkImage(_ text: String?, _ name: String) throws(ServiceError) {
        guard let text else { return }
        let parts = URLComponents(string: text)
        guard isAddress(text), parts?.scheme?.lowercased() == "https", parts?.host?.isEmpty == false,
            parts?.user == nil
        else { throw invalid("\(name) must be an https address of at most \(maximumAddress) characters", at: name) }
    }

    static func checkLink(_ text: String?, _ name: String, at member: String? = nil) throws(ServiceError) {
        guard let text else { return }
        guard isAddress(text), let scheme = URLComponents(string: text)?.scheme?.lowercased(),
            scheme != "javascript", scheme != "data"
        else {
            throw invalid(
                "\(name) must be an address such as app://orders/1, of at most \(maximumAddress) characters",
                at: member ?? name)
        }
    }

    private static var maximumAddress: Int { NotificationContent.addressLengths.upperBound }

    private static func isAddress(_ text: String) -> Bool {
        NotificationContent.addressLengths.contains(text.utf8.count)
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }

    static func object(_ details: JSONDetails?, _ name: String) throws(ServiceError) -> JSONValue? {
        guard let text = details?.text else { return nil }
        let bytes = NotificationContent.objectBytes
        guard bytes.contains(text.utf8.count) else {
            throw invalid("\(name) has \(text.utf8.count) bytes, and may have at most \(bytes.upperBound)", at: name)
        }
        guard let root = details?.value, let members = root.members else {
            throw invalid("\(name) must be a JSON object", at: name)
        }
        guard !members.map(\.name).hasExactDuplicate else {
            throw invalid("\(name) has a member twice; give each once", at: name)
        }
        return root
    }

    /// Must not contain members that Balise writes or that FCM reserves.
    func checkData() throws(ServiceError) {
        guard let data = try Self.object(content.data, "data") else { return }
        for (name, _) in data.allMembers {
            guard !Self.isOwn(name) else {
                throw Self.invalid("data.\(name) is written by the server; choose another name", at: "data")
            }
            guard !Self.isOfFCM(name) else {
                throw Self.invalid("data.\(name) is a name that FCM keeps for itself; choose another one", at: "data")
            }
        }
    }

    /// HTTP v1, Message.data.
    static func isOfFCM(_ name: String) -> Bool {
        ["from", "message_type", "collapse_key", ""].containsExactly(name) || hasPrefixOfFCM(name)
    }

    /// FCM itself writes such names, even into the payload for Apple.
    static func hasPrefixOfFCM(_ name: String) -> Bool {
        name.hasExactPrefix("google.") || name.hasExactPrefix("gcm.")
    }
}

extension JSONValue {
    var allMembers: [(name: String, value: JSONValue)] { members.map { Array($0) } ?? [] }
}
