import Models

struct BeginExportHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: BeginExport, _ context: MessageContext) async throws -> Done {
        try await service.metrics.measure(BeginExport.self) {
            let isByOperator = request.person == nil
            let notice = service.draft(
                isByOperator ? .exportedByOperator : .exported, in: isByOperator ? nil : context.client?.locale)
            try await service.proving(request.person, of: request.account, context) { proof in
                try await service.store.beginExport(
                    request.account, by: request.person, proof: proof, telling: notice, at: service.now)
            }
            service.record(.accountExported, request.account, reason: isByOperator ? "by an operator" : nil, context)
            service.messages.signal()
            return Done()
        }
    }
}
