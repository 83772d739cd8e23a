// The file that holds the secret of the device keys.

import Foundation
import Testing

@testable import Location

@Suite("The secret of the device keys")
struct DeviceKeySecretTests {
    private let folder: TemporaryFolder
    private let secret: DeviceKeySecret
    private let random: (Int) -> [UInt8] = { [UInt8](repeating: 5, count: $0) }

    init() throws {
        folder = try TemporaryFolder()
        secret = DeviceKeySecret(url: folder.url.appendingPathComponent("keys/device-keys.secret"))
    }

    @Test("is made once, for its owner only, and stays")
    func made() throws {
        let first = try secret.load(isNeeded: false, random: random)
        #expect(first == [UInt8](repeating: 5, count: 32))
        #expect(try secret.load(isNeeded: true) { [UInt8](repeating: 6, count: $0) } == first)
        let file = try FileManager.default.attributesOfItem(atPath: secret.url.path)
        #expect(file[.posixPermissions] as? Int == 0o600)
        let keys = try FileManager.default.attributesOfItem(atPath: secret.url.deletingLastPathComponent().path)
        #expect(keys[.posixPermissions] as? Int == 0o700)
    }

    @Test("is not made anew while keys need the old one")
    func lost() {
        #expect(throws: DeviceKeySecret.Failure.lost(path: secret.url.path)) {
            try secret.load(isNeeded: true, random: random)
        }
        #expect(!FileManager.default.fileExists(atPath: secret.url.path))
    }

    @Test("is refused when others may read it, or when it is cut short")
    func unusable() throws {
        _ = try secret.load(isNeeded: false, random: random)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: secret.url.path)
        #expect(throws: DeviceKeySecret.Failure.self) { try secret.load(isNeeded: false, random: random) }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret.url.path)
        try Data([1, 2, 3]).write(to: secret.url)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret.url.path)
        #expect(throws: DeviceKeySecret.Failure.self) { try secret.load(isNeeded: false, random: random) }
    }
}
