@testable import Location

@Suite("The rules of access") struct AccessRulesTests {
    private func rules(_ change: (inout LocationPolicy) -> Void = { _ in }) -> AccessRules {
        var policy = LocationPolicy()
        change(&policy)
        return AccessRules(policy: policy)
    }

    @Test(
        "let a device be acted for when nothing needs proving, or it is proven",
        arguments: [
            (KeyCheck.noneConfigured, nil), (.proven, nil), (.missing, Refusal.keyMissing(.owner)),
            (.wrong, .keyWrong(.owner)),
        ])
    func owner(check: KeyCheck, refusal: Refusal?) {
        #expect(rules().refusesOwner(of: .owner, check) == refusal)
    }

    @Test("let a new device in unless it needs a key first")
    func newcomer() {
        #expect(rules().refusesNewcomer(.owner, isKnown: false) == nil)
        let strict = rules { $0.requiresKeyOfNewDevices = true }
        #expect(strict.refusesNewcomer(.owner, isKnown: false) == .newDeviceNeedsKey(.owner))
        #expect(strict.refusesNewcomer(.owner, isKnown: true) == nil)
    }

    @Test("ask a reader with a key for it, where readers are checked")
    func reader() {
        let lax = rules { $0.checksReaderKeys = false }
        for check in [KeyCheck.noneConfigured, .proven] { #expect(rules().refusesReader(.friend, check) == nil) }
        #expect(rules().refusesReader(.friend, .missing) == .keyMissing(.friend))
        #expect(rules().refusesReader(.friend, .wrong) == .keyWrong(.friend))
        for check in [KeyCheck.noneConfigured, .proven, .missing, .wrong] {
            #expect(lax.refusesReader(.friend, check) == nil)
        }
    }

    @Test("let only a proven key do what needs one")
    func proof() {
        #expect(rules().refusesUnproven(.owner, .proven) == nil)
        #expect(rules().refusesUnproven(.owner, .noneConfigured) == .noKeyConfigured(.owner))
        #expect(rules().refusesUnproven(.owner, .missing) == .keyMissing(.owner))
        #expect(rules().refusesUnproven(.owner, .wrong) == .keyWrong(.owner))
    }

    @Test("show a device without a list to everybody, one with a list to those on it")
    func lists() {
        #expect(rules().letsSee(hasAllowedList: false, isListed: false, .noneConfigured))
        #expect(rules().letsSee(hasAllowedList: true, isListed: true, .noneConfigured))
        #expect(!rules().letsSee(hasAllowedList: true, isListed: false, .proven))
    }

    @Test("count an entry only for a proven reader, where readers must hold a key")
    func provenReaders() {
        let rules = rules { $0.readersMustHoldKey = true }
        #expect(rules.letsSee(hasAllowedList: true, isListed: true, .proven))
        for check in [KeyCheck.noneConfigured, .missing, .wrong] {
            #expect(!rules.letsSee(hasAllowedList: true, isListed: true, check))
        }
        #expect(rules.letsSee(hasAllowedList: false, isListed: false, .noneConfigured))
    }
}
