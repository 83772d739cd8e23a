import Models

struct AudienceTerms: ~Copyable {
    private(set) var ofPeople = TermIndex()
    private(set) var ofDevices = DeviceTerms()
    /// The users with an open account and a push device.
    private var reachable = SlotBits()
    /// The users who switched off announcements, indexed by type.
    private var off = AnnouncementType.allCases.map { _ in SlotBits() }
    private var described = SlotBits()
    /// One more than the last slot in use.
    private(set) var end: UInt32 = 0

    init() {}

    var footprint: Int {
        ofPeople.footprint + ofDevices.footprint + reachable.footprint + described.footprint
            + off.reduce(0) { $0 + $1.footprint }
    }

    // MARK: Changes

    mutating func set(_ record: AudienceRecord, of slot: UInt32) {
        end = max(end, slot + 1)
        reachable.set(slot, record.pushDevices > 0 && !record.isClosed)
        let wishes = record.wishes
        for (place, type) in AnnouncementType.allCases.enumerated() {
            off[place].set(slot, !wishes.contains(.type(type)))
        }
    }

    mutating func set(_ terms: Set<Term>, insteadOf former: Set<Term>?, of slot: UInt32) {
        if let former {
            for term in former.subtracting(terms) { ofPeople.remove(slot, term) }
        } else if described.contains(slot) {
            ofPeople.removeAll(slot)
        }
        for term in former.map(terms.subtracting) ?? terms { ofPeople.insert(slot, term) }
        described.set(slot, !terms.isEmpty)
    }

    mutating func set(_ devices: [DeviceFacts], of slot: UInt32) { ofDevices.set(devices, of: slot) }

    mutating func erase(_ slot: UInt32) {
        if described.contains(slot) { ofPeople.removeAll(slot) }
        ofDevices.set([], of: slot)
        described.set(slot, false)
        reachable.set(slot, false)
        for place in off.indices { off[place].set(slot, false) }
    }

    func hasTerms(_ slot: UInt32) -> Bool { described.contains(slot) }

    // MARK: Searching

    func wanting(_ kind: NotificationKind) -> SlotBits {
        var wanting = reachable
        guard !kind.isMandatory else { return wanting }
        if let type = AnnouncementType(known: kind.name) {
            if let place = AnnouncementType.allCases.firstIndex(of: type) { wanting.subtract(off[place]) }
            return wanting
        }
        var chosen = SlotBits(slots: Int(end))
        if kind.isOnAtFirst {
            ofPeople.formUnion(of: .kindOff(kind.name), into: &chosen)
            wanting.subtract(chosen)
        } else {
            ofPeople.formUnion(of: .kindOn(kind.name), into: &chosen)
            wanting.formIntersection(chosen)
        }
        return wanting
    }

    func count(
        _ devices: [DeviceFacts], in expression: AudienceExpression, of slot: UInt32,
        isNamed: ([AccountID]) -> Bool
    ) -> Int {
        withoutActuallyEscaping(isNamed) { isNamed in
            let judge = AudienceJudge(
                isAmong: isNamed,
                isInTopic: { [ofPeople] in
                    ofPeople.contains(slot, .topic($0))
                        || !expression.asksSubscribersAlone && ofPeople.contains(slot, .givenTopic($0))
                },
                hasTag: { [ofPeople] in ofPeople.contains(slot, .tag($0)) })
            return devices.count { judge.holds(expression, on: $0) }
        }
    }
}

/// The terms with their users. A term is stored once with its set of slots, and deleted with its last slot.
struct TermIndex {
    private var ids: [Term: Int] = [:]
    private var terms: [Term?] = []
    private var sets: [SlotSet] = []
    private var free: [Int] = []

    var count: Int { ids.count }

    /// The approximate memory in bytes. The name of each term counts as 64.
    var footprint: Int {
        sets.reduce(sets.capacity * MemoryLayout<SlotSet>.stride) { $0 + $1.footprint }
            + ids.capacity * (MemoryLayout<Term>.stride + MemoryLayout<Int>.stride) + terms.capacity
            * MemoryLayout<Term?>.stride + ids.count * 64
    }

    mutating func insert(_ slot: UInt32, _ term: Term) {
        if let id = ids[term] {
            sets[id].insert(slot)
            return
        }
        let id: Int
        if let reused = free.popLast() {
            id = reused
            terms[id] = term
        } else {
            id = sets.count
            sets.append(SlotSet())
            terms.append(term)
        }
        ids[term] = id
        sets[id].insert(slot)
    }

    func has(_ term: Term) -> Bool { ids[term] != nil }

    mutating func remove(_ slot: UInt32, _ term: Term) {
        guard let id = ids[term] else { return }
        remove(slot, at: id)
    }

    mutating func removeAll(_ slot: UInt32) {
        for id in sets.indices where !sets[id].isEmpty { remove(slot, at: id) }
    }

    private mutating func remove(_ slot: UInt32, at id: Int) {
        sets[id].remove(slot)
        guard sets[id].isEmpty, let term = terms[id] else { return }
        ids[term] = nil
        terms[id] = nil
        sets[id] = SlotSet()
        free.append(id)
    }

    func contains(_ slot: UInt32, _ term: Term) -> Bool { ids[term].map { sets[$0].contains(slot) } ?? false }

    func formUnion(of term: Term, into bits: inout SlotBits) {
        if let id = ids[term] { sets[id].formUnion(into: &bits) }
    }

    /// Adds the users of all terms that satisfy `holds`. It scans all terms.
    func formUnion(where holds: (Term) -> Bool, into bits: inout SlotBits) {
        for (term, id) in ids where holds(term) { sets[id].formUnion(into: &bits) }
    }
}

extension NotificationPreferences {
    var terms: Set<Term> {
        var terms = Set((topics ?? []).map { Term.topic($0) })
        terms.formUnion((givenTopics ?? []).map { Term.givenTopic($0) })
        terms.formUnion((tags ?? []).map { Term.tag($0) })
        terms.formUnion((kindsOn ?? []).map { Term.kindOn($0) })
        terms.formUnion((kindsOff ?? []).map { Term.kindOff($0) })
        return terms
    }
}
