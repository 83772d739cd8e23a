import BaliseAPI
import BaliseJSON
import Models

/// An offer, an event or a professional whose page a notification opens in the app.
struct NotificationDetails: Hashable, Sendable {
    let type: AnnouncementType
    let number: Int64
    /// The category; nil only for events.
    let category: String?
    /// The place, which a professional must have.
    let place: Coordinate?
    let text: String

    init?(_ text: String) {
        guard let details = try? NotificationDetails(reading: text) else { return nil }
        self = details
    }

    /// Reads a publisher's object. Throws `invalidRequest` if it violates a rule.
    static func checked(_ text: String, categories: [String]) throws(ServiceError) -> NotificationDetails {
        let details = try NotificationDetails(reading: text)
        if let category = details.category, !categories.contains(category) {
            throw .invalid(
                "details.category must be one of \(categories.joined(separator: ", "))", field: "details.category")
        }
        return details
    }

    private init(reading text: String) throws(ServiceError) {
        let largest = AnnouncementRules.maximumDetailsLength
        guard text.utf8.count <= largest else {
            throw .invalid("details have at most \(largest) bytes", field: "details")
        }
        guard let json = try? JSONDocument(Array(text.utf8)).root, json.kind == .object else {
            throw .invalid("details must be a JSON object", field: "details")
        }
        let types = AnnouncementType.allCases.map(\.rawValue).joined(separator: ", ")
        guard let type = json.member("type")?.string.flatMap({ AnnouncementType(known: $0) }) else {
            throw .invalid(
                "details.type must be one of \(types); it decides what the app opens", field: "details.type")
        }
        guard let id = json.member("id"), id.kind == .number, let number = Int64(id.literal) else {
            throw .invalid(
                "details.id must be a whole number, which the app uses to open the page", field: "details.id")
        }
        let category = json.member("category")?.string
        guard category != nil || type == .event else {
            throw .invalid("details of an offer or a professional need a category", field: "details.category")
        }
        let place = try Self.place(json)
        guard place != nil || type != .professional else {
            throw .invalid("details of a professional need latitude and longitude", field: "details.latitude")
        }
        (self.type, self.number, self.category, self.place, self.text) = (type, number, category, place, text)
    }

    private static func place(_ json: JSONValue) throws(ServiceError) -> Coordinate? {
        let members = [json.member("latitude"), json.member("longitude")]
        if members.allSatisfy({ $0 == nil }) { return nil }
        let degrees = members.map { $0.flatMap { $0.kind == .number ? Double($0.literal) : nil } }
        guard let latitude = degrees[0], let longitude = degrees[1],
            let place = Coordinate(latitude: latitude, longitude: longitude)
        else {
            throw .invalid(
                "give both details.latitude and details.longitude, as numbers in degrees", field: "details.latitude")
        }
        return place
    }

    var announcement: Announcement { Announcement(type: type, subject: .number(number), category: category) }
}
