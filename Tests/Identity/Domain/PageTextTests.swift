@testable import Identity

@Suite("Texts of the pages") struct PageTextTests {
    /// The pages find the translation of a sentence by the sentence in English.
    @Test("The pages have a text for each reason why a name or a password is refused")
    func reasons() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Clients/Pages/texts/en.json")
        let texts = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: file))
        let known = Set(texts.filter { $0.key.hasPrefix("says.") }.values)
        let passwords = [
            String(repeating: "ab1", count: 400), "short", "aabbaabb", "password", "zxcvbnmlkjhgfdsa", "Summer2026!",
            "ada-lovelace",
        ]
        var reasons = passwords.compactMap { PasswordRules.objection(to: $0, names: ["ada-lovelace"]) }
        #expect(reasons.count == passwords.count)
        let refusals: [Refusal] = [
            .nameTaken(.username), .nameTaken(.email), .nameTaken(.phone), .domainRefused, .onlyWayIn,
        ]
        reasons += refusals.map(\.answer.message)
        let names = AccountNames(username: "a b", email: Personal("ada"), phone: Personal("1"))
        do throws(ServiceError) { _ = try NameRules.checked(names) } catch {
            reasons += error.wrongMembers.map(\.message)
        }
        for reason in reasons {
            let sentence = reason.prefix(1).uppercased() + String(reason.dropFirst()) + "."
            #expect(known.contains(sentence), "\(sentence)")
        }
    }
}
