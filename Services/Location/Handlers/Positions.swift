import Models

extension LocationContext {
    func setPosition(_ request: SetPosition, _ context: MessageContext) async throws -> SetPosition.Reply {
        let now = self.now
        try PositionRules.check(request.position, at: now)
        let position = PositionRules.dated(request.position, at: now)
        let isKept = try await ask(request, context) { store, now throws(LocationStoreError) in
            try await store.setPosition(position, of: request.account, at: now)
        }
        return SetPosition.Reply(isKept: isKept)
    }

    func getPosition(_ request: GetPosition, _ context: MessageContext) async throws -> PositionStatus {
        try await ask(request, context) { store, _ throws(LocationStoreError) in
            AccessResult(value: try await store.getPosition(of: request.account))
        }
    }

    func erasePosition(_ request: ErasePosition, _ context: MessageContext) async throws -> Done {
        try await ask(request, context) { store, now throws(LocationStoreError) in
            try await store.erasePosition(of: request.account, at: now)
        }
    }

    func allowPositions(_ request: AllowPositions, _ context: MessageContext) async throws -> PositionStatus {
        try await ask(request, context) { store, now throws(LocationStoreError) in
            try await store.allowPositions(request.isAllowed, of: request.account, at: now)
        }
    }
}
