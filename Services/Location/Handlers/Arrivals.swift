import Models

extension LocationContext {
    func setReaderNotices(_ request: SetReaderNotices, _ context: MessageContext) async throws -> Done {
        try await ask(request, context) { store, _ throws(LocationStoreError) in
            try await store.setReaderNotices(request)
        }
    }

    func createArrivalPlace(_ request: CreateArrivalPlace, _ context: MessageContext) async throws -> ArrivalPlace {
        try ArrivalRules.check(
            name: request.name, radius: request.radius, watchers: request.watchers, owner: request.account)
        let id = try ArrivalPlaceID(random: random(CircleRules.idLength))
        return try await ask(request, context) { store, now throws(LocationStoreError) in
            try await store.createArrivalPlace(request, id, at: now)
        }
    }

    func listArrivalPlaces(
        _ request: ListArrivalPlaces, _ context: MessageContext
    ) async throws -> ListArrivalPlaces.Reply {
        try await ask(request, context) { store, _ throws(LocationStoreError) in
            try await store.listArrivalPlaces(of: request.account)
        }
    }

    func changeArrivalPlace(_ request: ChangeArrivalPlace, _ context: MessageContext) async throws -> ArrivalPlace {
        try ArrivalRules.check(name: request.name, watchers: request.watchers, owner: request.account)
        return try await ask(request, context) { store, _ throws(LocationStoreError) in
            try await store.changeArrivalPlace(request)
        }
    }

    func allowArrivals(_ request: AllowArrivals, _ context: MessageContext) async throws -> Done {
        try await ask(request, context) { store, _ throws(LocationStoreError) in
            try await store.allowArrivals(of: request.owner, by: request.account)
        }
    }

    func removeArrivalPlace(_ request: RemoveArrivalPlace, _ context: MessageContext) async throws -> Done {
        try await ask(request, context) { store, _ throws(LocationStoreError) in
            try await store.removeArrivalPlace(request.place, of: request.account)
        }
    }

    func reportArrival(_ request: ReportArrival, _ context: MessageContext) async throws -> ArrivalPlace {
        guard request.at <= PositionRules.latest(at: now) else {
            throw ServiceError(
                .invalidRequest, "the time is in the future; check the clock of the device", field: "at")
        }
        return try await ask(request, context) { [random] store, now throws(LocationStoreError) in
            try await store.reportArrival(request, at: now, random: random)
        }
    }
}
