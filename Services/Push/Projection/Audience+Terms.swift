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
        package var slot: UInt32
        /// On how many push devices.
        package var pushDevices: Int
    }

    /// Finds who is told, in no particular order.
    /// - Parameters:
    ///   - numbers: those of the accounts that the expression names.
    ///   - oldest: positions from before this moment do not count.
    package mutating func find(
        _ query: AudienceQuery, naming numbers: [AccountID: Int64], since oldest: UnixTime
    ) -> [Told] {
        var slots: [UInt32]
        var told: SlotBits?
        if query.place != nil {
            slots = slotsNear(query, since: oldest)
        } else if case .accounts(let accounts) = query.expression {
            slots = Array(Set(named(accounts, numbers)))
        } else {
            slots = []
        }
        if query.interest == nil {
            var bits = terms.told(of: query.kind)
            let rest = query.expression.withoutPlace
            if case .accounts = rest {
            } else {
                bits.formIntersection(terms.candidates(rest) { named($0, numbers) })
            }
            told = bits
        }
        if let told {
            let isWhole = query.place == nil && !query.expression.isOfAccountsAlone
            slots = isWhole ? told.slots : slots.filter(told.contains)
        }
        return slots.compactMap { slot in
            var devices = people.record(of: slot).pointee.pushDevices
            if query.expression.isOfDevices {
                let some = terms.pushDevices(query.expression, of: slot) { named($0, numbers).contains(slot) }
                if let some { devices = some }
            }
            return devices > 0 ? Told(slot: slot, pushDevices: devices) : nil
        }
    }

    /// For how many of these push devices of somebody who is told an expression holds.
    func count(
        _ devices: [DeviceFacts], in expression: AudienceExpression, naming numbers: [AccountID: Int64], of told: Told
    ) -> Int {
        terms.count(devices, in: expression, of: told.slot) { named($0, numbers).contains(told.slot) }
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

extension AudienceExpression {
    /// Whether it does nothing but name accounts.
    fileprivate var isOfAccountsAlone: Bool { if case .accounts = self { true } else { false } }
}
