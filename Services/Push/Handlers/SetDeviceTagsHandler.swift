import Models

struct SetDeviceTagsHandler: Sendable {
    let service: PushContext

    func handle(_ request: SetDeviceTags, _ context: MessageContext) async throws -> Done {
        let tags = try service.publishing.checked(request.tags)
        guard try await service.store.setTags(tags, of: request.token, of: request.account) else {
            throw ServiceError(.notFound, "the account has no push token with this id")
        }
        return Done()
    }
}
