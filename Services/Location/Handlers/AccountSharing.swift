import Models

extension LocationContext {
    func countSharing(_ request: CountSharing, _ context: MessageContext) async throws -> CountSharing.Reply {
        try await ask(request, context) { store, now throws(LocationStoreError) in
            try await store.countSharing(of: request.account, at: now)
        }
    }

    func endSharing(_ request: EndSharing, _ context: MessageContext) async throws -> DoneCount {
        try await ask(request, context) { store, now throws(LocationStoreError) in
            try await store.endSharing(request.kind, of: request.account, at: now)
        }
    }
}
