// What is asked about people: how often it may be, and who did.

import Models
import Storage

extension PushStore {
    /// Counts that a publisher looks from a place without telling anybody. Throws `tooManyProbes` when it has none left
    /// there.
    func probe(
        _ publisher: PublisherID, _ kind: ProbeKind, at place: Coordinate, _ now: UnixTime
    ) async throws(PushStoreError) {
        try await write { connection in
            let table = ProbeTable(connection: connection)
            if let end = try table.end(of: publisher, kind, near: place, at: now) {
                throw PushStoreError.tooManyProbes(kind, end: end)
            }
            try table.insert(publisher, kind, at: place, now)
        }
    }

    /// How many of the push devices to which announcements go are muted, for each recipient that has any.
    func mutedPushDevices() throws(PushStoreError) -> [Int64: Int] {
        try read { try TokenTable(connection: $0).mutedPushDevices() }
    }

    /// Keeps that somebody asked why an account was or was not told. Throws `tooManyInquiries`.
    func inquire(
        about account: AccountID, _ announcement: AnnouncementID, askedBy: String, at now: UnixTime
    ) async throws(PushStoreError) {
        try await write { connection in
            guard let recipient = try RecipientTable(connection: connection).number(of: account.text) else { return }
            let table = InquiryTable(connection: connection)
            if let asked = try table.count(of: recipient, since: now.adding(seconds: -CountRules.day)),
                asked.count >= CountRules.inquiries
            {
                throw PushStoreError.tooManyInquiries(end: asked.first.adding(seconds: CountRules.day))
            }
            try table.insert(recipient, announcement, askedBy: askedBy, at: now)
        }
    }

    /// Who has asked about an account, the latest first; at most so many.
    func inquiries(about account: AccountID, limit: Int) throws(PushStoreError) -> [Inquiry] {
        try read { connection in
            guard let recipient = try RecipientTable(connection: connection).number(of: account.text) else { return [] }
            return try InquiryTable(connection: connection).all(of: recipient, limit: limit)
        }
    }
}
