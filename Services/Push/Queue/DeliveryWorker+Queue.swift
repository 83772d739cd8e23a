import Logging
import Models
import Synchronization

extension DeliveryWorker {
    func next() async -> [DueDelivery]? {
        let now = context.clock.now()
        let places = context.gateway.places(in: name)
        let (room, place, stop) = state.withLock { state in
            (state.room(places, at: now), state.place, state.stop)
        }
        guard room > 0, context.recorder.hasRoom, context.mayWork() else { return nil }
        do throws(PushStoreError) {
            if let stop { return try await dequeueOne(after: stop, at: now) }
            if let taken = try await dequeue(room, after: place, at: now) { return taken }
            if place != nil, let taken = try await dequeue(room, after: nil, at: now) { return taken }
            state.withLock { $0.isDry = true }
            return nil
        } catch {
            complainOfStore("the queue cannot be read; check the database", error)
            return nil
        }
    }

    /// The delivery for a trial: after a refusal of the credential, one for another app or push device.
    private func dequeueOne(after stop: DeliveryStop, at now: UnixTime) async throws(PushStoreError) -> [DueDelivery]? {
        let refusals = state.withLock { $0.refusals }
        var isNobodyLeft = false
        let taken = try await context.recorder.dequeue { () async throws(PushStoreError) in
            let due = try await context.store.due(name, at: now, after: nil, limit: DeliveryWorkerState.portion)
            guard stop.cause == .credential else { return Array(due.prefix(1)) }
            let another = due.first { $0.target.map(refusals.isAnother) ?? true }
            if let another { return [another] }
            isNobodyLeft = !due.isEmpty
            guard stop.until <= now else { return [] }
            return (due.first { $0.target.map { !refusals.isSuspect($0) } ?? true } ?? due.first).map { [$0] } ?? []
        }
        guard let one = taken?.deliveries.first else {
            // No other target exists, so the credential counts as refused.
            if isNobodyLeft { sayStopped(stop) }
            return nil
        }
        state.withLock { state in
            state.place = nil
            state.trial = one.place.number
            state.underWay += 1
        }
        return [one]
    }

    /// Skips those in flight from the beginning of the queue.
    private func dequeue(
        _ room: Int, after place: QueuePlace?, at now: UnixTime
    ) async throws(PushStoreError) -> [DueDelivery]? {
        var place = place
        while true {
            let start = place
            let taken = try await context.recorder.dequeue { () async throws(PushStoreError) in
                try await context.store.due(name, at: now, after: start, limit: min(room, DeliveryWorkerState.portion))
            }
            guard let (deliveries, last) = taken else {
                state.withLock { $0.place = nil }
                return nil
            }
            place = last
            state.withLock { state in
                state.place = last
                state.underWay += deliveries.count
                if state.portions != nil, !deliveries.isEmpty { state.portions = 0 }
                // More may follow, even if a concurrent check found the queue dry.
                if !deliveries.isEmpty { state.isDry = false }
            }
            if !deliveries.isEmpty { return deliveries }
        }
    }

    /// Stores them before any of them leaves; false if that fails.
    func mark(_ deliveries: [DueDelivery]) async -> Bool {
        let (marked, trial) = state.withLock { ($0.marked, $0.trial) }
        // A stopped worker tries one delivery and may leave earlier ones in the queue, so the mark must not pass them.
        func isAlone(_ delivery: DueDelivery) -> Bool { delivery.isNotedAlone || delivery.place.number == trial }
        let alone = deliveries.filter(isAlone).map(\.place.number)
        var last = deliveries.lazy.filter { !isAlone($0) }.map(\.place).max()
        if let marked, let place = last, place <= marked { last = nil }
        guard last != nil || !alone.isEmpty else { return true }
        do throws(PushStoreError) { try await context.store.recordTaken(upTo: last, and: alone, in: name) } catch {
            for delivery in deliveries { context.recorder.abandon(delivery.place.number) }
            state.withLock { state in
                state.underWay -= deliveries.count
                (state.place, state.trial) = (nil, nil)
            }
            complainOfStore("due deliveries wait, because they cannot be marked as taken; check the database", error)
            return false
        }
        if let last { state.withLock { $0.marked = last } }
        return true
    }

    func keepOutage() async {
        let (outage, kept) = state.withLock { ($0.stop?.kept, $0.keptOutage) }
        guard outage != kept else { return }
        do throws(PushStoreError) {
            try await context.store.recordOutage(outage, of: name)
            state.withLock { $0.keptOutage = outage }
        } catch {
            complainOfStore("the pause that a provider asked for cannot be stored; check the database", error)
        }
    }

    func bringForward() async {
        guard
            state.withLock({ state in
                defer { state.isOutageOver = false }
                return state.isOutageOver
            })
        else { return }
        do throws(PushStoreError) {
            let now = context.clock.now()
            while try await context.store.endOutage(of: name, limit: DeliveryWorkerState.portion, at: now),
                !Task.isCancelled
            {}
        } catch {
            state.withLock { $0.isOutageOver = true }
            complainOfStore(
                "deliveries that waited for the end of an outage cannot be made due; check the database", error)
        }
    }

    /// Runs after quiet hours. Held deliveries are read from the queue only after this, so that none is sent alone before
    /// the others are known.
    func gather() async {
        guard context.mayWork() else { return }
        let sending = context.sending
        do throws(PushStoreError) {
            while try await context.store.gather(
                in: name, at: context.clock.now(), limit: DeliveryWorkerState.portion,
                isDigested: { sending.isDigested($0) }), !Task.isCancelled
            {}
        } catch {
            complainOfStore("deliveries held in quiet hours cannot be gathered into digests; check the database", error)
        }
    }
}

extension DueDelivery {
    var target: CredentialRefusals.Target? {
        token.map { CredentialRefusals.Target(token: $0.number, topic: $0.topic) }
    }
}
