// Answers ReadDocument: an app reads what it keeps with an account.

import Models

/// Answers `ReadDocument`.
struct ReadDocumentHandler: Sendable {
    let desk: IdentityDesk

    func handle(_ request: ReadDocument, _ context: MessageContext) async throws -> AccountDocument {
        try await desk.metrics.measure(ReadDocument.self) {
            try await desk.ask(context) { store, _ throws(IdentityStoreError) in
                try await store.readDocument(request.account, request.name)
            }
        }
    }
}
