@testable import Push

@Suite("Groups of results")
struct ResultRulesTests {
    private func group(_ language: String?, _ people: Int, _ provider: PushProvider = .apns) -> SentGroup {
        SentGroup(provider: provider, language: language, sent: people + 1, people: people)
    }

    @Test("are told from ten people on, the largest first, and the rest as one number of ten people or more")
    func told() {
        #expect(ResultRules.told([]).isEmpty)
        #expect(
            ResultRules.told([group("fr", 10), group("en", 30, .fcm), group(nil, 12)]) == [
                ResultGroup(provider: .fcm, language: "en", sent: 31), ResultGroup(provider: .apns, sent: 13),
                ResultGroup(provider: .apns, language: "fr", sent: 11),
            ])
        #expect(
            ResultRules.told([group("fr", 9), group("en", 30), group("de", 4)]) == [
                ResultGroup(provider: .apns, language: "en", sent: 31), ResultGroup(sent: 15),
            ])
    }

    @Test("take in the smallest of the others where too few would be left")
    func few() {
        // The sum is known, so the three must not be its difference.
        #expect(
            ResultRules.told([group("fr", 20), group("en", 30), group("de", 3)]) == [
                ResultGroup(provider: .apns, language: "en", sent: 31), ResultGroup(sent: 25),
            ])
        #expect(ResultRules.told([group("fr", 9), group("en", 30)]) == [ResultGroup(sent: 41)])
        #expect(ResultRules.told([group("fr", 6), group("en", 6)]) == [ResultGroup(sent: 14)])
    }

    @Test("hold what no row is left of in the rest, as if it were of people of whom nothing is known")
    func erased() {
        #expect(
            ResultRules.told([group("fr", 12), group("en", 30)], of: 45) == [
                ResultGroup(provider: .apns, language: "en", sent: 31), ResultGroup(sent: 14),
            ])
        #expect(ResultRules.told([], of: 12) == [ResultGroup(sent: 12)])
    }

    @Test("are a hundred at most")
    func many() {
        let told = ResultRules.told((0..<120).map { group("l\($0)", 20) })
        #expect(told.count == 101 && told.last == ResultGroup(sent: 20 * 21))
    }
}
