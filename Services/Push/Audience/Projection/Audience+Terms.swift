package import Models

extension Audience {
    /// `terms` are from the user and from publishers. `former` is nil if unknown.
    mutating func describe(_ terms: Set<Term>, insteadOf former: Set<Term>?, of recipient: Int64) {
        change(recipient) { audience, record in
            guard let slot = audience.people.slot(of: record.pointee.number) else { return }
            audience.terms.set(terms, insteadOf: former, of: slot)
        }
    }

    package mutating func set(_ devices: [DeviceFacts], of recipient: Int64) {
        change(recipient) { audience, record in
            record.pointee.pushDevices = devices.count
            guard let slot = audience.people.slot(of: record.pointee.number) else { return }
            audience.terms.set(devices, of: slot)
        }
    }

    /// Updates the kinds, topics and tags of a recipient with unknown previous ones.
    package mutating func describe(_ preferences: NotificationPreferences?, of recipient: Int64) {
        describe(preferences?.terms ?? [], insteadOf: nil, of: recipient)
    }

    /// Nearest first if the query has a place. `numbers` are those of the accounts in the expression; positions older than
    /// `oldest` are excluded.
    package mutating func find(
        _ query: AudienceQuery, naming numbers: [AccountID: Int64], since oldest: UnixTime
    ) -> FoundPeople {
        let near = query.place.map { _ in slotsNear(query, since: oldest) }
        if query.interest != nil { return allPushDevices(of: near ?? []) }
        let reached = terms.wanting(query.kind)
        let expression = query.expression.withoutPlace
        if case .accounts(let accounts) = expression {
            return allPushDevices(of: Set(named(accounts, numbers)).filter(reached.contains))
        }
        var sets = ExpressionEvaluator(
            people: terms.ofPeople, slots: Int(terms.end), named: numbers.compactMapValues { people.slot(of: $0) },
            asksSubscribersAlone: query.expression.asksSubscribersAlone)
        // Without conditions on push devices, the result is the same for each layer.
        let everywhere = expression.isOfDevices ? nil : sets.members(of: expression, on: nil)
        let layers = terms.ofDevices.layers.map { layer in
            var members = layer.slots
            members.formIntersection(reached)
            members.formIntersection(everywhere ?? sets.members(of: expression, on: layer.index))
            return members
        }
        var apart: [UInt32: Int] = [:]
        for (slot, devices) in terms.ofDevices.apart where reached.contains(slot) {
            let count = count(devices, in: expression, naming: numbers, of: slot)
            if count > 0 { apart[slot] = count }
        }
        return FoundPeople(layers: layers, apart: apart, order: near)
    }

    private func allPushDevices(of slots: some Sequence<UInt32>) -> FoundPeople {
        let order = Array(slots)
        let counts = order.map { ($0, people.record(of: $0).pointee.pushDevices) }
        return FoundPeople(layers: [], apart: Dictionary(uniqueKeysWithValues: counts), order: order)
    }

    func count(
        _ devices: [DeviceFacts], in expression: AudienceExpression, naming numbers: [AccountID: Int64], of slot: UInt32
    ) -> Int {
        terms.count(devices, in: expression, of: slot) { named($0, numbers).contains(slot) }
    }

    private func named(_ accounts: [AccountID], _ numbers: [AccountID: Int64]) -> [UInt32] {
        accounts.compactMap { numbers[$0].flatMap { people.slot(of: $0) } }
    }

    /// Within their own radius, with a recent position, nearest first.
    private mutating func slotsNear(_ query: AudienceQuery, since oldest: UnixTime) -> [UInt32] {
        guard let place = query.place else { return [] }
        let count =
            if let interest = query.interest { find(interest, since: oldest) } else {
                find(near: place, since: oldest)
            }
        sortNearestFirst()
        return (0..<count).map { recipient(at: $0).slot }
    }

    func number(at slot: UInt32) -> Int64 { people.record(of: slot).pointee.number }

    /// In kilometres.
    func place(at slot: UInt32) -> (position: Position?, radius: Int) {
        let record = people.record(of: slot).pointee
        return (record.position, Int(record.radius))
    }
}

/// Valid until the audience changes. Keeps sets as long as possible: listing a million users takes longer than finding
/// them.
package struct FoundPeople {
    let layers: [SlotBits]
    /// Users outside of the layers, by slot, with the number of their push devices.
    let apart: [UInt32: Int]
    let order: [UInt32]?

    package var count: Int {
        var count = 0
        forEach { _, _ in count += 1 }
        return count
    }

    /// Inlined, because it may call `body` for a million users.
    @inline(__always)
    package func forEach(_ body: (_ slot: UInt32, _ pushDevices: Int) -> Void) {
        if let order {
            for slot in order {
                let count = layers.count { $0.contains(slot) }
                if count > 0 { body(slot, count) } else if let count = apart[slot] { body(slot, count) }
            }
            return
        }
        for (slot, count) in apart { body(slot, count) }
        var (all, further) = (SlotBits(), SlotBits())
        for (place, layer) in layers.enumerated() {
            all.formUnion(layer)
            if place > 0 { further.formUnion(layer) }
        }
        // Most users are in one layer only.
        all.forEach { slot in body(slot, further.contains(slot) ? layers.count { $0.contains(slot) } : 1) }
    }
}
