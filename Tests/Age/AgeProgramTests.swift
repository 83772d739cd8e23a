import BaliseValues
import Foundation
import Isolation
import Models
import Testing

@testable import Age

@Suite("The program age", .enabled(if: AgeProgram.isInstalled, "age is missing: .ci/install-packages age"))
struct AgeProgramTests {
    private let folder: TemporaryFolder
    private let keys: URL
    private let identities: [AgeIdentity]

    init() async throws {
        folder = try TemporaryFolder()
        keys = folder.url.appendingPathComponent("keys.txt")
        let made = try await Process.output(of: try #require(AgeProgram.url("age-keygen")), ["-o", keys.path])
        #expect(made.status == 0, "\(made.output)")
        identities = try AgeIdentity.read(file: SecretText(try String(contentsOf: keys, encoding: .utf8)))
    }

    private func age(_ arguments: [String]) async throws {
        let (status, output) = try await Process.output(of: try #require(AgeProgram.url("age")), arguments)
        #expect(status == 0, "\(output)")
    }

    @Test("names the same recipient of an identity")
    func recipient() async throws {
        let (_, output) = try await Process.output(of: try #require(AgeProgram.url("age-keygen")), ["-y", keys.path])
        #expect(identities.map(\.recipient.description) == [output.trimmingCharacters(in: .whitespacesAndNewlines)])
    }

    @Test("decrypts our files, and we decrypt its files", arguments: [0, 1, 65_536, 65_537, 1_000_000])
    func bothWays(count: Int) async throws {
        let content = numberedBytes(count)
        let (plain, ours, theirs) = (
            folder.url.appendingPathComponent("plain"), folder.url.appendingPathComponent("ours.age"),
            folder.url.appendingPathComponent("theirs.age")
        )
        let other = try AgeIdentity(random: systemRandomBytes).recipient
        let recipients = [other] + identities.map(\.recipient)
        try Data(try encrypted(content, for: recipients)).write(to: ours)
        // age makes no file for nothing.
        try Data().write(to: plain)
        try await age(["-d", "-i", keys.path, "-o", plain.path, ours.path])
        #expect(try Data(contentsOf: plain) == Data(content))

        try await age(recipients.flatMap { ["-r", $0.description] } + ["-o", theirs.path, plain.path])
        #expect(try decrypted(Array(Data(contentsOf: theirs)), identities) == content)
    }
}

enum AgeProgram {
    static var isInstalled: Bool { url("age") != nil && url("age-keygen") != nil }

    static func url(_ name: String) -> URL? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").map { URL(fileURLWithPath: String($0)).appendingPathComponent(name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
