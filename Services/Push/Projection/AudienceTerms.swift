// What people and their push devices are, for all of them at once.

import Models

/// What people and their push devices are, by slot: for each topic, tag, language and so on, who has it.
///
/// What a push device has counts here for its person. Of somebody with several, that can be true of one and what else is
/// asked of another; so of them each push device is kept as well, and looked at one by one.
struct AudienceTerms: ~Copyable {
    /// Versions and languages that apps make up beyond so many terms are kept with their people alone.
    static let maximumDeviceTerms = 100_000

    private var ofPeople = TermIndex()
    private var ofDevices = TermIndex(maximum: maximumDeviceTerms)
    /// Who can be told at all: an open account with a push device.
    private var reachable = SlotBits()
    /// Who has switched off announcements of a type, in the order of the types.
    private var off = AnnouncementType.allCases.map { _ in SlotBits() }
    /// Who has any term of their own.
    private var described = SlotBits()
    /// The push devices of those who have several, or whose terms are not all in the index.
    private var several: [UInt32: [DeviceFacts]] = [:]
    private var severalSlots = SlotBits()
    /// A hash of the push devices of each, since apps register the same ones again and again.
    private var hashes = PagedColumn(blank: 0)
    private var end: UInt32 = 0

    init() {}

    /// Bytes that it holds, about.
    var footprint: Int {
        ofPeople.footprint + ofDevices.footprint + hashes.footprint + reachable.footprint + described.footprint
            + severalSlots.footprint + off.reduce(0) { $0 + $1.footprint } + several.count * 200
    }

    // MARK: Changes

    /// Takes over what decides whether somebody is told at all.
    mutating func set(_ record: AudienceRecord, of slot: UInt32) {
        end = max(end, slot + 1)
        reachable.set(slot, record.pushDevices > 0 && record.status != .disabled)
        let wishes = record.wishes
        for (place, type) in AnnouncementType.allCases.enumerated() {
            off[place].set(slot, !wishes.contains(.type(type)))
        }
    }

    /// Takes over what somebody is.
    /// - Parameter former: what was taken over before; nil where that is not known.
    mutating func set(_ terms: Set<Term>, insteadOf former: Set<Term>?, of slot: UInt32) {
        if let former {
            for term in former.subtracting(terms) { ofPeople.remove(slot, term) }
        } else if described.contains(slot) {
            ofPeople.removeAll(slot)
        }
        for term in former.map(terms.subtracting) ?? terms { _ = ofPeople.insert(slot, term) }
        described.set(slot, !terms.isEmpty)
    }

    /// Takes over on which push devices somebody is told.
    mutating func set(_ devices: [DeviceFacts], of slot: UInt32) {
        hashes.grow(toHold: slot)
        let hash = AudienceTerms.hash(devices)
        guard hashes[slot] != hash else { return }
        if hashes[slot] != 0 { ofDevices.removeAll(slot) }
        hashes[slot] = hash
        var isComplete = true
        for device in devices {
            for term in device.terms where !ofDevices.insert(slot, term) { isComplete = false }
        }
        let isKept = devices.count > 1 || !isComplete
        several[slot] = isKept ? devices : nil
        severalSlots.set(slot, isKept)
    }

    /// Forgets a slot, which somebody else may get.
    mutating func erase(_ slot: UInt32) {
        if described.contains(slot) { ofPeople.removeAll(slot) }
        set([], of: slot)
        described.set(slot, false)
        reachable.set(slot, false)
        for place in off.indices { off[place].set(slot, false) }
    }

    /// Whether anything is known of what somebody is.
    func hasTerms(_ slot: UInt32) -> Bool { described.contains(slot) }

    /// 0 for none, and for nothing else.
    private static func hash(_ devices: [DeviceFacts]) -> Int {
        guard !devices.isEmpty else { return 0 }
        var hasher = Hasher()
        hasher.combine(devices)
        let hash = hasher.finalize()
        return hash == 0 ? 1 : hash
    }

