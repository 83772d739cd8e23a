import Models

/// A term is stored once with its set of slots, and deleted with its last slot.
struct TermIndex {
    private var ids: [Term: Int] = [:]
    private var terms: [Term?] = []
    private var sets: [SlotSet] = []
    private var free: [Int] = []

    var count: Int { ids.count }

    /// In bytes, approximately; the name of each term counts as 64.
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

    /// Scans all terms.
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
