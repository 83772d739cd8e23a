import Models

struct ListAccountsHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: ListAccounts, _ context: MessageContext) async throws -> ListAccounts.Reply {
        try await service.metrics.measure(ListAccounts.self) {
            guard ListAccounts.limits.contains(request.limit) else {
                throw ServiceError(
                    .invalidRequest,
                    "the limit is a whole number from \(ListAccounts.limits.lowerBound) to "
                        + "\(ListAccounts.limits.upperBound)")
            }
            let page = try await service.store.listAccounts(
                try AccountFilter(request), after: try request.cursor.map { try AccountPosition(cursor: $0) },
                limit: request.limit)
            return ListAccounts.Reply(accounts: page.accounts, next: page.next?.cursor)
        }
    }
}
