import Models

extension PushContext {
    func findAnnouncements(
        _ request: FindAnnouncements, _ context: MessageContext
    ) async throws -> FindAnnouncements.Reply {
        try FindAnnouncements.limits.check(limit: request.limit)
        // Lists show the texts that the pushes show.
        return FindAnnouncements.Reply(
            found: try await store.find(request, at: clock.now()) { opened($0, for: request.language) })
    }

    func openAnnouncement(_ request: OpenAnnouncement, _ context: MessageContext) async throws -> AnnouncedPage {
        let now = clock.now()
        if let page = try await store.latest(of: request.subject, request.types, at: now) {
            return opened(page, for: request.language)
        }
        // The page contains only the details. The texts of a notification are only for its recipients.
        if let page = try await store.page(of: request.subject, request.types, at: now) { return page }
        throw ServiceError(.notFound, "nothing with this id was announced")
    }

    private func opened(_ page: AnnouncedPage, for language: String?) -> AnnouncedPage {
        var page = page
        page.announcement = texts.filled(page.announcement, for: language)
        return page
    }
}
