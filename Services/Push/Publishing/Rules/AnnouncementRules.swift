import BaliseAPI
import Foundation
import Models

struct AnnouncementRules: Sendable {
    let categories: [String]

    static let maximumSubjectLength = AnnouncementSubject.textLengths.upperBound
    /// The longest subject in bytes. A payload contains it twice.
    static let maximumSubjectBytes = 256
    /// The longest title in characters. More characters do not fit on a screen.
    static let maximumTitleCharacters = 200
    /// The longest title in bytes. The longest title, body and subject together fit into a payload in any script.
    static let maximumTitleBytes = 600
    static let maximumBodyBytes = 1000
    static let maximumDetailsLength = AnnounceRequest.detailsBytes.upperBound

    /// Returns the announcement in the stored form, without empty texts. `checked` checks the announcement.
    static func kept(_ announcement: Announcement) -> Announcement {
        func given(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
        var kept = announcement
        kept.title = given(announcement.title)
        kept.body = given(announcement.body)
        kept.category = given(announcement.category)
        return kept
    }

    /// Returns the announcement in the stored form. Throws `invalidRequest` if it violates a rule.
    func checked(_ announcement: Announcement) throws(ServiceError) -> Announcement {
        var wrong = WrongMembers()
        let kept = AnnouncementRules.kept(announcement)
        try wrong.check { () throws(ServiceError) in try AnnouncementRules.checkTexts(of: kept) }
        if let category = kept.category {
            wrong.expect(
                categories.containsExactly(category), "category",
                "category must be one of \(categories.joined(separator: ", "))")
        } else {
            wrong.expect(
                kept.type == .event, "category",
                "an offer and a professional need a category: \(categories.joined(separator: ", "))")
        }
        try wrong.finish()
        return kept
    }

    static func checkedTexts(_ announcement: Announcement) throws(ServiceError) -> Announcement {
        let checked = kept(announcement)
        try checkTexts(of: checked)
        return checked
    }

    private static func checkTexts(of announcement: Announcement) throws(ServiceError) {
        var wrong = WrongMembers()
        if case .text(let id) = announcement.subject {
            wrong.expect(
                (1...maximumSubjectLength).contains(id.length) && id.utf8.count <= maximumSubjectBytes, "id",
                "id must be a whole number or a text of 1 to \(maximumSubjectLength) characters, and at most "
                    + "\(maximumSubjectBytes) bytes in UTF-8")
            wrong.expect(hasOnlyShown(id), "id", characters("id"))
        }
        if let title = announcement.title {
            wrong.expect(
                title.length <= maximumTitleCharacters && title.utf8.count <= maximumTitleBytes, "title",
                "title has at most \(maximumTitleCharacters) characters, and at most \(maximumTitleBytes) bytes in UTF-8"
            )
            wrong.expect(hasOnlyShown(title), "title", characters("title"))
        }
        if let body = announcement.body {
            wrong.expect(
                body.utf8.count <= maximumBodyBytes, "body", "body has at most \(maximumBodyBytes) bytes")
            wrong.expect(hasOnlyShown(body), "body", characters("body"))
        }
        try wrong.finish()
    }

    /// Whether a text has no control characters except tabs and line ends, because push devices do not show them. Each
    /// takes six bytes of a payload, so a text with many of them would pass here and then be refused by the providers.
    private static func hasOnlyShown(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    }

    private static func characters(_ name: String) -> String {
        "\(name) may have no control characters but tabs and line ends"
    }

    /// Throws `invalidRequest` if the details are too large, or no JSON object.
    static func check(details: String) throws(ServiceError) {
        guard details.utf8.count <= AnnouncementRules.maximumDetailsLength else {
            throw .invalid("details have at most \(AnnouncementRules.maximumDetailsLength) bytes", field: "details")
        }
        guard (try? JSONSerialization.jsonObject(with: Data(details.utf8))) is [String: Any] else {
            throw .invalid("details must be a JSON object", field: "details")
        }
    }
}
