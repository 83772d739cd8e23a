// Answers ReviewViews: what viewers of live places may see of devices that have changed.

import Models

/// Answers `ReviewViews`. The keys that it shows were judged, and counted, when each viewer began to look; a viewer
/// whose key is another one by now has its look ended, and nothing to guess with.
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
