// What publishers write of what they announce.

import BaliseAPI
import BaliseJSON
import Models

extension Announcement {
    /// Reads a body. Its members' types are settled here; which texts, categories and times there may be the service
    /// knows.
    init(_ json: JSONValue) throws(EdgeError) {
        try Announcement.checkNames(of: json)
        let body: AnnounceRequest
        do throws(JSONShapeError) { body = try AnnounceRequest(lenient: json) } catch {
            throw EdgeError(error == AnnounceRequest.missingType ? AnnounceRequest.unknownType : error)
        }
        guard let type = AnnouncementType(written: body.type.rawValue) else {
            throw EdgeError(AnnounceRequest.unknownType)
        }
        self.init(
            type: type, subject: SubjectID(body.id), title: body.title, body: body.body, category: body.category,
            coordinate: try Coordinate(readFrom: body.latitude, body.longitude),
            startsAt: body.startsAt.map(UnixTime.init), expiresAt: body.expiresAt.map(UnixTime.init),
            details: body.details?.text)
    }

    /// What is not known here was meant to say something, perhaps that nobody is told yet.
    private static func checkNames(of body: JSONValue) throws(EdgeError) {
        let names = AnnounceRequest.memberNames
        guard let name = body.members?.map(\.name).first(where: { !names.contains($0) }) else { return }
        if name.lowercased() == "dryrun" {
            throw .invalid("dryRun belongs into the address: announcements?dryRun=true.")
        }
        try body.checkMembers(knowing: names)
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

extension SubjectID {
    /// What a publisher calls something, in the type in which they did.
    init(_ subject: AnnouncementSubject) {
        switch subject {
        case .number(let number): self = .number(number)
        case .text(let text): self = .text(text)
        }
    }
}

extension APICall {
    /// The key under which the same request gives the same answer again; nil when there is none.
    func idempotencyKey() throws(EdgeError) -> String? {
        guard let key = request.headers.idempotencyKey else { return nil }
        let bytes = Announce.idempotencyKeyBytes
        guard bytes.contains(key.utf8.count) else {
            throw .invalid("The header Idempotency-Key must have \(bytes.lowerBound) to \(bytes.upperBound) bytes.")
        }
        return key
    }

    /// What the path names: an announcement by its own name, or by what its publisher calls its subject.
    func announcement() throws(EdgeError) -> String { try parameter() }
}
