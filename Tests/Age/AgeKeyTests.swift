import BaliseValues
import Foundation
import Models
import Testing

@testable import Age

@Suite("A key of age")
struct AgeKeyTests {
    @Test("An identity has the recipient that age-keygen names")
    func recipient() throws {
        let identity = try AgeIdentity(Written.identity)
        #expect(identity.recipient.description == Written.recipient)
        #expect(try AgeRecipient(Written.recipient) == identity.recipient)
        #expect(identity.text == Written.identity)
    }

    @Test("A file of age-keygen is read, with its comments")
    func file() throws {
        let file = "# created: today\n# public key: \(Written.recipient)\n\(Written.identity.value)\n\n"
        let identities = try AgeIdentity.read(file: SecretText(file))
        #expect(identities.map(\.recipient.description) == [Written.recipient])
        #expect(throws: AgeError.invalidIdentity) { try AgeIdentity.read(file: SecretText("# nothing\n")) }
    }

    @Test(
        "Other texts are refused",
        arguments: [
            "", "age1", String(Written.recipient.dropLast()), Written.recipient + "q",
            Written.recipient.replacingOccurrences(of: "age16s", with: "age16S"),
            Written.recipient.replacingOccurrences(of: "age16s", with: "age16p"), Written.identity.value,
            Bech32.encode(Array(repeating: 1, count: 31), prefix: "age"),
            Bech32.encode(Array(repeating: 1, count: 32), prefix: "ago"),
        ])
    func refused(_ text: String) {
        #expect(throws: AgeError.invalidRecipient) { try AgeRecipient(text) }
    }

    @Test("A recipient is no identity")
    func wrongKind() {
        #expect(throws: AgeError.invalidIdentity) { try AgeIdentity(SecretText(Written.recipient)) }
    }

    @Test("An identity is never printed")
    func secrecy() throws {
        let identity = try AgeIdentity(Written.identity)
        var printed = "\(identity) \(String(reflecting: identity))"
        dump(identity, to: &printed)
        #expect(!printed.contains("SECRET") && !printed.contains("scalar"))
    }
}
