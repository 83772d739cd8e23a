// Answers GetAnnouncement: a publisher asks what became of an announcement.

import Models

/// Answers `GetAnnouncement`, without waiting: one look at the database.
struct GetAnnouncementHandler: Sendable {
    let service: PushContext

    func handle(_ request: GetAnnouncement, _ context: MessageContext) throws -> AnnouncementRecord {
        try service.announcement(request.id, of: request.publisher).record
            .shown(isOperator: request.publisher == nil)
    }
}
