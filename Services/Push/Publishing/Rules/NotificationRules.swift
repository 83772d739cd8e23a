import BaliseAPI
import BaliseJSON
import Foundation
import Models

/// The rules for contents. A content that passes can be rendered, within the size limits in all languages.
struct NotificationRules: Sendable {
    static let maximumBadge = 99_999
    static let maximumArguments = 50
    static let maximumArgumentLength = 1024

    let content: NotificationContent
    /// Whether the notification may break through a Focus and silent mode.
    let mayInterrupt: Bool

    /// Throws `invalidRequest` if the content violates a rule or is too large. Throws `forbidden` for a level that
    /// needs a key of another scope.
    static func check(_ content: NotificationContent, mayInterrupt: Bool) throws(ServiceError) {
        let rules = NotificationRules(content: content, mayInterrupt: mayInterrupt)
        var wrong = WrongMembers()
        try wrong.check { () throws(ServiceError) in try rules.checkTexts() }
        try wrong.check { () throws(ServiceError) in try rules.checkArguments() }
        try wrong.check { () throws(ServiceError) in try rules.checkPresentation() }
        try wrong.check { () throws(ServiceError) in try rules.checkActions() }
        try wrong.check { () throws(ServiceError) in try rules.checkAddresses() }
        try wrong.check { () throws(ServiceError) in try rules.checkData() }
        try wrong.check { () throws(ServiceError) in try rules.checkDelivery() }
        try wrong.check { () throws(ServiceError) in try rules.checkAndroid() }
        try wrong.finish()
        try checkPushType(of: content)
        try checkRawParts(of: content, mayInterrupt: mayInterrupt)
        try NotificationSizes.check(content)
    }

    /// Makes the error for an invalid content.
    /// - Parameter member: The path of the wrong member; nil if several are involved.
    static func invalid(_ message: String, at member: String? = nil) -> ServiceError {
        ServiceError.invalid(message, field: "content" + (member.map { "." + $0 } ?? ""))
    }

    private func checkTexts() throws(ServiceError) {
        var wrong = WrongMembers()
        let texts = content.texts
        guard texts.count <= NotificationContent.maximumTexts else {
            throw Self.invalid("texts has at most \(NotificationContent.maximumTexts) languages", at: "texts")
        }
        var languages: Set<LanguageTag> = []
        for (index, text) in texts.enumerated() {
            let member = "texts[\(index)]"
            let language = LanguageTag(text.language)
            wrong.expect(
                language != nil, "content.\(member).language", "texts.language must be a tag such as fr or pt-BR")
            if let language {
                wrong.expect(
                    languages.insert(language).inserted, "content.\(member).language",
                    "texts has the language \(language.text) twice; give each once")
            }
            let place = "texts (\(text.language))"
            for (name, part, lengths) in [
                ("title", text.title, NotificationText.titleLengths),
                ("subtitle", text.subtitle, NotificationText.titleLengths),
                ("body", text.body, NotificationText.bodyLengths),
            ] {
                try wrong.check { () throws(ServiceError) in
                    try Self.checkText(part, "\(place).\(name)", lengths, at: "\(member).\(name)")
                }
            }
            wrong.expect(
                [text.title, text.subtitle, text.body].contains { $0?.isEmpty == false }, "content.\(member)",
                "\(place) says nothing; give a title or a body")
        }
        if let fallback = content.fallbackLanguage {
            wrong.expect(
                LanguageTag(fallback).map(languages.contains) ?? false, "content.fallbackLanguage",
                "fallbackLanguage must be one of the languages of texts")
        }
        try wrong.finish()
    }

    private func checkArguments() throws(ServiceError) {
        let arguments = content.arguments
        guard arguments.count <= Self.maximumArguments else {
            throw Self.invalid("arguments has at most \(Self.maximumArguments) members", at: "arguments")
        }
        guard !arguments.map(\.name).hasExactDuplicate else {
            throw Self.invalid("arguments has a name twice; give each once", at: "arguments")
        }
        for argument in arguments {
            guard (1...64).contains(argument.name.utf8.count), argument.name.isASCIIAlphanumeric(or: "_") else {
                throw Self.invalid("the names of arguments have 1 to 64 characters of A-Z a-z 0-9 _", at: "arguments")
            }
            try Self.checkText(argument.value, "arguments.\(argument.name)", 0...Self.maximumArgumentLength)
        }
    }

