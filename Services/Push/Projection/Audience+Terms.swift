// Looking for people by what they and their push devices are.

package import Models

extension Audience {
    /// Takes over what is known of what somebody is.
    /// - Parameters:
    ///   - preferences: what the person and publishers say.
    ///   - former: what was taken over before; nil where that is not known.
    mutating func describe(_ terms: Set<Term>, insteadOf former: Set<Term>?, of recipient: Int64) {
        change(recipient) { audience, record in
            guard let slot = audience.people.slot(of: record.pointee.number) else { return }
            audience.terms.set(terms, insteadOf: former, of: slot)
        }
    }

    /// Takes over on which push devices a person is told.
    package mutating func set(_ devices: [DeviceFacts], of recipient: Int64) {
        change(recipient) { audience, record in
            record.pointee.pushDevices = devices.count
            guard let slot = audience.people.slot(of: record.pointee.number) else { return }
            audience.terms.set(devices, of: slot)
        }
    }

    /// Takes over what a person and publishers say of kinds, topics and tags, whatever was known before.
    package mutating func describe(_ preferences: NotificationPreferences?, of recipient: Int64) {
        describe(preferences?.terms ?? [], insteadOf: nil, of: recipient)
    }

    /// Somebody who is told.
    package struct Told {
        /// Their slot, until the next change.
        package let slot: UInt32
        private let count: UInt32
        /// On how many push devices.
        package var pushDevices: Int { Int(count) }

        fileprivate init(slot: UInt32, pushDevices: Int) {
            self.slot = slot
            count = UInt32(pushDevices)
        }
    }

    /// Finds who is told, in no particular order.
    /// - Parameters:
    ///   - numbers: those of the accounts that the expression names.
    ///   - oldest: positions from before this moment do not count.
    package mutating func find(
        _ query: AudienceQuery, naming numbers: [AccountID: Int64], since oldest: UnixTime
    ) -> [Told] {
        let near = query.place.map { _ in slotsNear(query, since: oldest) }
        if query.interest != nil { return (near ?? []).map { told($0) } }
        var reached = terms.told(of: query.kind)
        let expression = query.expression.withoutPlace
        if case .accounts(let accounts) = expression {
            return Set(named(accounts, numbers)).filter(reached.contains).map { told($0) }
        }
        var sets = ExpressionSets(
            terms.ofPeople, slots: Int(terms.end), named: numbers.compactMapValues { people.slot(of: $0) })
        guard expression.isOfDevices else {
            reached.formIntersection(sets.members(of: expression, on: nil))
            if let near { return near.filter(reached.contains).map { told($0) } }
            return reached.map { terms.several.contains($0) ? told($0) : Told(slot: $0, pushDevices: 1) }
        }
        let rows = terms.ofDevices.rows.map { row in
            var members = row.slots
            members.formIntersection(reached)
            members.formIntersection(sets.members(of: expression, on: row.index))
            return members
        }
        var apart: [UInt32: Told] = [:]
        for (slot, devices) in terms.ofDevices.apart where reached.contains(slot) {
            let count = count(devices, in: expression, naming: numbers, of: slot)
            if count > 0 { apart[slot] = Told(slot: slot, pushDevices: count) }
        }
        guard let near else { return Told.all(rows) + apart.values }
        return near.compactMap { slot in
            let count = rows.count { $0.contains(slot) }
            return count > 0 ? Told(slot: slot, pushDevices: count) : apart[slot]
        }
    }

    /// Somebody with all push devices that they have.
    private func told(_ slot: UInt32) -> Told {
        Told(slot: slot, pushDevices: people.record(of: slot).pointee.pushDevices)
    }

    /// For how many of these push devices of somebody who is told an expression holds.
    func count(
        _ devices: [DeviceFacts], in expression: AudienceExpression, naming numbers: [AccountID: Int64], of slot: UInt32
    ) -> Int {
        terms.count(devices, in: expression, of: slot) { named($0, numbers).contains(slot) }
    }

    private func named(_ accounts: [AccountID], _ numbers: [AccountID: Int64]) -> [UInt32] {
        accounts.compactMap { numbers[$0].flatMap { people.slot(of: $0) } }
    }

    /// Who is within their own radius and was there lately, the nearest first.
    private mutating func slotsNear(_ query: AudienceQuery, since oldest: UnixTime) -> [UInt32] {
        guard let place = query.place else { return [] }
        let count =
            if let interest = query.interest { find(interest, since: oldest) } else {
                find(near: place, since: oldest)
            }
        sortNearestFirst()
        return (0..<count).map { recipient(at: $0).slot }
    }

    /// The number of somebody by their slot; 0 for nobody.
    func number(at slot: UInt32) -> Int64 { people.record(of: slot).pointee.number }

    /// Where somebody is, and how far they want to hear of, in kilometres.
    func place(at slot: UInt32) -> (position: Position?, radius: Int) {
        let record = people.record(of: slot).pointee
        return (record.position, Int(record.radius))
    }
}

extension Audience.Told {
    /// Everybody who is in any of the rows, on as many push devices as they are in rows.
    fileprivate static func all(_ rows: [SlotBits]) -> [Audience.Told] {
        guard var all = rows.first else { return [] }
        // Most have one push device, which is in the first row.
        var further = SlotBits()
        for row in rows.dropFirst() {
            all.formUnion(row)
            further.formUnion(row)
        }
        return all.map { slot in
            Audience.Told(slot: slot, pushDevices: further.contains(slot) ? rows.count { $0.contains(slot) } : 1)
        }
    }
}
