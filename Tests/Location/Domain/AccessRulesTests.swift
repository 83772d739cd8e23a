@testable import Location

@Suite("The rules of access") struct AccessRulesTests {
    private func rules(_ change: (inout LocationPolicy) -> Void = { _ in }) -> AccessRules {
        var policy = LocationPolicy()
        change(&policy)
        return AccessRules(policy: policy)
    }

    @Test(
        "A device without a key, or with a proven one, may be changed",
        arguments: [
            (KeyCheck.noneConfigured, nil), (.proven, nil), (.missing, Refusal.keyMissing(.owner)),
            (.wrong, .keyWrong(.owner)),
        ])
    func owner(check: KeyCheck, refusal: Refusal?) { #expect(rules().refusalOfOwner(of: .owner, check) == refusal) }

    @Test("A new device is accepted unless it needs a key first")
    func newcomer() {
        #expect(rules().refusalOfNewDevice(.owner, isKnown: false) == nil)
        let strict = rules { $0.requiresKeyOfNewDevices = true }
        #expect(strict.refusalOfNewDevice(.owner, isKnown: false) == .newDeviceNeedsKey(.owner))
        #expect(strict.refusalOfNewDevice(.owner, isKnown: true) == nil)
    }

    @Test("A reader with a key must prove it where readers are checked")
    func reader() {
        let lax = rules { $0.checksReaderKeys = false }
        for check in [KeyCheck.noneConfigured, .proven] { #expect(rules().refusalOfReader(.friend, check) == nil) }
        #expect(rules().refusalOfReader(.friend, .missing) == .keyMissing(.friend))
        #expect(rules().refusalOfReader(.friend, .wrong) == .keyWrong(.friend))
        for check in [KeyCheck.noneConfigured, .proven, .missing, .wrong] {
            #expect(lax.refusalOfReader(.friend, check) == nil)
        }
    }

    @Test("A call that needs a key is accepted only with a proven one")
    func proof() {
        #expect(rules().refusalOfUnproven(.owner, .proven) == nil)
        #expect(rules().refusalOfUnproven(.owner, .noneConfigured) == .noKeyConfigured(.owner))
        #expect(rules().refusalOfUnproven(.owner, .missing) == .keyMissing(.owner))
        #expect(rules().refusalOfUnproven(.owner, .wrong) == .keyWrong(.owner))
    }

    @Test("A device without a list is visible to everyone, and one with a list only to its entries")
    func lists() {
        #expect(rules().letsSee(hasAllowedList: false, isListed: false, .noneConfigured))
        #expect(rules().letsSee(hasAllowedList: true, isListed: true, .noneConfigured))
        #expect(!rules().letsSee(hasAllowedList: true, isListed: false, .proven))
    }

    @Test("Where readers must hold a key, an entry counts only for a proven reader")
    func provenReaders() {
        let rules = rules { $0.readersMustHoldKey = true }
        #expect(rules.letsSee(hasAllowedList: true, isListed: true, .proven))
        for check in [KeyCheck.noneConfigured, .missing, .wrong] {
            #expect(!rules.letsSee(hasAllowedList: true, isListed: true, check))
        }
        #expect(rules.letsSee(hasAllowedList: false, isListed: false, .noneConfigured))
    }
}
