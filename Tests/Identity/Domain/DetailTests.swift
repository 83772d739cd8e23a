@testable import Identity

@Suite("Details") struct DetailTests {
    private func code(_ details: ProfileDetails) -> ErrorCode? {
        do throws(ServiceError) {
            _ = try DetailRules.checked(details)
            return nil
        } catch {
            return error.code
        }
    }

    private func fields(_ fields: [String: ProfileValue]) -> ProfileDetails {
        ProfileDetails(fields: fields.mapValues { Personal($0) })
    }

    @Test("Details within the limits are taken")
    func fitting() {
        #expect(code(ProfileDetails()) == nil)
        #expect(code(ProfileDetails(firstName: Personal(""), locale: "zh-Hant-TW")) == nil)
        #expect(code(ProfileDetails(displayName: Personal(String(repeating: "é", count: 128)))) == nil)
        #expect(code(fields(["a": .null, "b": .flag(false), "c": .number(-1.5), "d": .text("")])) == nil)
        #expect(code(fields(["text": .text(String(repeating: "a", count: 8192))])) == nil)
    }

    @Test("A display name is one line of at most 128 characters, also as a field of the app", arguments: [129, 8193])
    func displayName(length: Int) {
        for text in [String(repeating: "é", count: length), "Ada\nLovelace"] {
            let error = #expect(throws: ServiceError.self) {
                try DetailRules.checked(fields(["displayName": .text(text), "bio": .text("a\nb")]))
            }
            #expect(error?.wrongMembers.map(\.field) == ["displayName"])
        }
        #expect(code(fields(["displayName": .text(String(repeating: "é", count: 128))])) == nil)
    }

    @Test("Details beyond the limits are refused")
    func unfit() {
        #expect(code(ProfileDetails(firstName: Personal(String(repeating: "a", count: 201)))) == .invalidRequest)
        #expect(code(ProfileDetails(lastName: Personal(String(repeating: "a", count: 201)))) == .invalidRequest)
        #expect(code(ProfileDetails(displayName: Personal(String(repeating: "é", count: 129)))) == .invalidRequest)
        #expect(code(ProfileDetails(displayName: Personal("e" + String(repeating: "\u{301}", count: 128)))) != nil)
        for locale in ["", "fr FR", "fr;FR", String(repeating: "a", count: 36)] {
            #expect(code(ProfileDetails(locale: locale)) == .invalidRequest, "\(locale)")
        }
        #expect(code(fields(["": .flag(true)])) == .invalidRequest)
        #expect(code(fields([String(repeating: "a", count: 65): .flag(true)])) == .invalidRequest)
        #expect(code(fields(["a": .number(.infinity)])) == .invalidRequest)
        #expect(code(fields(["a": .number(.nan)])) == .invalidRequest)
        #expect(code(fields(["text": .text(String(repeating: "a", count: 8193))])) == .invalidRequest)
    }

    @Test("Control characters are refused, but the app's own fields may have line breaks and tabs")
    func controls() {
        for text in ["a\u{0}b", "a\u{1B}[2J", "a\u{7F}", "a\u{9B}b"] {
            #expect(code(ProfileDetails(firstName: Personal(text))) == .invalidRequest)
            #expect(code(ProfileDetails(lastName: Personal(text))) == .invalidRequest)
            #expect(code(ProfileDetails(displayName: Personal(text))) == .invalidRequest)
            #expect(code(fields(["bio": .text(text)])) == .invalidRequest)
        }
        for text in ["a\nb", "a\r\nb", "a\tb"] {
            #expect(code(fields(["bio": .text(text)])) == nil)
            #expect(code(ProfileDetails(displayName: Personal(text))) == .invalidRequest)
        }
        for text in ["a\u{2028}b", "a\u{2029}b"] {
            #expect(code(ProfileDetails(firstName: Personal(text))) == .invalidRequest)
        }
        // Joined letters and writing from the right need theirs.
        #expect(code(ProfileDetails(firstName: Personal("👩\u{200D}🚀 \u{200F}"))) == nil)
    }

    @Test("A change keeps what it leaves out and removes what it says to remove")
    func merging() throws {
        let old = ProfileDetails(
            firstName: Personal("Ada"), locale: "fr",
            fields: ["a": Personal(.flag(true)), "b": Personal(.text("x"))], displayName: Personal("A"))
        #expect(try DetailRules.merge(ProfileDetails(), into: old) == old)
        let merged = try DetailRules.merge(
            ProfileDetails(
                lastName: Personal("L"),
                fields: ["a": Personal(.null), "b": Personal(.number(1)), "z": Personal(.null)]),
            into: old)
        #expect(
            merged
                == ProfileDetails(
                    firstName: Personal("Ada"), lastName: Personal("L"), locale: "fr",
                    fields: ["b": Personal(.number(1))], displayName: Personal("A")))
        #expect(try DetailRules.merge(fields(["b": .null]), into: merged).fields == nil)
        let renamed = try DetailRules.merge(ProfileDetails(displayName: Personal("")), into: merged)
        #expect(renamed.displayName == Personal("") && renamed.firstName == Personal("Ada"))
    }

    @Test("An account has at most 64 fields and 64 KiB, whatever the changes add up to")
    func bounds() throws {
        func many(_ range: Range<Int>, _ value: ProfileValue) -> ProfileDetails {
            fields(Dictionary(uniqueKeysWithValues: range.map { ("field \($0)", value) }))
        }
        let full = try DetailRules.merge(many(0..<64, .flag(true)), into: ProfileDetails())
        #expect(try DetailRules.merge(many(0..<64, .number(1)), into: full).fields?.count == 64)
        #expect(throws: Refusal.tooManyFields) { try DetailRules.merge(many(64..<65, .flag(true)), into: full) }
        let long = ProfileValue.text(String(repeating: "a", count: 8192))
        let large = try DetailRules.merge(many(0..<7, long), into: ProfileDetails())
        #expect(throws: Refusal.tooManyFields) { try DetailRules.merge(many(7..<8, long), into: large) }
    }
}
