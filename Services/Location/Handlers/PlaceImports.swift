import Models

extension LocationContext {
    private static let maximumPlacesOnReactor = 200

    func beginPlaceImport(_ request: BeginPlaceImport, _ context: MessageContext) async throws -> BeginPlaceImport.Reply
    {
        let token = SecretText(opaqueIDText(random(16)))
        _ = try await ask(request, context) { store, now throws(LocationStoreError) in
            try await store.beginPlaceImport(
                DeviceClaim.hash(ofTicket: token), replaces: request.replaces, at: now)
        }
        return BeginPlaceImport.Reply(token: token)
    }

    func importPlaces(_ request: ImportPlaces, _ context: MessageContext) async throws -> ImportedPlaces {
        try await onPool(when: try isLarge(request.devices)) {
            let devices = candidates(request.devices)
            let results = try await ask(request, context) { store, now throws(LocationStoreError) in
                try await store.importPlaces(devices, in: DeviceClaim.hash(ofTicket: request.token), at: now)
            }
            return ImportedPlaces(results: results)
        }
    }

    func previewPlaceImport(_ request: PreviewPlaceImport, _ context: MessageContext) async throws -> ImportedPlaces {
        try await onPool(when: try isLarge(request.devices)) {
            let devices = candidates(request.devices)
            let results = try await ask(request, context) { store, _ throws(LocationStoreError) in
                try await store.previewPlaceImport(devices, replaces: request.replaces)
            }
            return ImportedPlaces(results: results)
        }
    }

    func endPlaceImport(_ request: EndPlaceImport, _ context: MessageContext) async throws -> PlaceImportCounts {
        try await ask(request, context) { store, _ throws(LocationStoreError) in
            try await store.endPlaceImport(DeviceClaim.hash(ofTicket: request.token))
        }
    }

    private func isLarge(_ devices: [ImportedDevice]) throws(ServiceError) -> Bool {
        let places = devices.reduce(0) { $0 + max($1.locations.count, $1.visits.count) }
        guard ImportPlaces.limits.contains(devices.count), places <= ImportPlaces.maximumPlaces else {
            throw ServiceError(
                .invalidRequest,
                """
                a portion has 1 to \(ImportPlaces.limits.upperBound) devices with at most \
                \(ImportPlaces.maximumPlaces) places
                """, field: "devices")
        }
        return places > LocationContext.maximumPlacesOnReactor
    }

    private func candidates(_ devices: [ImportedDevice]) -> [ImportCandidate] {
        let now = self.now
        return devices.map { device in
            ImportCandidate(device, by: policy, at: now) {
                store.hasher.stored($0, salt: random(StoredDeviceKey.saltLength))
            }
        }
    }
}
