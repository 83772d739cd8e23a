import BaliseJSON
import Models

extension FindAnnouncements.Filter {
    /// Whether a page matches the filter. The texts of `page` must be the texts that users see.
    func matches(_ page: AnnouncedPage) -> Bool {
        guard matchesSubject(page.announcement) else { return false }
        guard city != nil || professional != nil || name != nil || isClub == true else { return true }
        let details = page.details.flatMap { try? JSONDocument(Array($0.utf8)) }?.root
        return matches(page.announcement.title, details)
    }

    private func matchesSubject(_ announcement: Announcement) -> Bool {
        if isNumbered == true, announcement.subject.wholeNumber == nil { return false }
        guard let categories, let category = announcement.category else { return true }
        return categories.contains(category)
    }

    private func matches(_ title: String?, _ details: JSONValue?) -> Bool {
        if let city, details?.member("city")?.string?.lowercased() != city.lowercased() { return false }
        if let professional {
            let id = details?.member("professionalId") ?? details?.member("professional")?.member("id")
            guard id?.literal == professional else { return false }
        }
        if let name = name?.lowercased() {
            let names = [
                title, details?.member("firstName")?.string, details?.member("lastName")?.string,
                details?.member("establishmentName")?.string, details?.member("city")?.string,
            ]
            guard names.contains(where: { $0?.lowercased().contains(name) ?? false }) else { return false }
        }
        return isClub != true || details?.member("isClub10")?.isTrue == true
    }
}

extension JSONValue {
    /// Whether the value is true. Some publishers send truth values as the numbers of their database.
    fileprivate var isTrue: Bool { bool ?? (kind == .number && Double(literal) == 1) }
}
