import BaliseAPI
import Foundation
import Models

struct AnnouncementRules: Sendable {
    let categories: [String]

    static let maximumSubjectLength = AnnouncementSubject.textLengths.upperBound
    /// A payload contains the subject twice.
    static let maximumSubjectBytes = 256
    /// More do not fit on a screen.
    static let maximumTitleCharacters = 200
    /// The longest title, body and subject together fit into a payload in any script.
    static let maximumTitleBytes = 600
    static let maximumBodyBytes = 1000
    static let maximumDetailsLength = AnnounceRequest.detailsBytes.upperBound

    /// Without empty texts. `checked` checks it.
    static func kept(_ announcement: Announcement) -> Announcement {
        func given(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
        var kept = announcement
        kept.title = given(announcement.title)
        kept.body = given(announcement.body)
        kept.category = given(announcement.category)
        return kept
    }

    /// In the stored form. Throws `invalidRequest` if it violates a rule.
    func checked(_ announcement: Announcement) throws(ServiceError) -> Announcement {
        var checked = try AnnouncementRules.checkedTexts(announcement)
        checked.category = try category(announcement)
        return checked
    }

    static func checkedTexts(_ announcement: Announcement) throws(ServiceError) -> Announcement {
        var checked = kept(announcement)
        checked.subject = try AnnouncementRules.checked(announcement.subject)
        try checkTitle(checked.title)
        try checkBody(checked.body)
        return checked
    }

    /// Throws `invalidRequest` if it is empty, too long or contains control characters.
    static func checked(_ subject: AnnouncementSubject) throws(ServiceError) -> AnnouncementSubject {
        guard case .text(let text) = subject else { return subject }
        guard (1...maximumSubjectLength).contains(text.length), text.utf8.count <= maximumSubjectBytes else {
            throw .invalid(
                "id must be a whole number or a text of 1 to \(maximumSubjectLength) characters, and at most "
                    + "\(maximumSubjectBytes) bytes in UTF-8", field: "id")
        }
        try checkCharacters(of: text, "id")
        return subject
    }

    private static func checkTitle(_ title: String?) throws(ServiceError) {
        guard let title else { return }
        let (characters, bytes) = (AnnouncementRules.maximumTitleCharacters, AnnouncementRules.maximumTitleBytes)
        guard title.length <= characters, title.utf8.count <= bytes else {
            throw .invalid(
                "title has at most \(characters) characters, and at most \(bytes) bytes in UTF-8", field: "title")
        }
        try AnnouncementRules.checkCharacters(of: title, "title")
    }

    private static func checkBody(_ body: String?) throws(ServiceError) {
        guard let body else { return }
        guard body.utf8.count <= AnnouncementRules.maximumBodyBytes else {
            throw .invalid("body has at most \(AnnouncementRules.maximumBodyBytes) bytes", field: "body")
        }
        try AnnouncementRules.checkCharacters(of: body, "body")
    }

    /// Push devices show no control characters except tabs and line ends. Each takes six bytes of a payload, so a text with
    /// many of them would pass here and then be refused by the providers.
    private static func checkCharacters(of text: String, _ name: String) throws(ServiceError) {
        guard text.utf8.allSatisfy({ $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }) else {
            throw .invalid("\(name) may have no control characters but tabs and line ends", field: name)
        }
    }

    private func category(_ announcement: Announcement) throws(ServiceError) -> String? {
        guard let category = announcement.category, !category.isEmpty else {
            if announcement.type == .event { return nil }
            throw .invalid("an offer and a professional need a category: \(names)", field: "category")
        }
        guard categories.containsExactly(category) else {
            throw .invalid("category must be one of \(names)", field: "category")
        }
        return category
    }

    private var names: String { categories.joined(separator: ", ") }

    /// Throws `invalidRequest` if they are too large, or no JSON object.
    static func check(details: String) throws(ServiceError) {
        guard details.utf8.count <= AnnouncementRules.maximumDetailsLength else {
            throw .invalid("details have at most \(AnnouncementRules.maximumDetailsLength) bytes", field: "details")
        }
        guard (try? JSONSerialization.jsonObject(with: Data(details.utf8))) is [String: Any] else {
            throw .invalid("details must be a JSON object", field: "details")
        }
    }
}
