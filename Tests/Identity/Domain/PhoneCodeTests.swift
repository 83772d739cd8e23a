// Codes for phones: their form, what is stored of them, and how often one may be asked for.

import Foundation
import Isolation
import Models
import Testing

@testable import Identity

@Suite("A phone code")
struct PhoneCodeTests {
    private let secret = CodeSecret([UInt8](repeating: 1, count: 32))
    private let code = OneTimeCode(random: [0, 0, 0, 0, 0, 0, 0, 7], digits: OneTimeCode.phoneDigits)
    private let number: PhoneNumber

    init() throws { number = try #require(PhoneNumber("+33612345678")) }

    @Test(
        "has six digits, all of them from its random bytes",
        arguments: [
            ([0, 0, 0, 0, 0, 0, 0, 0], "000000"), ([0, 0, 0, 0, 0, 0, 0, 7], "000007"),
            ([0, 0, 0, 0, 0, 0x0F, 0x42, 0x40], "000000"), ([UInt8](repeating: 0xFF, count: 8), "551615"),
        ] as [([UInt8], String)])
    func made(_ random: [UInt8], _ text: String) {
        #expect(OneTimeCode(random: random, digits: OneTimeCode.phoneDigits).text.value == text)
    }

    @Test("is as likely as any other")
    func spread() {
        var counts = [Int](repeating: 0, count: 10)
        for _ in 0..<10_000 {
            let random = (0..<OneTimeCode.randomLength).map { _ in UInt8.random(in: 0...255) }
            counts[Int(OneTimeCode(random: random, digits: OneTimeCode.phoneDigits).text.value.prefix(1)) ?? 0] += 1
        }
        // Eight standard deviations.
        #expect(counts.allSatisfy { (760...1240).contains($0) })
    }

    @Test("is read as people type it", arguments: ["000007", " 000 007 ", "000\u{A0}007", "0000-07", "٠٠٠٠٠٧"])
    func shown(_ typed: String) { #expect(read(typed)?.text.value == "000007") }

    @Test("is nothing else", arguments: ["", "7", "00007", "0000070", "00000a", "0000.7"])
    func none(_ typed: String) { #expect(read(typed) == nil) }

    private func read(_ typed: String) -> OneTimeCode? {
        OneTimeCode(shown: SecretText(typed), digits: OneTimeCode.phoneDigits)
    }

    @Test("is stored so that it counts for its account and its number, under its secret")
    func bound() throws {
        let ada = AccountID.named("ada")
        let hash = secret.hash(code, for: ada, number)
        let other = try #require(PhoneNumber("+33612345679"))
        #expect(secret.matches(code, for: ada, number, hash))
        #expect(!secret.matches(code, for: .named("bob"), number, hash))
        #expect(!secret.matches(code, for: ada, other, hash))
        #expect(!secret.matches(OneTimeCode(random: [8], digits: OneTimeCode.phoneDigits), for: ada, number, hash))
        #expect(!secret.matches(code, for: ada, number, Array(hash.dropLast())))
        #expect(!CodeSecret([UInt8](repeating: 2, count: 32)).matches(code, for: ada, number, hash))
        #expect(secret.hash(number) != secret.hash(other) && secret.hash(number).count == 32)
    }

    @Test("cannot be printed")
    func redaction() {
        for text in ["\(code)", String(reflecting: code), "\(number)", String(reflecting: number)] {
            #expect(!text.contains("000007") && !text.contains("33612345678"))
        }
    }

    @Test(
        "may be asked for again after a minute, and five times in a day",
        arguments: [
            // Seconds before now at which codes were asked for, and after how many seconds the next one may be.
            ([], nil), ([0], 60), ([59], 1), ([60], 0), ([10, 100], 50), ([100, 10], 50),
            ([100, 200, 300, 400, 500], 86_400 - 500), ([100, 200, 300, 400], -40), ([0, 200, 300, 400, 86_000], 400),
            ([86_400], nil), ([86_399], -86_339), ([10, 20, 30, 40, 50, 60], 86_400 - 50), ([-10], nil),
        ] as [([Int64], Int64?)])
    func budget(_ ago: [Int64], _ opens: Int64?) {
        let moments = ago.map { UnixTime.start.adding(seconds: -$0) }
        #expect(
            CodeBudget.phones.opens(after: moments, at: .start) == opens.map { UnixTime.start.adding(seconds: $0) })
    }
}
