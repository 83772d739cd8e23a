@testable import Identity

@Suite("Moments") struct MomentTests {
    private func at(_ milliseconds: Int64) -> UnixTime {
        UnixTime(milliseconds: UnixTime.start.rawValue + milliseconds)
    }

    @Test("A sign-in before the end of sessions is at or before that time, a later one after it")
    func order() {
        var moments = SessionMoments(verifiedAt: at(0))
        // The clock stands, runs, and is set back.
        for (recognised, ended) in [(0, 0), (0, 0), (5, 5), (3, 1), (-100, -100), (200, 100)] as [(Int64, Int64)] {
            let earlier = moments.sessionsEndBefore
            moments.recognise(at: at(recognised))
            if let earlier { #expect(moments.verifiedAt > earlier) }
            moments.endSessions(at: at(ended))
            #expect(moments.sessionsEndBefore.map { $0 >= moments.verifiedAt } == true)
        }
    }

    @Test("Both times only increase")
    func forward() {
        var moments = SessionMoments(verifiedAt: at(10), sessionsEndBefore: at(20))
        moments.recognise(at: at(0))
        #expect(moments.verifiedAt == at(21))
        moments.endSessions(at: at(0))
        #expect(moments.sessionsEndBefore == at(21))
    }

    @Test("A kept session continues until all sessions end")
    func kept() {
        let (own, other) = (SessionID("own")!, SessionID("other")!)
        var moments = SessionMoments(verifiedAt: at(10))
        #expect(!moments.hasEnded(other, signedInAt: at(10)))
        moments.endSessions(at: at(20), but: own)
        #expect(!moments.hasEnded(own, signedInAt: at(10)) && moments.hasEnded(other, signedInAt: at(20)))
        #expect(moments.hasEnded(nil, signedInAt: at(20)), "a sign-in that is under way is no session yet")
        #expect(!moments.hasEnded(other, signedInAt: at(21)))
        moments.endSessions(at: at(30))
        #expect(moments.hasEnded(own, signedInAt: at(10)))
    }
}

@Suite("Reset tokens") struct ResetTokenTests {
    @Test("A reset token has a prefix and 43 characters that are safe in a link")
    func form() throws {
        let token = ResetToken(random: [UInt8](repeating: 0xfb, count: 32)).text.value
        #expect(token.wholeMatch(of: /pr_[A-Za-z0-9_-]{43}/) != nil)
        #expect(token.contains("-"))
        #expect(
            ResetToken(shown: SecretText(token))?.hash == ResetToken(random: [UInt8](repeating: 0xfb, count: 32)).hash)
    }

    @Test(
        "Text of another form is no reset token",
        arguments: ["", "pr_", "pr_abc", "bs_" + String(repeating: "a", count: 43)])
    func others(_ text: String) { #expect(ResetToken(shown: SecretText(text)) == nil) }

    @Test("A reset token cannot be printed")
    func redaction() {
        let token = ResetToken(random: [UInt8](repeating: 7, count: 32))
        #expect(!"\(token)".contains(token.text.value))
    }
}

@Suite("Passwords") struct PasswordRuleTests {
    private func isTaken(_ text: String, names: [String] = []) -> Bool {
        PasswordRules.objection(to: text, names: names) == nil
    }

    @Test(
        "A password of 6 to 1,024 bytes may be shown, as such passwords were once taken",
        arguments: [(5, false), (6, true), (1024, true), (1025, false), (0, false)])
    func shown(_ count: Int, _ counts: Bool) {
        #expect((Password(shown: SecretText(String(repeating: "a", count: count))) != nil) == counts)
    }

