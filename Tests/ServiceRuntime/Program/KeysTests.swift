// `keys` makes what is missing and replaces nothing.

import Foundation
import Isolation
import Models
import ServiceSettings
import Testing

@testable import ServiceRuntime

@Suite("The keys command")
struct KeysTests {
    @Test("It makes a pair for every service, secrets for the owner only, and keeps them the next time")
    func keys() throws {
        let folder = try TemporaryFolder()
        let settings = try Settings.load(
            arguments: ["--bus-keys", folder.url.appendingPathComponent("a/keys").path], environment: [:])
        let first = TestProgram()
        try first.program.makeKeys(settings)
        #expect(try folder.mode("a/keys") == 0o700)
        var secrets: [ServiceName: String] = [:]
        for service in ServiceName.allCases {
            #expect(try folder.mode("a/keys/\(service).secret") == 0o600)
            secrets[service] = try read("a/keys/\(service).secret", folder)
            _ = try read("a/keys/\(service).public", folder)
        }
        _ = try settings.curve(for: [.edge, .location])
        #expect(first.output.contains("made \(folder.url.path)/a/keys/location.secret and its public key"))
        let second = TestProgram()
        try second.program.makeKeys(settings)
        #expect(second.output.contains("kept \(folder.url.path)/a/keys/location.secret, which exists"))
        #expect(!second.output.contains("made"))
        for service in ServiceName.allCases {
            #expect(try read("a/keys/\(service).secret", folder) == secrets[service])
        }
    }

    private func read(_ name: String, _ folder: TemporaryFolder) throws -> String {
        try String(contentsOf: folder.url.appendingPathComponent(name), encoding: .utf8)
    }
}
