// Everybody who may be told of something, in memory, as push's database has it.

package import Models

/// Everybody who may be told of something: what they want to hear of, where they were last, how many push devices they
/// have.
///
/// It is a copy in memory of rows in push's database. It is filled from them at the start and changed after each commit
/// that changes them. It applies `AudienceRules` to all people at once.
///
/// It owns its memory and frees it in `deinit`. It is a value for one isolation domain: keep it in a `Mutex` or an
/// actor. A circle takes a fraction of a millisecond, an expression over a million people some; turn the result into numbers
/// before the next change. People are known by their numbers in that database, which are never given twice.
package struct Audience: ~Copyable {
    /// An audience that cannot be.
    package enum Failure: Error, Equatable {
        /// There are more categories than `maximum`, the number of bits that `Wishes` has for them.
        case tooManyCategories(maximum: Int)
    }

    private let categories: [String]
    /// What people are told who have not said what they want to hear of.
    private let defaults: NotificationChoices
    var people = SlotTable()
    var index = RecipientIndex()
    var found = ResultList()
    /// What people and their push devices are; see Audience+Terms.swift.
    var terms = AudienceTerms()

    /// An empty audience that knows these categories. Throws `tooManyCategories`.
    package init(categories: [String]) throws(Failure) {
        guard categories.count <= Wishes.maximumCategories else {
            throw .tooManyCategories(maximum: Wishes.maximumCategories)
        }
        self.categories = categories
        defaults = .standard(categories: categories)
    }

    /// How many people something is known of.
    package var count: Int { people.count }

    /// Bytes that it holds.
    package var footprint: Int { people.footprint + index.footprint + terms.footprint }

    // MARK: Changes

    /// Takes over what is known of a person, whatever was known before. What their push devices are follows: without that no
    /// expression finds them.
    package mutating func set(_ member: AudienceMember, of recipient: Int64) {
        change(recipient) { audience, record in
            record.pointee.status = member.status
            audience.choose(member.preferences, in: record)
            record.pointee.position = member.position
            record.pointee.pushDevices = member.pushDevices
        }
    }

    /// Takes over what the accounts feed says; nil when it says nothing.
    package mutating func set(_ status: AccountStatus?, of recipient: Int64) {
        change(recipient) { $1.pointee.status = status }
    }

    /// Takes over what a person wants to hear of; nil for one who has not said.
    package mutating func set(_ preferences: NotificationPreferences?, of recipient: Int64) {
        change(recipient) { $0.choose(preferences, in: $1) }
    }

    /// Takes over where a person was last; nil when that is unknown or forbidden.
    package mutating func set(_ position: Position?, of recipient: Int64) {
        change(recipient) { $1.pointee.position = position }
    }

    /// Forgets a person and all that is known of it.
    package mutating func erase(_ recipient: Int64) {
        guard let slot = people.slot(of: recipient) else { return }
        index.unlist(slot)
        terms.erase(slot)
        people.remove(slot)
    }

    mutating func change(
        _ recipient: Int64, _ body: (inout Audience, UnsafeMutablePointer<AudienceRecord>) -> Void
    ) {
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

    private func choose(
        _ preferences: NotificationPreferences?, in record: UnsafeMutablePointer<AudienceRecord>
    ) {
        let choices = preferences?.choices ?? defaults
        record.pointee.choose(wishes(of: choices), radius: choices.radius, hasChosen: preferences?.choices != nil)
    }

    private func wishes(of choices: NotificationChoices) -> Wishes {
        var wishes: Wishes = []
        if choices.notifyNewOffers { wishes.insert(.offers) }
        if choices.notifyNewProNearby { wishes.insert(.professionals) }
        if choices.notifyLocalEvents { wishes.insert(.events) }
        for (place, category) in categories.enumerated() where choices.categories.contains(category) {
            wishes.insert(.category(at: place))
        }
        return wishes
    }

    // MARK: Looking for people

    /// Finds who is told and gives how many they are; `recipient(at:)` gives each of them, until the next change.
    /// - Parameter oldest: positions from before this moment do not count; see `AudienceRules.oldestPosition`.
    package mutating func find(_ interest: Interest, since oldest: UnixTime) -> Int {
        found.clear()
        var wishes = Wishes.type(interest.type)
        if interest.type != .event {
            guard let category = interest.category, let place = categories.firstIndex(of: category) else { return 0 }
            wishes.insert(.category(at: place))
        }
        return find(near: interest.coordinate, wishing: wishes, since: oldest)
    }

    /// The same for whatever else people want to hear of.
    mutating func find(near place: Coordinate, wishing wishes: Wishes = [], since oldest: UnixTime) -> Int {
        found.clear()
        let query = RecipientQuery(point: SpherePoint(place), wishes: wishes, oldest: PositionSecond(oldest))
        index.search(query, into: &found) { slot in
            let record = people.record(of: slot)
            guard let position = record.pointee.position else { return false }
            return AudienceRules.isNear(position.coordinate, place, radius: Int(record.pointee.radius))
        }
        return found.count
    }

    /// Puts those who were found in order, the nearest first.
    package mutating func sortNearestFirst() { found.sortNearestFirst() }

    /// Somebody who was found, in no particular order before `sortNearestFirst`.
    package func recipient(at place: Int) -> RecipientResult { found[place] }

    /// The number of somebody who was found; 0 for one who has been erased since.
    package func number(of found: RecipientResult) -> Int64 { people.record(of: found.slot).pointee.number }

    /// On how many push devices somebody who was found is told.
    package func pushDevices(of found: RecipientResult) -> Int { people.record(of: found.slot).pointee.pushDevices }

    /// How far away somebody who was found wants to hear of, in kilometres.
    package func radius(of found: RecipientResult) -> Int { Int(people.record(of: found.slot).pointee.radius) }

    /// Where somebody who was found is, and since when; nil when it has been erased since.
    package func position(of found: RecipientResult) -> Position? { people.record(of: found.slot).pointee.position }

    /// What is known of a person; nil when nothing is. Positions are to the second and without their accuracy. Quiet
    /// hours are not held here: they delay a push, and decide nothing of who is told.
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
            notifyLocalEvents: wishes.contains(.events), radius: Int(record.radius),
            categories: categories.enumerated().filter { wishes.contains(.category(at: $0.offset)) }.map(\.element))
    }
}
