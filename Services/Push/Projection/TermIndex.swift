// Which slots have which term: a topic, a tag, a language and so on.

import Models

/// Which slots have which term. Each term is kept once, with the set of its slots; one that no slot has any more is
/// forgotten.
struct TermIndex {
    private var ids: [Term: Int] = [:]
    private var terms: [Term?] = []
    private var sets: [SlotSet] = []
    private var free: [Int] = []

    /// How many terms there are.
    var count: Int { ids.count }

    /// Bytes that it holds, about: the names of terms are counted with 64 each.
    var footprint: Int {
        sets.reduce(sets.capacity * MemoryLayout<SlotSet>.stride) { $0 + $1.footprint }
            + ids.capacity * (MemoryLayout<Term>.stride + MemoryLayout<Int>.stride) + terms.capacity
            * MemoryLayout<Term?>.stride + ids.count * 64
    }

    /// Gives a slot a term.
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

    /// Whether any slot has a term.
    func has(_ term: Term) -> Bool { ids[term] != nil }

    mutating func remove(_ slot: UInt32, _ term: Term) {
        guard let id = ids[term] else { return }
        remove(slot, at: id)
    }

    /// Takes all terms from a slot. It looks at each term there is: for what happens rarely.
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

    /// Adds all slots of a term to bits.
    func formUnion(of term: Term, into bits: inout SlotBits) {
        if let id = ids[term] { sets[id].formUnion(into: &bits) }
    }

    /// Adds all slots of the terms for which something holds. It looks at each term.
    func formUnion(where holds: (Term) -> Bool, into bits: inout SlotBits) {
        for (term, id) in ids where holds(term) { sets[id].formUnion(into: &bits) }
    }
}

/// Something that people or their push devices can have.
enum Term: Hashable {
    /// The person has subscribed to it.
    case topic(String)
    /// A publisher has added the person to it.
    case givenTopic(String)
    case tag(String)
    case kindOn(String)
    case kindOff(String)
    case deviceTag(String)
    /// A range of languages, such as `fr` (`LanguageTag.ranges`).
    case language(String)
    case platform(String)
    case version(AppVersion)
}

extension NotificationPreferences {
    /// The terms of the person who says so, and of whom publishers do.
    var terms: Set<Term> {
        var terms = Set((topics ?? []).map { Term.topic($0) })
        terms.formUnion((givenTopics ?? []).map { Term.givenTopic($0) })
        terms.formUnion((tags ?? []).map { Term.tag($0) })
        terms.formUnion((kindsOn ?? []).map { Term.kindOn($0) })
        terms.formUnion((kindsOff ?? []).map { Term.kindOff($0) })
        return terms
    }
}

extension DeviceFacts {
    /// The terms of the push device.
    var terms: [Term] {
        var terms: [Term] = [.platform(platform)]
        if let version { terms.append(.version(version)) }
        if let language { terms += language.ranges.map { Term.language($0) } }
        return terms + tags.map { Term.deviceTag($0) }
    }
}
