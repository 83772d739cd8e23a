// The words of one kind of message in one language, with places for what differs from message to message.

import Foundation
import Models

/// The words of one kind of message in one language, checked.
struct MessageTemplate: Sendable {
    /// What is put into a text, as it stands in the text.
    enum Placeholder: String, CaseIterable {
        /// The link, or the token where there is no page for it. Of a message with a code, a line with it is left out then.
        case link = "{link}"
        /// In HTML alone: the same as something to tap, or to copy where it is no link.
        case anchor = "{anchor}"
        case code = "{code}"
        /// When the event happened that the message reports.
        case moment = "{moment}"
        /// The app or device of the event (`ClientName`).
        case client = "{client}"
    }

    /// Nil where the channel has none.
    let subject: String?
    private let text: String
    private let html: String?
    private let isCode: Bool

    /// - Parameters:
    ///   - text: the content of the text's file; for mails it begins with the subject.
    ///   - html: the content of the file with the same as HTML; nil for none.
    /// - Throws: `Broken`, as the end of a sentence that begins with the file.
    init(_ kind: MessageKind, text file: String, html: String?) throws(Broken) {
        switch kind.channel {
        case .email: (subject, text) = try MessageTemplate.split(file)
        case .sms: (subject, text) = (nil, file.trimmingCharacters(in: .newlines))
        }
        self.html = html
        isCode = kind.placeholders.contains(.code)
        guard !text.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty else { throw Broken("has no text", .text) }
        try MessageTemplate.check(text, kind.placeholders, needing: kind.needed, .text)
        guard let html else { return }
        guard kind.channel == .email else { throw Broken("is for messages to phones, which have no HTML", .html) }
        func inHTML(_ places: [Placeholder]) -> [Placeholder] {
            places.flatMap { $0 == .link ? [.link, .anchor] : [$0] }
        }
        try MessageTemplate.check(html, inHTML(kind.placeholders), needing: inHTML(kind.needed), .html)
    }

    /// The text and the HTML of a message.
    ///
    /// - Parameters:
    ///   - token: what stands in place of the code, and of the link where there is none.
    ///   - link: what leads somewhere; nil for none.
    ///   - moment: when the event happened that the message reports.
    ///   - client: the app or device of the event; nil for one that said nothing of itself.
    func rendered(
        _ token: String, link: String?, at moment: UnixTime, client: String? = nil
    ) -> (text: String, html: String?) {
        let escaped = (link ?? token).escapedForHTML
        let anchor = link == nil ? "<code>\(escaped)</code>" : "<a href=\"\(escaped)\">\(escaped)</a>"
        // The zone in which the person lives is not known.
        let time = moment.utcText
        let client = client ?? "?"
        let leavesLinksOut = isCode && link == nil
        let text = leavesLinksOut ? MessageTemplate.withoutLinks(text) : text
        let html = leavesLinksOut ? html.map(MessageTemplate.withoutLinks) : html
        return (
            MessageTemplate.fill(text) { place in
                switch place {
                case .moment: time
                case .client: client
                case .code: token
                case .link, .anchor: link ?? token
                }
            },
            html.map {
                MessageTemplate.fill($0) { place in
                    switch place {
                    case .anchor: anchor
                    case .moment: time
                    case .client: client.escapedForHTML
                    case .link: escaped
                    case .code: token.escapedForHTML
                    }
                }
            }
        )
    }

    /// The text without the lines that lead somewhere, and without the empty one before each.
    private static func withoutLinks(_ text: String) -> String {
        var kept: [Substring] = []
        for line in text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.contains(Placeholder.link.rawValue) || line.contains(Placeholder.anchor.rawValue) else {
                kept.append(line)
                continue
            }
            if kept.last?.isEmpty == true { kept.removeLast() }
        }
        return kept.joined(separator: "\n")
    }

    /// Why a template cannot be used, and which of its files is meant.
    struct Broken: Error {
        enum Part { case text, html }
        let reason: String
        let part: Part

        init(_ reason: String, _ part: Part) { (self.reason, self.part) = (reason, part) }
    }

    /// The subject, which is the first line, and the text behind an empty line.
    private static func split(_ file: String) throws(Broken) -> (subject: String, text: String) {
        // A CR and an LF are one character.
        let lines = file.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
        guard let first = lines.first, first.hasPrefix("Subject:"), lines.count > 2, lines[1].isEmpty else {
            throw Broken("has to begin with a line \"Subject: …\" and an empty one", .text)
        }
        let subject = first.dropFirst("Subject:".count).trimmingCharacters(in: .whitespaces)
        guard !subject.isEmpty, subject.count <= 200,
            subject.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }),
            placeholders(in: subject).isEmpty
        else { throw Broken("has to have a subject of up to 200 characters, without placeholders", .text) }
        return (subject, lines.dropFirst(2).joined(separator: "\n"))
    }

    /// Throws for a word in braces that is no placeholder of this kind, and for a text without any of those that it needs.
    private static func check(
        _ text: String, _ allowed: [Placeholder], needing needed: [Placeholder], _ part: Broken.Part
    ) throws(Broken) {
        let found = placeholders(in: text)
        if let unknown = found.first(where: { word in !allowed.contains { $0.rawValue == word } }) {
            throw Broken("has a placeholder \(unknown), which this message does not have", part)
        }
        guard needed.isEmpty || needed.contains(where: { found.contains($0.rawValue) }) else {
            throw Broken("lacks \(needed.map(\.rawValue).joined(separator: " or "))", part)
        }
        guard needed == [.code] else { return }
        let isMixed = text.split(separator: "\n").contains {
            $0.contains(Placeholder.code.rawValue)
                && ($0.contains(Placeholder.link.rawValue) || $0.contains(Placeholder.anchor.rawValue))
        }
        if isMixed {
            throw Broken("has the code and the link in one line, which is left out where there is no link", part)
        }
    }

    private static func placeholders(in text: String) -> [String] {
        text.matches(of: /\{[A-Za-z]+\}/).map { String($0.output) }
    }

    /// All placeholders in one pass, so that braces in a value are not taken for placeholders.
    private static func fill(_ text: String, _ value: (Placeholder) -> String) -> String {
        text.replacing(/\{[A-Za-z]+\}/) { match in
            Placeholder(rawValue: String(match.output)).map(value) ?? String(match.output)
        }
    }
}

extension MessageKind {
    /// What its text may hold.
    fileprivate var placeholders: [MessageTemplate.Placeholder] {
        switch self {
        case .passwordReset, .invitation: [.link]
        case .phoneCode: [.code]
        case .emailVerification, .emailChange, .proofCode, .signInCode: [.code, .link]
        case .emailChanged, .emailTaken: []
        case .exported, .exportedByOperator: [.moment]
        case .newSignIn: [.moment, .client, .link]
        }
    }

    /// One of these has to be there; without any, none has.
    fileprivate var needed: [MessageTemplate.Placeholder] { placeholders.first.map { [$0] } ?? [] }
}