    private func checkPresentation() throws(ServiceError) {
        try Self.checkName(content.category, "category")
        try Self.checkName(content.thread, "thread")
        try Self.checkName(content.collapseID, "collapseId")
        // APNs limits the collapse id in bytes, not in characters.
        guard content.collapseID?.utf8.count ?? 0 <= PayloadRules.maximumCollapseIDLength else {
            throw Self.invalid(
                "collapseId may have at most \(PayloadRules.maximumCollapseIDLength) bytes", at: "collapseId")
        }
        if let sound = content.sound {
            try Self.checkName(sound.name, "sound")
            guard !sound.name.contains("/") else {
                throw Self.invalid("sound must be the name of a file of the app, without a folder", at: "sound")
            }
            if let volume = sound.volume {
                guard (0...1).contains(volume) else {
                    throw Self.invalid("soundVolume must be from 0 to 1", at: "soundVolume")
                }
                guard content.interruptionLevel == .critical else {
                    throw Self.invalid(
                        "soundVolume needs the interruptionLevel critical; leave it out", at: "soundVolume")
                }
            }
        }
        if case .fixed(let number) = content.badge, !(0...Self.maximumBadge).contains(number) {
            throw Self.invalid("badge must be from 0 to \(Self.maximumBadge), unread or unchanged", at: "badge")
        }
        if let level = content.interruptionLevel { try Self.check(level, mayInterrupt: mayInterrupt) }
        if let relevance = content.relevance {
            guard relevance.isFinite, content.pushType == .liveactivity || (0...1).contains(relevance) else {
                throw Self.invalid("relevance must be from 0 to 1", at: "relevance")
            }
        }
    }

    static func check(_ level: InterruptionLevel, mayInterrupt: Bool) throws(ServiceError) {
        guard mayInterrupt || level == .passive || level == .active else {
            throw ServiceError(
                .forbidden, "the interruption level \(level.rawValue) needs an API key with the scope interrupt",
                field: "content.interruptionLevel")
        }
    }

    private func checkActions() throws(ServiceError) {
        let actions = content.actions
        guard actions.count <= NotificationContent.maximumActions else {
            throw Self.invalid("there are at most \(NotificationContent.maximumActions) actions", at: "actions")
        }
        guard !actions.map(\.id).hasExactDuplicate else {
            throw Self.invalid("actions has an id twice; give each once", at: "actions")
        }
        var wrong = WrongMembers()
        for (index, action) in actions.enumerated() {
            let member = "actions[\(index)]"
            try wrong.check { () throws(ServiceError) in
                try Self.checkText(action.id, "actions.id", NotificationAction.idLengths, at: "\(member).id")
            }
            try wrong.check { () throws(ServiceError) in
                try Self.checkText(
                    action.title, "actions.title", NotificationAction.titleLengths, at: "\(member).title")
            }
            try wrong.check { () throws(ServiceError) in
                try Self.checkLink(action.link, "actions.link", at: "\(member).link")
            }
        }
        try wrong.finish()
    }

    private func checkAddresses() throws(ServiceError) {
        var wrong = WrongMembers()
        try wrong.check { () throws(ServiceError) in try Self.checkImage(content.imageURL, "imageUrl") }
        try wrong.check { () throws(ServiceError) in
            try Self.checkImage(content.android?.imageURL, "android.imageUrl")
        }
        try wrong.check { () throws(ServiceError) in try Self.checkLink(content.link, "link") }
        try wrong.finish()
    }

    private func checkDelivery() throws(ServiceError) {
        let times = NotificationContent.timesToLive
        if let life = content.timeToLive, !times.contains(Int(clamping: life)) {
            throw Self.invalid(
                "timeToLive must be from \(times.lowerBound) to \(times.upperBound) seconds", at: "timeToLive")
        }
        if content.pushType == .background, content.priority == .immediate {
            throw Self.invalid(
                "a background push cannot be immediate; leave priority out, or say considerate or low", at: "priority")
        }
    }

    private func checkAndroid() throws(ServiceError) {
        guard let android = content.android else { return }
        let names = [("channel", android.channel), ("icon", android.icon), ("tag", android.tag)]
        for (name, text) in names {
            try Self.checkText(text, "android.\(name)", 1...AndroidContent.nameLengths.upperBound)
        }
        if let color = android.color {
            let digits = color.utf8.dropFirst()
            guard color.hasPrefix("#"), digits.count == 6, digits.allSatisfy(\.isHexDigit) else {
                throw Self.invalid("android.color must be a colour such as #0a84ff", at: "android.color")
            }
        }
    }

    /// Whether Balise itself writes a member of this name. Push devices compare names by their bytes.
    static func isOwn(_ name: String) -> Bool {
        ["aps", "notificationId", "link", "imageUrl", "actions"].containsExactly(name)
    }

    /// Checks a text for control characters. Push devices show only tabs and line ends among them, and each takes six
    /// bytes of a payload. `member` is the path in the content; nil if it equals `name`.
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

    /// Checks that the data has no members that Balise writes or that FCM reserves.
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

    /// Whether FCM reserves a name (HTTP v1, Message.data).
    static func isOfFCM(_ name: String) -> Bool {
        ["from", "message_type", "collapse_key", ""].containsExactly(name) || hasPrefixOfFCM(name)
    }

    /// Whether a name begins like the names that FCM itself writes, even into the payload for Apple.
    static func hasPrefixOfFCM(_ name: String) -> Bool { name.hasExactPrefix("google.") || name.hasExactPrefix("gcm.") }
}

extension JSONValue {
    var allMembers: [(name: String, value: JSONValue)] { members.map { Array($0) } ?? [] }
}
