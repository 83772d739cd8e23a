import Models
import Storage

extension PublishingStore {
    /// Only one that has begun and was not cancelled.
    func latest(
        of subject: AnnouncementSubject, _ types: [AnnouncementType], at now: UnixTime
    ) async throws(PushStoreError) -> AnnouncedPage? {
        try await read { connection in
            guard let number = try AnnouncementSearch(connection: connection).latest(of: subject, types, at: now) else {
                return nil
            }
            return try connection.notifications.page(number)
        }
    }

    func page(
        of subject: AnnouncementSubject, _ types: [AnnouncementType], at now: UnixTime
    ) async throws(PushStoreError) -> AnnouncedPage? {
        guard case .number(let number) = subject else { return nil }
        return try await read { try $0.notifications.page(of: number, types, at: now) }
    }

    /// Only the latest of each subject; sorted by distance, or latest first. The filter tests pages in the form of
    /// `opened`, which users see.
    func find(
        _ question: FindAnnouncements, at now: UnixTime,
        opened: @escaping (AnnouncedPage) -> AnnouncedPage = { $0 }
    ) async throws(PushStoreError) -> [FindAnnouncements.SearchResult] {
        try await read { connection in
            var search = AnnouncementSearch(connection: connection)
            // Matching pages, nil for others. A search around a place can visit one several times.
            var looked: [Int64: AnnouncedPage?] = [:]
            if let filter = question.filter {
                search.matches = { number throws(StorageError) in
                    if let known = looked[number] { return known != nil }
                    let page = try connection.notifications.page(number).map(opened)
                    let match = page.flatMap { filter.matches($0) ? $0 : nil }
                    looked.updateValue(match, forKey: number)
                    return match != nil
                }
            }
            return try search.find(question, at: now)
                .compactMap { hit in
                    let page = try looked[hit.number] ?? connection.notifications.page(hit.number).map(opened)
                    return page.map { FindAnnouncements.SearchResult(page: $0, distance: hit.distance) }
                }
        }
    }
}
