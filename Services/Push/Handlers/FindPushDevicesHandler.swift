import Models

struct FindPushDevicesHandler: Sendable {
    let service: PushContext

    func handle(
        _ request: FindPushDevices, _ context: MessageContext
    ) async throws -> FindPushDevices.Reply {
        FindPushDevices.Reply(
            devices: try await service.store.pushDevices(by: try search(request), limit: FindPushDevices.maximum))
    }

    private func search(_ request: FindPushDevices) throws(ServiceError) -> PushStore.PushDeviceSearch {
        switch (request.tokenPrefix, request.session) {
        case (let prefix?, nil):
            let lengths = FindPushDevices.prefixLength
            guard lengths.contains(prefix.value.utf8.count), prefix.value.isASCIIAlphanumeric(or: ":_-") else {
                throw ServiceError(
                    .invalidRequest,
                    "give the first \(lengths.lowerBound) to \(lengths.upperBound) characters of a push token")
            }
            return .prefix(prefix)
        case (nil, let session?): return .session(session)
        default: throw ServiceError(.invalidRequest, "name either the beginning of a push token or a session")
        }
    }
}
