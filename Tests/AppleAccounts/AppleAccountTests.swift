// The vectors come from another implementation of SHA-256 (Python's hashlib).

import AppleAccounts
import Models
import Testing

@Suite("The account of an Apple user")
struct AppleAccountTests {
    struct Vector: Sendable {
        let user, id, password: String
    }

    static let vectors = [
        Vector(
            user: "001234.0123456789abcdef0123456789abcdef.0123", id: "apple_9ae0d87aee2250221154164aa4c0a0",
            password: "62d869a5bdb41cc3812e045d64b07f8c"),
        Vector(
            user: "001999.é.1", id: "apple_fa0e17cdcde5fcfc46f0f03c7363f7",
            password: "1e688c894fe173d45d07ce2da79927d0"),
    ]

    @Test("has the id, the address and the password of the vectors", arguments: vectors)
    func derivation(_ vector: Vector) throws {
        let account = try #require(AppleAccount(appleUserID: vector.user))
        #expect(account.id.text == vector.id && account.id.text.count == 36)
        #expect(account.email.value == vector.id + "@familysync.anonymous")
        #expect(AppleAccount.password(appleUserID: vector.user).value == vector.password)
        let elsewhere = AppleAccount(appleUserID: vector.user, domain: "a.example")
        #expect(elsewhere?.email.value == vector.id + "@a.example")
        #expect(AppleAccount.displayName == "Utilisateur")
        #expect(AppleAccount(appleUserID: "") == nil)
    }

    @Test("is known by its id", arguments: vectors)
    func reading(_ vector: Vector) throws {
        let id = try #require(AccountID(vector.id))
        let account = try #require(AppleAccount(id: id))
        #expect(account == AppleAccount(appleUserID: vector.user))
    }

    @Test(
        "is not taken for one whose id only looks like it",
        arguments: [
            "apple_", "apple_9ae0d87aee2250221154164aa4c0a", "apple_9AE0D87AEE2250221154164AA4C0A0",
            "apple_9ae0d87aee2250221154164aa4c0ag", "APPLE_9ae0d87aee2250221154164aa4c0a0",
        ])
    func lookalikes(_ text: String) throws {
        let id = try #require(AccountID(text))
        #expect(AppleAccount(id: id) == nil)
        #expect(AppleAccount.isReserved(id: id))
    }

    @Test("has an address that nobody else may have, in any case")
    func addresses() {
        #expect(AppleAccount.isDerived(email: "Anybody@FamilySync.Anonymous"))
        #expect(!AppleAccount.isDerived(email: "anybody@example.org"))
        #expect(!AppleAccount.isDerived(email: "anybody@not-familysync.anonymous"))
        #expect(!AppleAccount.isReserved(id: AccountID("applause")!))
    }
}
