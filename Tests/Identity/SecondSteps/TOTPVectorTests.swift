@testable import Identity

@Suite("Codes of authenticator apps") struct TOTPVectorTests {
    private let totp = TOTP(secret: Array("12345678901234567890".utf8))

    @Test(
        "The codes are those of RFC 6238, appendix B, for SHA-1",
        arguments: [
            (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
        ] as [(Int64, String)])
    func timed(seconds: Int64, code: String) {
        let step = TOTP.step(at: UnixTime(milliseconds: seconds * 1000))
        #expect(totp.code(of: step, digits: 8) == code)
        #expect(code.hasSuffix(totp.code(of: step)))
    }

    @Test("The codes are those of RFC 4226, appendix D")
    func counted() {
        let codes = (0..<10).map { totp.code(of: $0) }
        #expect(
            codes == [
                "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
            ])
    }

    @Test("A code counts one step before and one after, also when it is written with spaces", arguments: -2...2)
    func tolerance(offset: Int64) throws {
        let step = TOTP.step(at: .start)
        let text = totp.code(of: step + offset)
        let shown = SecretText(" \(text.prefix(3)) \(text.suffix(3)) ")
        let code = try #require(OneTimeCode(shown: shown, digits: TOTP.digits))
        #expect(totp.step(of: code, at: .start) == (abs(offset) <= 1 ? step + offset : nil))
    }

    @Test(
        "A secret is written in the base32 of RFC 4648, section 10, without padding",
        arguments: [
            ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI"),
        ])
    func base32(text: String, encoded: String) { #expect(Base32.text(Array(text.utf8)) == encoded) }

    @Test("A name cannot add parameters to the link of an authenticator app")
    func uri() {
        let uri = totp.uri(issuer: "A&B: é", name: "ada@example.org?x=1")
        #expect(
            uri.value == "otpauth://totp/A%26B%3A%20%C3%A9:ada%40example.org%3Fx%3D1"
                + "?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=A%26B%3A%20%C3%A9&algorithm=SHA1&digits=6&period=30")
    }
}

@Suite("Recovery codes") struct RecoveryCodeTests {
    @Test("A recovery code is read however it is written, and belongs to one account")
    func texts() throws {
        let code = RecoveryCode(random: Array(0..<10))
        #expect(code.text.value == "AAAQ-EAYE-AUDA-OCAJ")
        for text in ["AAAQ-EAYE-AUDA-OCAJ", " aaaqeaye audaocaj\n"] {
            let shown = try #require(RecoveryCode(shown: SecretText(text)))
            #expect(shown.hash(for: .named("ada")) == code.hash(for: .named("ada")))
        }
        #expect(code.hash(for: .named("ada")) != code.hash(for: .named("ben")))
        for text in ["", "AAAQ-EAYE-AUDA-OCA", "AAAQ-EAYE-AUDA-OCA1", "AAAQ-EAYE-AUDA-OCAJ-A"] {
            #expect(RecoveryCode(shown: SecretText(text)) == nil)
        }
    }
}

@Suite("Tries of second steps") struct SecondStepTriesTests {
    @Test("Five tries are free; each further one doubles the wait, up to a quarter of an hour")
    func waits() {
        var tries = SecondStepTries()
        var now = UnixTime.start
        var waits: [Int] = []
        for _ in 0..<13 {
            let wait = tries.wait(at: now) ?? 0
            waits.append(wait)
            now = now.adding(seconds: Int64(wait))
            #expect(tries.wait(at: now) == nil, "the wait ends by itself")
            tries.count(at: now)
        }
        #expect(waits == [0, 0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 900, 900])
        #expect(tries.wait(at: now.adding(seconds: -60)) == nil, "a clock that was set back keeps nobody out")
        now = now.adding(seconds: SecondStepTries.memorySeconds)
        tries.count(at: now)
        #expect(tries == SecondStepTries(failures: 1, failedAt: now))
    }
}
