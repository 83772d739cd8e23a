@testable import Location

@Suite("A stored device key") struct DeviceKeyHasherTests {
    private let hasher = DeviceKeyHasher(secret: [UInt8](repeating: 7, count: 32))
    private let salt = [UInt8](0..<16)

    @Test("The hash is the HMAC-SHA-256 of salt and key")
    func vector() {
        // printf '\0\1…\17the right key' | openssl dgst -sha256 -mac HMAC -macopt hexkey:0707…
        let hash = hasher.stored(.right, salt: salt).hash.map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }
        #expect(hash.joined() == "e9b01d53ddcc291c18d7bcfcd4565cb99494a4fb1e8c5c5af97f0f3f95283b97")
    }

    @Test("Only the same key proves it")
    func check() {
        let stored = hasher.stored(.right, salt: salt)
        #expect(hasher.check(.right, against: stored) == .proven)
        #expect(hasher.check(.wrong, against: stored) == .wrong)
        #expect(hasher.check(nil, against: stored) == .missing)
        #expect(hasher.check(.right, against: nil) == .noneConfigured)
        #expect(hasher.check(nil, against: nil) == .noneConfigured)
    }

    @Test("Keys with different bytes are different")
    func bytes() {
        let stored = hasher.stored(.of("\u{FC}"), salt: salt)
        #expect(hasher.check(.of("u\u{308}"), against: stored) == .wrong)
    }

    @Test("The key for the ids of events is derived from the secret and differs from other keys")
    func eventKey() {
        let same = DeviceKeyHasher(secret: [UInt8](repeating: 8, count: 32))
        let other = DeviceKeyHasher(secret: [UInt8](repeating: 9, count: 32))
        #expect(same.eventKey == DeviceKeyHasher(secret: [UInt8](repeating: 8, count: 32)).eventKey)
        #expect(same.eventKey.count == 32 && same.eventKey != other.eventKey && same.eventKey != same.check)
    }

    @Test("Another salt changes the hash, and another secret makes it useless")
    func saltAndSecret() {
        let stored = hasher.stored(.right, salt: salt)
        #expect(stored.hash != hasher.stored(.right, salt: [UInt8](1..<17)).hash)
        let other = DeviceKeyHasher(secret: [UInt8](repeating: 8, count: 32))
        #expect(other.check(.right, against: stored) == .wrong)
    }
}
