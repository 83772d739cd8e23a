package import Models

/// The data of all possible recipients: a copy in memory of rows in the push database, updated after each commit that
/// changes them. It applies `AudienceRules` to all users at once. It frees its memory in `deinit`. Keep it in a `Mutex`
/// or an actor: a circle takes a fraction of a millisecond, an expression over a million users takes some milliseconds.
/// Convert results to numbers, which are never reused, before the next change.
package struct Audience: ~Copyable {
    package enum Failure: Error, Equatable {
        /// There are more than `maximum` categories. `Wishes` has that many bits for categories, one for each.
        case tooManyCategories(maximum: Int)
    }

    private let categories: [String]
    private let defaults: NotificationChoices
    var people = SlotTable()
    var index = RecipientIndex()
    var found = ResultList()
    var terms = AudienceTerms()

    package init(categories: [String]) throws(Failure) {
        guard categories.count <= Wishes.maximumCategories else {
            throw .tooManyCategories(maximum: Wishes.maximumCategories)
        }
        self.categories = categories
        defaults = .standard(categories: categories)
    }

    package var count: Int { people.count }

    /// The memory in bytes.
    package var footprint: Int { people.footprint + index.footprint + terms.footprint }

    // MARK: Changes

    /// Replaces the data of a user. Set the facts of push devices separately. Without them no expression finds a user.
    package mutating func set(_ member: AudienceMember, of recipient: Int64) {
        change(recipient) { audience, record in
            record.pointee.status = member.status
            audience.choose(member.preferences, in: record)
            record.pointee.position = member.position
            record.pointee.pushDevices = member.pushDevices
        }
    }

    package mutating func set(_ status: AccountStatus?, of recipient: Int64) {
        change(recipient) { $1.pointee.status = status }
    }

    package mutating func set(_ preferences: NotificationPreferences?, of recipient: Int64) {
        change(recipient) { $0.choose(preferences, in: $1) }
    }

    package mutating func set(_ position: Position?, of recipient: Int64) {
        change(recipient) { $1.pointee.position = position }
    }

    package mutating func erase(_ recipient: Int64) {
        guard let slot = people.slot(of: recipient) else { return }
        index.unlist(slot)
        terms.erase(slot)
        people.remove(slot)
    }

    mutating func change(_ recipient: Int64, _ body: (inout Audience, UnsafeMutablePointer<AudienceRecord>) -> Void) {
        let (slot, isNew) = people.makeSlot(of: recipient)
        let record = people.record(of: slot)
        if isNew { choose(nil, in: record) }
        body(&self, record)
        if let listing = record.pointee.listing {
            index.list(listing, as: slot)
        } else {
            index.unlist(slot)
        }
        guard !record.pointee.isBlank || terms.hasTerms(slot) else {
            terms.erase(slot)
            return people.remove(slot)
        }
        terms.set(record.pointee, of: slot)
    }

    private func choose(_ preferences: NotificationPreferences?, in record: UnsafeMutablePointer<AudienceRecord>) {
        let choices = preferences?.choices ?? defaults
        record.pointee.choose(
            wishes(of: choices), radius: choices.notificationRadius, hasChosen: preferences?.choices != nil)
    }

    private func wishes(of choices: NotificationChoices) -> Wishes {
        var wishes: Wishes = []
        if choices.notifyNewOffers { wishes.insert(.offers) }
        if choices.notifyNewProNearby { wishes.insert(.professionals) }
        if choices.notifyLocalEvents { wishes.insert(.events) }
        for (place, category) in categories.enumerated() where choices.preferredCategories.contains(category) {
            wishes.insert(.category(at: place))
        }
        return wishes
    }

    // MARK: Searching

    /// Finds the recipients, and returns their number; `recipient(at:)` returns each until the next change. Excludes
    /// positions older than `oldest` (`AudienceRules.oldestPosition`).
    package mutating func find(_ interest: Interest, since oldest: UnixTime) -> Int {
        found.clear()
        var wishes = Wishes.type(interest.type)
        if interest.type != .event {
            guard let category = interest.category, let place = categories.firstIndex(of: category) else { return 0 }
            wishes.insert(.category(at: place))
        }
        return find(near: interest.coordinate, wishing: wishes, since: oldest)
    }

    mutating func find(near place: Coordinate, wishing wishes: Wishes = [], since oldest: UnixTime) -> Int {
        found.clear()
        let query = RecipientQuery(point: SpherePoint(place), wishes: wishes, oldest: PositionSecond(oldest))
        index.search(query, into: &found) { slot in
            let record = people.record(of: slot)
            guard let position = record.pointee.position else { return false }
            let distance = GreatCircle.distance(position.coordinate, place)
            return AudienceRules.isNear(distance, radius: Int(record.pointee.radius))
        }
        return found.count
    }

    package mutating func sortNearestFirst() { found.sortNearestFirst() }

    /// Returns a result of the last search. The order is undefined before `sortNearestFirst`.
    package func recipient(at place: Int) -> FoundRecipient { found[place] }

    /// Returns the recipient's number; 0 for a user who was erased since.
    package func number(of found: FoundRecipient) -> Int64 { people.record(of: found.slot).pointee.number }

    package func pushDevices(of found: FoundRecipient) -> Int { people.record(of: found.slot).pointee.pushDevices }

    /// Returns the data of a recipient; nil if unknown. Positions have whole seconds and no accuracy. Quiet hours are
    /// not included, because they delay a push but do not change its recipients.
    package func member(_ recipient: Int64) -> AudienceMember? {
        guard let slot = people.slot(of: recipient) else { return nil }
        let record = people.record(of: slot).pointee
        return AudienceMember(
            status: record.status,
            preferences: record.hasChosen ? NotificationPreferences(choices: choices(in: record)) : nil,
            position: record.position, pushDevices: record.pushDevices)
    }

    private func choices(in record: AudienceRecord) -> NotificationChoices {
        let wishes = record.wishes
        return NotificationChoices(
            notifyNewOffers: wishes.contains(.offers), notifyNewProNearby: wishes.contains(.professionals),
            notifyLocalEvents: wishes.contains(.events), notificationRadius: Int(record.radius),
            preferredCategories: categories.enumerated().filter { wishes.contains(.category(at: $0.offset)) }.map(
                \.element))
    }

    /// Sets the terms of a recipient, from the user and from publishers. `former` are the previous terms, if known.
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

    /// Updates the kinds, topics and tags of a recipient whose previous values are unknown.
    package mutating func describe(_ preferences: NotificationPreferences?, of recipient: Int64) {
        describe(preferences?.terms ?? [], insteadOf: nil, of: recipient)
    }

    /// Finds the users of an expression, nearest first if the query has a place. `numbers` are those of the accounts in
    /// the expression; positions older than `oldest` are excluded.
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

    /// Finds the users within their own radius who have a recent position, nearest first.
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

    /// Returns the position and the radius in kilometres.
    func place(at slot: UInt32) -> (position: Position?, radius: Int) {
        let record = people.record(of: slot).pointee
        return (record.position, Int(record.radius))
    }
}

/// The users that a search found, valid until the audience changes. It keeps sets as long as possible: listing a
/// million users takes longer than finding them.
package struct FoundPeople {
    let layers: [SlotBits]
    /// The users with more push devices than layers, by slot, with the number of their push devices.
    let apart: [UInt32: Int]
    let order: [UInt32]?

    package var count: Int {
        var count = 0
        forEach { _, _ in count += 1 }
        return count
    }

    /// Calls `body` for each user. It is inlined, because there may be a million users.
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
        // Most users are in one layer only, so the layers are counted only for other users.
        all.forEach { slot in body(slot, further.contains(slot) ? layers.count { $0.contains(slot) } : 1) }
    }
}
