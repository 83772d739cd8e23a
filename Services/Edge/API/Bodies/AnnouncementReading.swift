// What publishers write of what they announce.

import BaliseJSON
import Models

extension Announcement {
    /// The most bytes that `details` may have.
    private static let maximumDetailsLength = 4096

    /// Reads a body. Its members' types are settled here; which texts, categories and times there may be the service
    /// knows.
    init(_ body: JSONValue) throws(EdgeError) {
        try Announcement.checkNames(of: body)
        guard let type = try body.announcementType() else {
            throw .invalid("The member type is missing; it is OFFER, EVENT or PROFESSIONAL.")
        }
        guard let subject = try body.subject("id") else { throw .invalid("The member id is missing.") }
        self.init(
            type: type, subject: subject, title: try body.text("title"), body: try body.text("body"),
            category: try body.text("category"), coordinate: try body.neededCoordinate(),
            startsAt: try body.moment("startsAt"), expiresAt: try body.moment("expiresAt"),
            details: try Announcement.details(of: body))
    }

    private static let names = [
        "type", "id", "title", "body", "category", "latitude", "longitude", "startsAt", "expiresAt", "details",
    ]

    /// What is not known here was meant to say something, perhaps that nobody is told yet.
    private static func checkNames(of body: JSONValue) throws(EdgeError) {
        guard let name = body.members?.map(\.name).first(where: { !names.contains($0) }) else { return }
        if name.lowercased() == "dryrun" {
            throw .invalid("dryRun belongs into the address: announcements?dryRun=true.")
        }
        let all = names.joined(separator: ", ")
        guard let nearest = NearestName.of(name, among: names) else {
            throw .invalid("The body has a member that is not known; it may have \(all).")
        }
        throw .invalid("The body has a member that is not known; did you mean \(nearest)? It may have \(all).")
    }

    /// The details in the very characters in which they came.
    private static func details(of body: JSONValue) throws(EdgeError) -> String? {
        guard let details = body.given("details") else { return nil }
        guard details.kind == .object else { throw .invalid("The member details must be a JSON object.") }
        guard details.literalLength <= maximumDetailsLength else {
            throw .invalid("The member details may have at most \(maximumDetailsLength) bytes.")
        }
        return details.literal
    }
}

extension AnnouncementType {
    /// The type that a publisher, or one of the apps, means; nil for an unknown word.
    init?(written text: String) {
        switch text.uppercased() {
        case "OFFER", "OFFRE": self = .offer
        case "EVENT", "EVENEMENT": self = .event
        case "PROFESSIONAL": self = .professional
        default: return nil
        }
    }
}

extension JSONValue {
    /// The member `type`, or nil when it is absent.
    func announcementType() throws(EdgeError) -> AnnouncementType? {
        guard let text = try text("type") else { return nil }
        guard let type = AnnouncementType(written: text) else {
            throw .invalid("The member type must be OFFER, EVENT or PROFESSIONAL.")
        }
        return type
    }

    /// What a publisher calls something: a whole number or a text of at most 128 bytes. Nil when it is absent, `null` or
    /// empty.
    func subject(_ name: StaticString) throws(EdgeError) -> SubjectID? {
        guard let value = given(name) else { return nil }
        // One of the apps makes truth values of 0 and 1.
        if let flag = value.bool { return .number(flag ? 1 : 0) }
        if value.kind == .number {
            guard let number = Int64(value.literal) ?? value.exactInteger else {
                throw .invalid("The member \(name) must be a whole number.")
            }
            return .number(number)
        }
        guard value.kind == .string else { throw .invalid("The member \(name) must be a whole number or a text.") }
        return try text(name, atMost: 128).map(SubjectID.text)
    }

    /// A whole number that is written with a fraction or an exponent, such as `7.0`; nil where digits could have been lost.
    private var exactInteger: Int64? {
        guard let number = decimal(literal), abs(number) < 0x1p53 else { return nil }
        return Int64(exactly: number)
    }
}

extension APICall {
    /// The most bytes that an idempotency key may have.
    private static let maximumIdempotencyKeyLength = 255

    /// The key under which the same request gives the same answer again; nil when there is none.
    func idempotencyKey() throws(EdgeError) -> String? {
        guard let key = request.headers.idempotencyKey else { return nil }
        guard (1...APICall.maximumIdempotencyKeyLength).contains(key.utf8.count) else {
            throw .invalid("The header Idempotency-Key must have 1 to \(APICall.maximumIdempotencyKeyLength) bytes.")
        }
        return key
    }

    /// What the path names: an announcement by its own name, or by what its publisher calls its subject.
    func announcement() throws(EdgeError) -> String { try parameter() }
}
