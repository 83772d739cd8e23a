@testable import Push

@Suite("Groups of results")
struct ResultRulesTests {
    private func group(_ language: String?, _ people: Int, _ provider: PushProvider = .apns) -> SentGroup {
        SentGroup(provider: provider, language: language, sent: people + 1, people: people)
    }

    @Test("Groups of ten people or more are shown, the largest first, and the others as one sum")
    func told() {
        #expect(ResultRules.disclosed([]).isEmpty)
        #expect(
            ResultRules.disclosed([group("fr", 10), group("en", 30, .fcm), group(nil, 12)]) == [
                ResultGroup(provider: .fcm, language: "en", sent: 31), ResultGroup(provider: .apns, sent: 13),
                ResultGroup(provider: .apns, language: "fr", sent: 11),
            ])
        #expect(
            ResultRules.disclosed([group("fr", 9), group("en", 30), group("de", 4)]) == [
                ResultGroup(provider: .apns, language: "en", sent: 31), ResultGroup(sent: 15),
            ])
    }

    @Test("The smallest shown group joins the others if they are fewer than ten people")
    func few() {
        // The sum is known, so the three must not be its difference.
        #expect(
            ResultRules.disclosed([group("fr", 20), group("en", 30), group("de", 3)]) == [
                ResultGroup(provider: .apns, language: "en", sent: 31), ResultGroup(sent: 25),
            ])
        #expect(ResultRules.disclosed([group("fr", 9), group("en", 30)]) == [ResultGroup(sent: 41)])
        #expect(ResultRules.disclosed([group("fr", 6), group("en", 6)]) == [ResultGroup(sent: 14)])
    }

    @Test("Erased results count in the sum of the others")
    func erased() {
        #expect(
            ResultRules.disclosed([group("fr", 12), group("en", 30)], of: 45) == [
                ResultGroup(provider: .apns, language: "en", sent: 31), ResultGroup(sent: 14),
            ])
        #expect(ResultRules.disclosed([], of: 12) == [ResultGroup(sent: 12)])
    }

    @Test("At most a hundred groups are shown")
    func many() {
        let told = ResultRules.disclosed((0..<120).map { group("l\($0)", 20) })
        #expect(told.count == 101 && told.last == ResultGroup(sent: 20 * 21))
    }
}
