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

    @Test("A call that needs a key is accepted only with a proven one")
    func proof() {
        #expect(rules().refusalOfUnproven(.owner, .proven) == nil)
        #expect(rules().refusalOfUnproven(.owner, .noneConfigured) == .noKeyConfigured(.owner))
        #expect(rules().refusalOfUnproven(.owner, .missing) == .keyMissing(.owner))
        #expect(rules().refusalOfUnproven(.owner, .wrong) == .keyWrong(.owner))
    }

    @Test(
        "A claim and a link by key get one refusal for a wrong, a missing and no key",
        arguments: [KeyCheck.noneConfigured, .missing, .wrong])
    func claimant(check: KeyCheck) {
        #expect(rules().refusalOfClaimant(.owner, check) == .keyUnproven(.owner))
        #expect(rules().refusalOfClaimant(.owner, .proven) == nil)
    }
}
