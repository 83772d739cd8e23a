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
        let checked = try AnnouncementRules.checkedTexts(announcement)
        let names = categories.joined(separator: ", ")
        guard let category = checked.category else {
            if announcement.type == .event { return checked }
            throw .invalid("an offer and a professional need a category: \(names)", field: "category")
        }
        guard categories.containsExactly(category) else {
            throw .invalid("category must be one of \(names)", field: "category")
        }
        return checked
    }

    static func checkedTexts(_ announcement: Announcement) throws(ServiceError) -> Announcement {
        let checked = kept(announcement)
        if case .text(let id) = checked.subject {
            guard (1...maximumSubjectLength).contains(id.length), id.utf8.count <= maximumSubjectBytes else {
                throw .invalid(
                    "id must be a whole number or a text of 1 to \(maximumSubjectLength) characters, and at most "
                        + "\(maximumSubjectBytes) bytes in UTF-8", field: "id")
            }
            try checkCharacters(of: id, "id")
        }
        if let title = checked.title {
            let (characters, bytes) = (maximumTitleCharacters, maximumTitleBytes)
            guard title.length <= characters, title.utf8.count <= bytes else {
                throw .invalid(
                    "title has at most \(characters) characters, and at most \(bytes) bytes in UTF-8", field: "title")
            }
            try checkCharacters(of: title, "title")
        }
        if let body = checked.body {
            guard body.utf8.count <= maximumBodyBytes else {
                throw .invalid("body has at most \(maximumBodyBytes) bytes", field: "body")
            }
            try checkCharacters(of: body, "body")
        }
        return checked
    }

    /// Push devices show no control characters except tabs and line ends. Each takes six bytes of a payload, so a text with
    /// many of them would pass here and then be refused by the providers.
    private static func checkCharacters(of text: String, _ name: String) throws(ServiceError) {
        guard text.utf8.allSatisfy({ $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }) else {
            throw .invalid("\(name) may have no control characters but tabs and line ends", field: name)
        }
    }

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
