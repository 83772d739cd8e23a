import Models

extension LocationContext {
    /// Does not count wrong keys: each viewer's key was counted when the view started. A changed key just ends the view.
    func reviewViews(_ request: ReviewViews, _ context: MessageContext) async throws -> ReviewViews.Reply {
        guard request.views.count <= ReviewViews.maximumViews, request.devices.count <= ReviewViews.maximumDevices
        else {
            throw ServiceError(.invalidRequest, "too many views, or too many devices, in one request")
        }
        let places = request.devices.indices
        guard request.views.allSatisfy({ view in view.devices.allSatisfy(places.contains) }) else {
            throw ServiceError(.invalidRequest, "a view names a device that is not there")
        }
        return try await store.reviewViews(request.views, of: request.devices, at: now)
    }

    func listReadableDevices(
        _ request: ListReadableDevices, _ context: MessageContext
    ) async throws -> ListReadableDevices.Reply {
        guard request.reader.device != nil else {
            throw ServiceError(.invalidRequest, "the request has to say which device reads")
        }
        let devices = try await ask(
            request, showing: request.reader.shown, as: .reader, context
        ) { store, _ throws(LocationStoreError) in
            try await store.readableDevices(for: request.reader)
        }
        guard let devices else {
            throw ServiceError(
                .forbidden, "the device that reads has no key, so anyone could read in its name; set one first")
        }
        return ListReadableDevices.Reply(devices: devices)
    }

    func getPlaces(_ request: GetPlaces, _ context: MessageContext) async throws -> GetPlaces.Reply {
        let places = try await ask(request, context) { store, now throws(LocationStoreError) in
            try await store.getPlaces(of: request.account, visited: Set(request.visited), at: now)
        }
        return GetPlaces.Reply(places: places)
    }

    func getEventKey(_ request: GetEventKey, _ context: MessageContext) async -> GetEventKey.Reply {
        GetEventKey.Reply(key: SecretText(base64URL(store.hasher.eventKey)))
    }
}
