import Models

extension LocationContext {
    func createCircle(_ request: CreateCircle, _ context: MessageContext) async throws -> Circle {
        try CircleRules.check(name: request.name, memberName: request.memberName)
        let id = try CircleID(random: random(CircleRules.idLength))
        return try await ask(request, context) { store, now throws(LocationStoreError) in
            try await store.createCircle(request, id, at: now)
        }
    }

    func listCircles(_ request: ListCircles, _ context: MessageContext) async throws -> [Circle] {
        try await ask(request, context) { store, _ throws(LocationStoreError) in
            try await store.listCircles(of: request.account)
        }
    }

    func changeCircle(_ request: ChangeCircle, _ context: MessageContext) async throws -> Circle {
        try CircleRules.check(name: request.name, memberName: request.memberName)
        return try await ask(request, context) { store, now throws(LocationStoreError) in
            try await store.changeCircle(request, at: now)
        }
    }

    func setCircleConsent(_ request: SetCircleConsent, _ context: MessageContext) async throws -> Circle {
        try CircleRules.check(request.consent, at: now)
        return try await ask(request, context) { store, now throws(LocationStoreError) in
            try await store.setConsent(request, at: now)
        }
    }

    func leaveCircle(_ request: LeaveCircle, _ context: MessageContext) async throws -> Done {
        try await ask(request, context) { store, _ throws(LocationStoreError) in
            try await store.leaveCircle(request.circle, request.member, of: request.account)
        }
    }

    func listCircleVisits(_ request: ListCircleVisits, _ context: MessageContext) async throws -> [CircleVisit] {
        try await ask(request, context) { store, _ throws(LocationStoreError) in
            try await store.listCircleVisits(of: request.account)
        }
    }

    func askForPlace(_ request: AskForPlace, _ context: MessageContext) async throws -> AskForPlace.Reply {
        try await ask(request, context) { store, now throws(LocationStoreError) in
            try await store.askForPlace(request.device, by: request.account, at: now)
        }
    }

    // MARK: Invitations

    func createCircleInvitation(
        _ request: CreateCircleInvitation, _ context: MessageContext
    ) async throws -> CreateCircleInvitation.Reply {
        try CircleRules.check(request, at: now)
        let id = try CircleInvitationID(random: random(CircleRules.idLength))
        let code = CircleCode.code(random: random(CircleCode.length))
        guard let hash = hash(of: code) else { throw ServiceError(.internalFailure, "no code could be made") }
        let invitation = try await ask(request, context) { store, now throws(LocationStoreError) in
            try await store.createInvitation(request, id, hash: hash, at: now)
        }
        return CreateCircleInvitation.Reply(invitation: invitation, code: code)
    }

    func listCircleInvitations(
        _ request: ListCircleInvitations, _ context: MessageContext
    ) async throws -> [CircleInvitation] {
        try await ask(request, context) { store, now throws(LocationStoreError) in
            try await store.listInvitations(request, at: now)
        }
    }

    func endCircleInvitation(_ request: EndCircleInvitation, _ context: MessageContext) async throws -> Done {
        try await ask(request, context) { store, now throws(LocationStoreError) in
            try await store.endInvitation(request, at: now)
        }
    }

    func joinCircle(_ request: JoinCircle, _ context: MessageContext) async throws -> Circle {
        try CircleRules.check(name: nil, memberName: request.memberName)
        return try await countingCode(of: request.account, context) { () async throws -> Circle in
            guard let hash = hash(of: request.code) else { throw CircleRefusal.wrongCode.answer }
            return try await ask(request, context) { store, now throws(LocationStoreError) in
                try await store.joinCircle(request.account, as: request.memberName, hash: hash, at: now)
            }
        } isWrong: { _ in
            false
        }
    }

    // MARK: Documents of apps

    func createCircleDocument(_ request: CreateCircleDocument, _ context: MessageContext) async throws -> CircleDocument
    {
        try CircleRules.check(name: request.name, memberName: request.memberName)
        try checkSize(request.json)
        guard let hash = hash(of: request.code) else {
            throw ServiceError(.invalidRequest, "the code must have 8 to 64 letters and digits", field: "code")
        }
        let id = try CircleID(random: random(CircleRules.idLength))
        let invitation = CircleInvitation(
            id: try CircleInvitationID(random: random(CircleRules.idLength)), createdAt: now,
            endsAt: now.adding(seconds: CreateCircleDocument.codeIsValidFor), maximumUses: CreateCircle.maximumMembers,
            uses: 0)
        let code = try store.hasher.sealed(request.code, nonce: random(DeviceKeyHasher.nonceLength))
        // The answer for a taken code shows that the code exists, and the answer for a free code that no family has it.
        // So each attempt counts like a guess.
        return try await countingCode(of: request.account, context) { () async throws -> CircleDocument in
            try await ask(request, context) { store, now throws(LocationStoreError) in
                try await store.createCircleDocument(request, id, invitation, hash: hash, code: code, at: now)
            }
        } isWrong: { _ in
            true
        }
    }

    func findCircleDocuments(_ request: FindCircleDocuments, _ context: MessageContext) async throws -> [CircleDocument]
    {
        guard let code = request.code else {
            return try await ask(request, context) { store, now throws(LocationStoreError) in
                try await store.families(of: request.account, request.circle, at: now)
            }
        }
        return try await countingCode(of: request.account, context) { () async throws -> [CircleDocument] in
            guard let hash = hash(of: code) else { return [] }
            let found = try await ask(request, context) { store, now throws(LocationStoreError) in
                try await store.family(of: code, hash: hash, for: request.account, at: now)
            }
            return found.map { [$0] } ?? []
        } isWrong: {
            $0.isEmpty
        }
    }

    func changeCircleDocument(_ request: ChangeCircleDocument, _ context: MessageContext) async throws -> CircleDocument
    {
        try CircleRules.check(name: request.name, memberName: request.joinsAs)
        if let json = request.json { try checkSize(json) }
        return try await ask(request, context) { store, now throws(LocationStoreError) in
            try await store.changeCircleDocument(request, at: now)
        }
    }

    private func checkSize(_ json: Personal<String>) throws(ServiceError) {
        guard json.value.utf8.count <= CreateCircleDocument.maximumBytes else {
            throw ServiceError(.payloadTooLarge, "a document may have \(CreateCircleDocument.maximumBytes) bytes")
        }
    }

    private func hash(of code: SecretText) -> [UInt8]? { CircleCode.plain(code).map(store.hasher.hash(ofCode:)) }

    /// Counts a code before it is checked, so that simultaneous guesses all count. Takes the count back for a right
    /// code, and for errors that reveal nothing about the code.
    private func countingCode<Value: Sendable>(
        of account: AccountID, _ context: MessageContext, _ check: () async throws -> Value,
        isWrong: (Value) -> Bool
    ) async throws -> Value {
        let address = address(context)
        if let wait = circleCodes.count(account, from: address, at: now) {
            throw CircleRefusal.tooManyGuesses(retryAfter: wait).answer
        }
        do {
            let value = try await check()
            if !isWrong(value) { circleCodes.takeBack(account, from: address, at: now) }
            return value
        } catch {
            // The errors for a full circle or a taken code show that the code exists, so those attempts stay counted.
            let code = (error as? ServiceError)?.code
            if code != .codeMismatch, code != .conflict { circleCodes.takeBack(account, from: address, at: now) }
            throw error
        }
    }
}