    @Test(
        "A new password has at least 8 characters, whatever bytes they take",
        arguments: [
            ("kw3 fgz", false), ("kw3 fgzx", true), ("éàüöéàü", false), ("éàüöéàüö", true),
            ("e\u{301}e\u{301}e\u{301}e\u{301}", false), ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", false), (String(repeating: "kw3 ", count: 256), true),
            (String(repeating: "kw3 ", count: 257), false),
        ])
    func length(_ text: String, _ isTaken: Bool) { #expect(self.isTaken(text) == isTaken) }

    @Test(
        "A common password is refused",
        arguments: [
            "12345678", "password", "PassWord1", "qwertyuiop", "iloveyou", "azertyuiop", "1q2w3e4r", "trustno1",
            "123456789", "11111111", "aaaaaaaa", "        ", "Password1!", "trustno1!", "ababababab",
        ])
    func common(_ text: String) { #expect(!isTaken(text)) }

    @Test(
        "A row of keys or of successive characters is refused",
        arguments: [
            "qwertyuiop", "azertyuiop", "azertyuiop2026", "poiuytreza", "1q2w3e4r5t", "1a2z3e4r5t", "1qaz2wsx3edc",
            "qsdfghjklm!", "qwertz2026!", "abcd9876", "aaaabbbbcccc", "abcdefghij!1", "hgfedcba", "98765432",
            "!@#$%^&*",
            "AzErTy123456",
        ])
    func rows(_ text: String) { #expect(!isTaken(text)) }

    @Test(
        "A season, month or day with a year is refused, in English and French",
        arguments: [
            "Summer2026!", "Été-2026!", "Ete2026!", "e\u{301}te\u{301}2026", "Janvier2026", "août 2026", "2026hiver!",
            "12janvier1985", "Winter26!!", "Vendredi13", "September",
        ])
    func calendar(_ text: String) { #expect(!isTaken(text)) }

    @Test(
        "A longer password may hold such pieces",
        arguments: [
            "march of the 4 lions", "Tom-reads-abc", "summer in Lyon 2026", "may 7#93!20^88(", "werkzeug-12",
            "kwz3fgtx",
            "correct horse battery", "tR9!mKe2#vQ", "fast-deer-1234", "qwertz und tee",
        ])
    func others(_ text: String) { #expect(isTaken(text)) }

    @Test("More than three thousand common passwords are refused, each listed in lower case")
    func list() {
        let words = CommonPasswords.all
        #expect(words.count >= 3000)
        #expect(words.allSatisfy { $0.count >= PasswordRules.minimumCharacters && $0 == $0.lowercased() })
    }

    @Test(
        "The person's own names are refused",
        arguments: [
            ("ada.lovelace", false), ("Ada.Lovelace@example.org", false), ("adalovelace", false),
            ("LovelaceAda", false),
            ("Lovelace1815!", false), ("33612345678", false), ("+33612345678", false), ("my lovelace poem", true),
            ("correct horse", true), ("2718281828", true),
        ])
    func own(_ text: String, _ isTaken: Bool) {
        let names = ["ada.lovelace@example.org", "+33612345678", "Ada", "Lovelace"]
        #expect(self.isTaken(text, names: names) == isTaken)
    }

    @Test("A password is the same in whatever code points a keyboard writes it")
    func composition() {
        #expect(
            Password(shown: SecretText("cafe\u{301} noir"))?.bytes
                == Password(shown: SecretText("caf\u{e9} noir"))?.bytes)
        #expect(Password(shown: SecretText("Cafe noir"))?.bytes != Password(shown: SecretText("cafe noir"))?.bytes)
    }

    @Test("A password cannot be printed")
    func redaction() throws {
        let password = try #require(Password(shown: .right))
        #expect(!"\(password)".contains(SecretText.right.value))
    }
}

@Suite("Stored client info") struct ClientRecordTests {
    @Test(
        "Client info shows the place as far as it is known",
        arguments: [
            ("Paris", "FR", "Paris, FR"), ("Paris", nil, "Paris"), (nil, "FR", "FR"), (nil, nil, nil), ("", "", nil),
        ]
            as [(String?, String?, String?)])
    func location(_ city: String?, _ country: String?, _ shown: String?) {
        var client = ClientInfo()
        client.city = city.map { Personal($0) }
        client.country = country.map { Personal($0) }
        #expect(LoginRecord(client, by: .password).location?.value == shown)
        #expect(RegistrationRecord(client, by: .password).location?.value == shown)
    }

    @Test("Stored client info is not longer than a line")
    func bounded() {
        var client = ClientInfo()
        client.userAgent = String(repeating: "a", count: 10_000)
        #expect(LoginRecord(client, by: .password).device?.count == 512)
        #expect(LoginRecord(nil, by: .password) == LoginRecord())
    }
}
