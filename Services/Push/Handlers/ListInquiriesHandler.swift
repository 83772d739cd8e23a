import Models

struct ListInquiriesHandler: Sendable {
    let service: PushContext

    private static let maximum = 500

    func handle(
        _ request: ListInquiries, _ context: MessageContext
    ) async throws -> ListInquiries.Reply {
        ListInquiries.Reply(
            inquiries: try await service.store.inquiries(about: request.account, limit: ListInquiriesHandler.maximum))
    }
}
