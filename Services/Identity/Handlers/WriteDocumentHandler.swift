// Answers WriteDocument: an app writes what it keeps with an account.

import Models

/// Answers `WriteDocument`.
struct WriteDocumentHandler: Sendable {
    let desk: IdentityDesk

    func handle(_ request: WriteDocument, _ context: MessageContext) async throws -> AccountDocument {
        try await desk.metrics.measure(WriteDocument.self) {
            let change = try DocumentContent(request.json.value)
            return try await desk.ask(context) { store, now throws(IdentityStoreError) in
                try await store.writeDocument(request.account, request.name, request.mode, change, at: now)
            }
        }
    }
}
