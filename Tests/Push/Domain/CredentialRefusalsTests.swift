// Whether a provider refuses the credential, or one push device or app alone.

import Testing

@testable import Push

@Suite("A refusal of the credential")
struct CredentialRefusalsTests {
    private func target(_ token: Int64, _ topic: String? = nil) -> CredentialRefusals.Target {
        CredentialRefusals.Target(token: token, topic: topic)
    }

    @Test("is one device's when another is taken, until that is taken too")
    func pushDevice() {
        var refusals = CredentialRefusals()
        #expect(refusals.refused(target(1)) == .unclear)
        #expect(refusals.isAnother(target(2)) && !refusals.isAnother(target(1)))
        refusals.taken(target(2))
        #expect(refusals.refused(target(1)) == .own)
        #expect(refusals.refused(target(3)) == .unclear)
        refusals.taken(target(1))
        #expect(refusals.refused(target(3)) == .own)
        #expect(refusals.refused(target(1)) == .unclear)
    }

    @Test("is one app's when another's is taken, whichever of its push devices it is for")
    func app() {
        var refusals = CredentialRefusals()
        #expect(refusals.refused(target(1, "beta")) == .unclear)
        #expect(refusals.refused(target(2, "beta")) == .unclear)
        #expect(!refusals.isAnother(target(3, "beta")) && refusals.isAnother(target(4)))
        refusals.taken(target(4))
        #expect(refusals.refused(target(3, "beta")) == .own)
        #expect(refusals.refused(target(5)) == .unclear)
    }

    @Test("is the credential's when several are refused, of several apps")
    func credential() {
        var refusals = CredentialRefusals()
        #expect(refusals.refused(target(1)) == .unclear)
        #expect(refusals.refused(target(1)) == .unclear)
        #expect(refusals.refused(target(2)) == .unclear)
        #expect(!refusals.isAnother(target(3)))
        #expect(refusals.refused(target(3, "beta")) == .credential)
        #expect(!refusals.isSuspect(target(4)) && refusals.isSuspect(target(2)))
    }
}
