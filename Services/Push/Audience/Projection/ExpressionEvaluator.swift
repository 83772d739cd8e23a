import Models

struct ExpressionEvaluator {
    let people: TermIndex
    /// One more than the last slot in use.
    let slots: Int
    let named: [AccountID: UInt32]
    let asksSubscribersAlone: Bool
    /// The results of comparing versions, for the current layer.
    var ofVersions: [AudienceExpression: SlotBits] = [:]

    /// Returns the users of an expression. The result may contain slots that are not in use. `devices` is nil if the
    /// expression has no conditions on push devices.
    mutating func members(of expression: AudienceExpression, on devices: TermIndex?) -> SlotBits {
        ofVersions = [:]
        return bits(of: expression, on: devices)
    }

    private mutating func bits(of expression: AudienceExpression, on devices: TermIndex?) -> SlotBits {
        switch expression {
        case .everyone, .near: return SlotBits(slots: slots, isFull: true)
        case .not(let part):
            var bits = bits(of: part, on: devices)
            bits.formComplement()
            return bits
        case .all(let parts):
            var common: SlotBits?
            for part in parts {
                let some = bits(of: part, on: devices)
                common?.formIntersection(some)
                if common == nil { common = some }
            }
            return common ?? SlotBits(slots: slots, isFull: true)
        case .any(let parts):
            // All terms are added to one result, so that many of them need no set each.
            var sum = SlotBits(slots: slots)
            for part in parts { add(part, on: devices, to: &sum) }
            return sum
        default:
            var bits = SlotBits(slots: slots)
            add(expression, on: devices, to: &bits)
            return bits
        }
    }

    /// Returns the devices with a matching version. It scans all versions, so the result is kept for other parts.
    private mutating func bits(
        of comparison: VersionComparison, _ version: AppVersion, in expression: AudienceExpression,
        on devices: TermIndex?
    ) -> SlotBits {
        if let known = ofVersions[expression] { return known }
        var bits = SlotBits(slots: slots)
        devices?
            .formUnion(
                where: {
                    guard case .version(let other) = $0 else { return false }
                    return comparison.holds(other, version)
                }, into: &bits)
        ofVersions[expression] = bits
        return bits
    }

    private mutating func add(_ expression: AudienceExpression, on devices: TermIndex?, to sum: inout SlotBits) {
        switch expression {
        case .accounts(let accounts): for account in accounts { named[account].map { sum.set($0, true) } }
        case .topic(let name):
            people.formUnion(of: .topic(name), into: &sum)
            if !asksSubscribersAlone { people.formUnion(of: .givenTopic(name), into: &sum) }
        case .tag(let name): people.formUnion(of: .tag(name), into: &sum)
        case .any(let parts): for part in parts { add(part, on: devices, to: &sum) }
        case .everyone, .near, .not, .all: sum.formUnion(bits(of: expression, on: devices))
        default:
            switch expression.deviceCondition {
            case nil: break
            case .has(let term): devices?.formUnion(of: term, into: &sum)
            case .version(let comparison, let version):
                sum.formUnion(bits(of: comparison, version, in: expression, on: devices))
            }
        }
    }
}
