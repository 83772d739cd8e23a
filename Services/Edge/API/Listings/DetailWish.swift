// What an app wishes of which only the details of an announcement tell.

import BaliseJSON
import Models

/// Something that an app looks for and of which only the details of an announcement tell.
enum DetailWish: Sendable {
    case city(String)
    /// The id of a professional, in decimal digits.
    case professional(String)
    /// A part of one of their names, or of the city.
    case name(String)
    /// Members of the club only.
    case club

    /// - Parameter details: The announcement's, read.
    func isMet(by announcement: Announcement, _ details: JSONValue?) -> Bool {
        switch self {
        case .city(let city): details?.member("city")?.string?.lowercased() == city.lowercased()
        case .professional(let id):
            (details?.member("professionalId") ?? details?.member("professional")?.member("id"))?.literal == id
        case .name(let name):
            ([announcement.title] + names(details)).contains { $0?.lowercased().contains(name.lowercased()) ?? false }
        case .club: details?.member("isClub10")?.lenientFlag == true
        }
    }

    private func names(_ details: JSONValue?) -> [String?] {
        [
            details?.member("firstName")?.string, details?.member("lastName")?.string,
            details?.member("establishmentName")?.string, details?.member("city")?.string,
        ]
    }
}
