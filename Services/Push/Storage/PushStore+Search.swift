// What is announced now, for the lists of apps.

import Models
import Storage

extension PushStore {
    /// The latest announcement of a subject that has begun and was not taken back; nil for none.
    func latest(
        of subject: SubjectID, _ types: [AnnouncementType], at now: UnixTime
    ) async throws(PushStoreError) -> AnnouncementRecord? {
        try await read { connection in
            guard let number = try AnnouncementSearch(connection: connection).latest(of: subject, types, at: now) else {
                return nil
            }
            return try AnnouncementTable(connection: connection).find(number)?.record
        }
    }

    /// The page to which notifications lead that their publisher gave details of a subject; nil for none.
    func page(
        of subject: SubjectID, _ types: [AnnouncementType], at now: UnixTime
    ) async throws(PushStoreError) -> AnnouncementRecord? {
        guard case .number(let number) = subject else { return nil }
        return try await read { try NotificationTable(connection: $0).page(of: number, types, at: now) }
    }

    /// Announcements that count at a moment, of one subject the latest only; nearest first, or the latest first.
    ///
    /// - Parameter opened: gives a record as people are shown it; that is what the filter looks at, and what is found.
    func find(
        _ question: FindAnnouncements, at now: UnixTime,
        opened: @escaping (AnnouncementRecord) -> AnnouncementRecord = { $0 }
    ) async throws(PushStoreError) -> [FindAnnouncements.SearchResult] {
        try await read { connection in
            let table = AnnouncementTable(connection: connection)
            var search = AnnouncementSearch(connection: connection)
            // What matched, so that it is read once; nil for what did not. A search around a place comes by again.
            var looked: [Int64: AnnouncementRecord?] = [:]
            if let filter = question.filter {
                search.matches = { number throws(StorageError) in
                    if let known = looked[number] { return known != nil }
                    let record = try table.find(number).map { opened($0.record) }
                    let match = record.flatMap { filter.matches($0.announcement) ? $0 : nil }
                    looked.updateValue(match, forKey: number)
                    return match != nil
                }
            }
            return try search.find(question, at: now)
                .compactMap { hit in
                    let record = try looked[hit.number] ?? table.find(hit.number).map { opened($0.record) }
                    return record.map { FindAnnouncements.SearchResult(record: $0, distance: hit.distance) }
                }
        }
    }
}
