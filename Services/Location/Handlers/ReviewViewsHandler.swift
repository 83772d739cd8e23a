import Models

/// Does not count wrong keys: each viewer's key was checked and counted when the view started. A changed key just ends
/// the view, which gives no room for guesses.
struct ReviewViewsHandler: Sendable {
    let service: LocationContext

    func handle(_ request: ReviewViews, _ context: MessageContext) async throws -> ReviewViews.Reply {
        guard request.views.count <= ReviewViews.maximumViews, request.devices.count <= ReviewViews.maximumDevices
        else {
            throw ServiceError(.invalidRequest, "too many views, or too many devices, in one request")
        }
        let places = request.devices.indices
        guard request.views.allSatisfy({ view in view.devices.allSatisfy(places.contains) }) else {
            throw ServiceError(.invalidRequest, "a view names a device that is not there")
        }
        return try await service.store.reviewViews(request.views, of: request.devices, at: service.now)
    }
}
