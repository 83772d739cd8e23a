import Models

extension IdentityContext {
    func eraseAccount(_ request: EraseAccount, _ context: MessageContext) async throws -> EraseAccount.Reply {
        // A repeated request finds no account, or a new account with the same id, so its password cannot be checked.
        if let erasure = request.erasure, let begun = try await store.findBegun(erasure.id) {
            return EraseAccount.Reply(begun, of: request)
        }
        let begun = try await proving(request.person, of: request.account, context) { proof in
            try await store.eraseAccount(
                request.account, request.erasure, by: request.person, proof: proof,
                grace: request.hasGrace ? erasureGrace : nil, at: now)
        }
        if let begun, begun.dueAt != nil {
            record(.erasureScheduled, request.account, context)
            return EraseAccount.Reply(begun, of: request)
        }
        // The messages are deleted even if the account is already gone, because a crash may have prevented this before.
        messageLog.forget(request.account)
        guard let begun else { return EraseAccount.Reply() }
        record(.accountErased, request.account, context)
        if let erasure = request.erasure { try await store.confirmOwn(erasure.id, at: now) }
        return EraseAccount.Reply(begun, of: request)
    }

    func eraseUnreachableAccount(
        _ request: EraseUnreachableAccount, _ context: MessageContext
    ) async throws -> EraseUnreachableAccount.Reply {
        let result = try await store.eraseUnreachableAccount(request.account, at: now)
        // The messages are deleted even if the account is already gone, because a crash may have prevented this before.
        if result != .reachable { messageLog.forget(request.account) }
        // The sender repeats the request until it has read the feed, but the event is logged once.
        if result == .erased {
            record(.accountErased, request.account, reason: "no user can sign in to it", context)
        }
        return EraseUnreachableAccount.Reply(isErased: result != .reachable)
    }

    /// Stores a report. Most reports have nothing to confirm, and then nothing is written.
    func confirmErasures(_ request: ConfirmErasures, _ context: MessageContext) async throws -> Done {
        if try await store.hasPendingErasures(request.reporter) {
            try await store.confirmErasures(request, at: now)
        }
        return Done()
    }

    func findErasure(_ request: FindErasure, _ context: MessageContext) async throws -> Erasure {
        try await store.findErasure(request.id, request.secret)
    }
}

extension EraseAccount.Reply {
    fileprivate init(_ begun: BegunErasure, of request: EraseAccount) {
        self.init(askedAt: request.erasure == nil ? nil : begun.askedAt, dueAt: begun.dueAt)
    }
}
