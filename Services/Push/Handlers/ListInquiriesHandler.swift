// Answers ListInquiries: a person looks who has asked about them.

import Models

/// Answers `ListInquiries`, without waiting: one look at the database.
struct ListInquiriesHandler: Sendable {
    let service: PushContext

    private static let maximum = 500

    func handle(_ request: ListInquiries, _ context: MessageContext) throws -> ListInquiries.Reply {
        ListInquiries.Reply(
            inquiries: try service.store.inquiries(about: request.account, limit: ListInquiriesHandler.maximum))
    }
}
