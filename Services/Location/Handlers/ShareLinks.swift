import Models

extension LocationContext {
    func createShareLink(_ request: CreateShareLink, _ context: MessageContext) async throws -> CreateShareLink.Reply {
        guard let device = request.owner.device else {
            throw ServiceError(.invalidRequest, "the link must name a device", field: "device")
        }
        try ShareLinkRules.check(request, at: now)
        let password = try await hashed(request, context)
        let token = SecretText(base64URL(random(ShareLinkRules.tokenLength)))
        let id = try ShareLinkID(random: random(ShareLinkRules.tokenLength))
        let link = try await ask(request, showing: request.owner.shown, context) {
            store, now throws(LocationStoreError) in
            try await store.createShareLink(
                request, id, device: device, token: ShareLinkRules.hash(of: token), password: password, at: now)
        }
        return CreateShareLink.Reply(link: link, token: token)
    }

    /// Hashes the link's password, if it has one. Hashing is slow, so the caller must own the device.
    private func hashed(_ request: CreateShareLink, _ context: MessageContext) async throws -> StoredDeviceKey? {
        guard let password = request.password else { return nil }
        _ = try await ask(request, showing: request.owner.shown, context) { store, now throws(LocationStoreError) in
            try await store.listShareLinks(of: request.owner, at: now)
        }
        let salt = random(StoredDeviceKey.saltLength)
        return try await onPool(when: true) { try LinkPassword.stored(password, salt: salt) }
    }

    func listShareLinks(_ request: ListShareLinks, _ context: MessageContext) async throws -> [ShareLink] {
        try await ask(request, showing: request.owner.shown, context) { store, now throws(LocationStoreError) in
            try await store.listShareLinks(of: request.owner, at: now)
        }
    }

    func changeShareLink(_ request: ChangeShareLink, _ context: MessageContext) async throws -> ShareLink {
        try await ask(request, showing: request.owner.shown, context) { store, now throws(LocationStoreError) in
            try await store.changeShareLink(request, at: now)
        }
    }

    func endShareLink(_ request: EndShareLink, _ context: MessageContext) async throws -> Done {
        try await ask(request, showing: request.owner.shown, context) { store, now throws(LocationStoreError) in
            try await store.endShareLink(request.id, of: request.owner, at: now)
        }
    }

    func findShareLink(_ request: FindShareLink, _ context: MessageContext) async throws -> FindShareLink.Reply {
        let found = try await find(request.token, request.viewer, request, context)
        try found.refuseIfFull()
        return FindShareLink.Reply(needsPassword: found.isLocked(at: now), isViewer: found.viewer != nil)
    }

    func openShareLink(_ request: OpenShareLink, _ context: MessageContext) async throws -> OpenShareLink.Reply {
        let found = try await find(request.token, request.viewer, request, context)
        // Comes before the check of the password, so that a full link does not reveal whether a password is right.
        try found.refuseIfFull()
        let isLocked = found.isLocked(at: now)
        if isLocked { try await check(request.password, for: found.link, context) }
        if found.viewer == nil, found.link.maximumViewers != nil,
            let wait = shareLinks.countViewer(found.link.number, from: address(context), at: now)
        {
            throw ShareLinkRefusal.tooManyNewViewers(retryAfter: wait).answer
        }
        let known = found.viewer == nil ? nil : request.viewer
        let cookie = known ?? SecretText(base64URL(random(ShareLinkRules.tokenLength)))
        let isNew = found.viewer.map { !request.continues || $0.hasPaused(at: now) } ?? true
        let view = try await ask(request, context) { store, now throws(LocationStoreError) in
            AccessResult(
                value: try await store.openShareLink(
                    found.link, viewer: ShareLinkRules.hash(of: cookie), unlockedAt: isLocked ? now : nil,
                    isNew: isNew, at: now))
        }
        return OpenShareLink.Reply(view: view, viewer: cookie)
    }

    func renewSharedView(_ request: RenewSharedView, _ context: MessageContext) async throws -> RenewSharedView.Reply {
        let found = try await ask(request, context) { store, now throws(LocationStoreError) in
            AccessResult(value: try await store.renewSharedView(request.link, viewer: request.viewer, at: now))
        }
        return RenewSharedView.Reply(found: found)
    }

    private func find<R: Request>(
        _ token: SecretText, _ viewer: SecretText?, _ request: R, _ context: MessageContext
    ) async throws -> FoundShareLink {
        try await ask(request, context) { store, now throws(LocationStoreError) in
            AccessResult(
                value: try await store.findShareLink(
                    token: ShareLinkRules.hash(of: token), viewer: viewer.map(ShareLinkRules.hash(of:)), at: now))
        }
    }

    /// Counts the password before it is checked, so that guesses sent at the same time all count.
    private func check(
        _ shown: SecretText?, for link: ShareLinkRow, _ context: MessageContext
    ) async throws {
        guard let stored = link.password else { return }
        guard let shown, !shown.value.isEmpty else { throw ShareLinkRefusal.needsPassword.answer }
        let address = address(context)
        let guess = shareLinks.countGuess(link.number, from: address, at: now)
        if case .refused(let wait) = guess { throw ShareLinkRefusal.tooManyGuesses(retryAfter: wait).answer }
        guard try await onPool(when: true, { try LinkPassword.matches(shown, stored) }) else {
            throw ShareLinkRefusal.wrongPassword.answer
        }
        shareLinks.takeBack(guess, link.number, from: address, at: now)
    }
}

extension FoundShareLink {
    /// Whether this browser must show the password.
    fileprivate func isLocked(at now: UnixTime) -> Bool {
        link.password != nil && !(viewer?.isUnlocked(at: now) ?? false)
    }

    fileprivate func refuseIfFull() throws(ServiceError) {
        if isFull, let most = link.maximumViewers { throw ShareLinkRefusal.tooManyViewers(most).answer }
    }
}

extension ShareLinkOwner {
    /// The device whose key the request shows. The key is counted before the check.
    fileprivate var shown: [DeviceID] { key == nil ? [] : [device].compactMap(\.self) }
}
