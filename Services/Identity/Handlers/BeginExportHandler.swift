// Answers BeginExport: all that is kept of an account is about to be given out.

import Models

/// Answers `BeginExport`.
struct BeginExportHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: BeginExport, _ context: MessageContext) async throws -> Done {
        try await service.metrics.measure(BeginExport.self) {
            var checked: AccountPassword?
            if let person = request.person { checked = try await service.prove(person, of: request.account, context) }
            let isByOperator = request.person == nil
            let notice = service.draft(
                isByOperator ? .exportedByOperator : .exported, in: isByOperator ? nil : context.client?.locale)
            try await service.store.beginExport(
                request.account, by: request.person, checked: checked, telling: notice, at: service.now)
            service.record(.accountExported, request.account, reason: isByOperator ? "by an operator" : nil, context)
            service.messages.signal()
            return Done()
        }
    }
}
