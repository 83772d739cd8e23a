package import Models

/// The data of all possible recipients: a copy in memory of rows in the push database, updated after each commit that
/// changes them. It applies `AudienceRules` to all users at once.
/// It frees its memory in `deinit`. Keep it in a `Mutex` or an actor: a circle takes a fraction of a millisecond, an
/// expression over a million users some. Convert results to numbers, which are never reused, before the next change.
package struct Audience: ~Copyable {
    package enum Failure: Error, Equatable {
        /// More than `maximum`, the bits that `Wishes` has for them.
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

    /// In bytes.
    package var footprint: Int { people.footprint + index.footprint + terms.footprint }

    // MARK: Changes

    /// Replaces the data of a user. A separate call must set the facts of their push devices; without them no
    /// expression finds the user.
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
            wishes(of: choices), radius: choices.notificationRadius,
            hasChosen: preferences?.choices != nil)
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

    /// Returns the number of recipients; `recipient(at:)` returns each until the next change. Excludes positions older than
    /// `oldest` (`AudienceRules.oldestPosition`).
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

    /// A result of the last search. The order is undefined before `sortNearestFirst`.
    package func recipient(at place: Int) -> FoundRecipient { found[place] }

    /// 0 for a user who was erased since.
    package func number(of found: FoundRecipient) -> Int64 { people.record(of: found.slot).pointee.number }

    package func pushDevices(of found: FoundRecipient) -> Int { people.record(of: found.slot).pointee.pushDevices }

    /// Nil if unknown. Positions have whole seconds and no accuracy. Quiet hours are not included, because they delay a
    /// push but do not change its recipients.
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
}