    // MARK: Looking for people

    /// Whom a kind reaches at all.
    func told(of kind: NotificationKind) -> SlotBits {
        var told = reachable
        guard !kind.isMandatory else { return told }
        if let type = AnnouncementType(rawValue: kind.name) {
            if let place = AnnouncementType.allCases.firstIndex(of: type) { told.subtract(off[place]) }
            return told
        }
        var chosen = SlotBits(slots: Int(end))
        if kind.isOnAtFirst {
            ofPeople.formUnion(of: .kindOff(kind.name), into: &chosen)
            told.subtract(chosen)
        } else {
            ofPeople.formUnion(of: .kindOn(kind.name), into: &chosen)
            told.formIntersection(chosen)
        }
        return told
    }

    /// For whom an expression can hold: all for whom it does, and of those with several push devices some for whom it does
    /// not.
    /// - Parameters:
    ///   - isHeld: whether it has to hold, or has to not hold.
    ///   - named: the slots of accounts.
    func candidates(
        _ expression: AudienceExpression, isHeld: Bool = true, named: ([AccountID]) -> [UInt32]
    ) -> SlotBits {
        var bits = SlotBits(slots: Int(end))
        switch expression {
        case .everyone, .near:
            if isHeld { bits.formComplement() }
            return bits
        case .accounts(let accounts):
            for slot in named(accounts) { bits.set(slot, true) }
        case .topic(let name): ofPeople.formUnion(of: .topic(name), into: &bits)
        case .tag(let name): ofPeople.formUnion(of: .tag(name), into: &bits)
        case .deviceTag(let name): ofDevices.formUnion(of: .deviceTag(name), into: &bits)
        case .language(let range):
            ofDevices.formUnion(of: .language(LanguageTag.canonical(range)), into: &bits)
        case .platform(let name): ofDevices.formUnion(of: .platform(name), into: &bits)
        case .appVersion(let comparison, let version):
            ofDevices.formUnion(
                where: {
                    guard case .version(let raw) = $0 else { return false }
                    return comparison.holds(AppVersion(rawValue: raw), version)
                }, into: &bits)
        case .not(let part): return candidates(part, isHeld: !isHeld, named: named)
        case .all(let parts), .any(let parts):
            var isAll = isHeld
            if case .any = expression { isAll.toggle() }
            return combined(parts, isAll: isAll, isHeld: isHeld, named: named)
        }
        if !isHeld { bits.formComplement() }
        // Of one of several push devices it may hold otherwise.
        if expression.isOfDevices { bits.formUnion(severalSlots) }
        return bits
    }

    private func combined(
        _ parts: [AudienceExpression], isAll: Bool, isHeld: Bool, named: ([AccountID]) -> [UInt32]
    ) -> SlotBits {
        var bits = SlotBits(slots: Int(end))
        if isAll { bits.formComplement() }
        for part in parts {
            let some = candidates(part, isHeld: isHeld, named: named)
            if isAll { bits.formIntersection(some) } else { bits.formUnion(some) }
        }
        return bits
    }

    /// On how many push devices an expression holds for somebody; nil where all are alike, and it holds for all.
    func pushDevices(_ expression: AudienceExpression, of slot: UInt32, isNamed: ([AccountID]) -> Bool) -> Int? {
        several[slot].map { count($0, in: expression, of: slot, isNamed: isNamed) }
    }

    /// For how many of somebody's push devices an expression holds.
    func count(
        _ devices: [DeviceFacts], in expression: AudienceExpression, of slot: UInt32,
        isNamed: ([AccountID]) -> Bool
    ) -> Int {
        withoutActuallyEscaping(isNamed) { isNamed in
            let judge = AudienceJudge(
                isAmong: isNamed, isInTopic: { [ofPeople] in ofPeople.contains(slot, .topic($0)) },
                hasTag: { [ofPeople] in ofPeople.contains(slot, .tag($0)) })
            return devices.count { judge.holds(expression, on: $0) }
        }
    }
}
