import Foundation
import Models

struct MessageTemplate: Sendable {
    enum Placeholder: String, CaseIterable {
        /// The link, or the token if the installation has no page for it. A message that needs no link omits the lines
        /// with this placeholder if it has none.
        case link = "{link}"
        /// The link as an element to tap, or the token as a text to copy. This placeholder exists only in HTML.
        case anchor = "{anchor}"
        case code = "{code}"
        case moment = "{moment}"
        /// The app or device of the event (`ClientName`).
        case client = "{client}"
    }

    /// The subject; nil for a channel without subjects.
    let subject: String?
    private let text: String
    private let html: String?
    /// Whether a text without a link still helps.
    private let canLackLink: Bool

    /// Reads a template. For mails the text starts with the subject. Throws `Broken`, whose text continues a sentence
    /// that begins with the file's name.
    init(_ kind: MessageKind, text file: String, html: String?) throws(Broken) {
        switch kind.channel {
        case .email: (subject, text) = try MessageTemplate.split(file)
        case .sms: (subject, text) = (nil, file.trimmingCharacters(in: .newlines))
        }
        self.html = html
        canLackLink = !kind.needed.contains(.link)
        guard !text.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty else { throw Broken("has no text", .text) }
        try MessageTemplate.check(text, kind.placeholders, needing: kind.needed, .text)
        guard let html else { return }
        guard kind.channel == .email else { throw Broken("is for messages to phones, which have no HTML", .html) }
        func inHTML(_ places: [Placeholder]) -> [Placeholder] {
            places.flatMap { $0 == .link ? [.link, .anchor] : [$0] }
        }
        try MessageTemplate.check(html, inHTML(kind.placeholders), needing: inHTML(kind.needed), .html)
    }

    /// Fills the template. `token` replaces the code, or a missing link. `client` is nil for an unknown client. The
    /// moment is in words of `language`, in the time zone `zone`; nil for UTC.
    func rendered(
        _ token: String, link: String?, at moment: UnixTime, in language: String = "en", by zone: TimeZone? = nil,
        client: String? = nil
    ) -> (text: String, html: String?) {
        let escaped = (link ?? token).escapedForHTML
        let anchor = link == nil ? "<code>\(escaped)</code>" : "<a href=\"\(escaped)\">\(escaped)</a>"
        let time = moment.words(in: language, by: zone)
        let client = client ?? "?"
        let leavesLinksOut = canLackLink && link == nil
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
                    case .moment: time.escapedForHTML
                    case .client: client.escapedForHTML
                    case .link: escaped
                    case .code: token.escapedForHTML
                    }
                }
            }
        )
    }

    /// Removes the lines with links, and the empty line before each of them.
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

    struct Broken: Error {
        enum Part { case text, html }
        let reason: String
        let part: Part

        init(_ reason: String, _ part: Part) { (self.reason, self.part) = (reason, part) }
    }

    /// Splits a mail into the subject, which is the first line, and the text after an empty line.
    private static func split(_ file: String) throws(Broken) -> (subject: String, text: String) {
        // Swift treats a CR and an LF as one character.
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

    /// Throws for unknown placeholders, and for a text without any of the required placeholders.
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

    /// Replaces all placeholders in one pass, so that braces in a value are never placeholders.
    private static func fill(_ text: String, _ value: (Placeholder) -> String) -> String {
        text.replacing(/\{[A-Za-z]+\}/) { match in
            Placeholder(rawValue: String(match.output)).map(value) ?? String(match.output)
        }
    }
}

extension MessageKind {
    fileprivate var placeholders: [MessageTemplate.Placeholder] {
        switch self {
        case .passwordReset, .invitation: [.link]
        case .phoneCode: [.code]
        case .emailVerification, .emailChange, .proofCode, .signInCode: [.code, .link]
        case .emailChanged, .emailTaken: []
        case .exported, .exportedByOperator: [.moment]
        case .newSignIn: [.moment, .client, .link]
        case .newForwarder: [.moment, .link]
        }
    }

    /// A text must contain one of these placeholders; empty if it needs no placeholder.
    fileprivate var needed: [MessageTemplate.Placeholder] { placeholders.first.map { [$0] } ?? [] }
}
