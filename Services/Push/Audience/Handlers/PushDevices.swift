import Models

extension PushContext {
    func registerPushToken(
        _ request: RegisterPushToken, _ context: MessageContext
    ) async throws -> RegisterPushToken.Reply {
        var registration = try TokenRules.checked(request)
        registration.timeZone = context.client?.timezone.flatMap { ZoneDatabase.system.has($0) ? $0 : nil }
        return try await people.register(registration, as: PushTokenID(random: random(16)), at: clock.now())
    }

    func listPushTokens(_ request: ListPushTokens, _ context: MessageContext) async throws -> ListPushTokens.Reply {
        let withFailures = request.withFailures ?? false
        return ListPushTokens.Reply(
            tokens: try await people.tokens(of: request.account, withFailures: withFailures),
            ended: withFailures ? try await people.endedTokens(of: request.account) : nil)
    }

    func findPushDevices(_ request: FindPushDevices, _ context: MessageContext) async throws -> FindPushDevices.Reply {
        FindPushDevices.Reply(
            devices: try await people.pushDevices(by: try search(request), limit: FindPushDevices.maximum))
    }

    private func search(_ request: FindPushDevices) throws(ServiceError) -> PushDeviceSearch {
        switch (request.tokenPrefix, request.session) {
        case (let prefix?, nil):
            let lengths = FindPushDevices.prefixLength
            guard lengths.contains(prefix.value.utf8.count), prefix.value.isASCIIAlphanumeric(or: ":_-") else {
                throw .invalid(
                    "give the first \(lengths.lowerBound) to \(lengths.upperBound) characters of a push token")
            }
            return .prefix(prefix)
        case (nil, let session?): return .session(session)
        default: throw .invalid("name either the beginning of a push token or a session")
        }
    }

    func mutePushToken(_ request: MutePushToken, _ context: MessageContext) async throws -> PushToken {
        let token = try await people.mute(request.token, of: request.account, request.isMuted)
        guard let token else { throw ServiceError(.notFound, "the account has no push token with this id") }
        return token
    }

    func removePushTokens(
        _ request: RemovePushTokens, _ context: MessageContext
    ) async throws -> RemovePushTokens.Reply {
        RemovePushTokens.Reply(count: try await people.remove(request.which, of: request.account, at: clock.now()))
    }

    func setDeviceTags(_ request: SetDeviceTags, _ context: MessageContext) async throws -> Done {
        let tags = try publishing.checked(request.tags)
        guard try await people.setTags(tags, of: request.token, of: request.account) else {
            throw ServiceError(.notFound, "the account has no push token with this id")
        }
        return Done()
    }

    /// Counts push devices by language. It scans all tokens.
    func countPushLanguages(_ request: CountPushLanguages, _ context: MessageContext) async throws -> FoldedCounts {
        try await people.countLanguages()
    }
}
