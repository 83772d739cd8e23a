import BaliseValues
import Foundation
import NIOHTTP1
import Testing

@testable import ObjectStorage

@Suite(
    "An object storage", .timeLimit(.minutes(5)),
    .enabled(if: MotoServer.isInstalled, "moto is missing; make test installs it and names it in BALISE_TEST_PYTHON"))
struct ObjectStorageTests {
    private struct Stop: Error {}

    private static let partSize = 5 * 1024 * 1024
    private let server: MotoServer

    init() async throws { server = try await MotoServer() }

    private func read(_ key: String, _ storage: ObjectStorage) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await piece in try await storage.get(key) { bytes += piece }
        return bytes
    }

    @Test("An object is written, found, listed, read and deleted, below its prefix")
    func objects() async throws {
        try await server.use { client in
            let storage = client.storage
            for key in ["b/2", "b/1", "c"] { try await storage.put(Array(key.utf8), as: key) }
            try await server.use({ $0.prefix = "other/" }) { try await $0.storage.put([1], as: "b/9") }
            #expect(try await storage.list(prefix: "b/").map(\.key) == ["b/1", "b/2"])
            let all = try await storage.list()
            #expect(all.map(\.key) == ["b/1", "b/2", "c"])
            #expect(all.map(\.bytes) == [3, 3, 1])
            #expect(all.allSatisfy { $0.changedAt != nil })
            #expect(try await read("b/1", storage) == Array("b/1".utf8))
            #expect(try await storage.head("b/1")?.bytes == 3)
            try await storage.delete("b/1")
            try await storage.delete("b/1")
            #expect(try await storage.head("b/1") == nil)
            let failure = await #expect(throws: ObjectStorageFailure.self) { _ = try await storage.get("b/1") }
            #expect(failure?.description == "GetObject failed: 404 NoSuchKey; there is no such object")
            #expect(client.pauses.all.isEmpty)
        }
    }

    @Test("More objects than a page has are all listed")
    func pages() async throws {
        try await server.use { client in
            let keys = (0..<1003).map { "\(10_000 + $0)" }
            for key in keys { try await client.storage.put([], as: key) }
            #expect(try await client.storage.list().map(\.key) == keys)
        }
    }

    @Test("An upload of any length arrives unchanged", arguments: [0, 1, 5_242_880, 10_485_761])
    func uploads(count: Int) async throws {
        let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) }
        try await server.use({ $0.partSize = Self.partSize }) { client in
            try await client.storage.upload(as: "large") { upload in
                for start in stride(from: 0, to: count, by: 1_000_003) {
                    try await upload.write(Array(content[start..<min(start + 1_000_003, count)]))
                }
            }
            #expect(try await read("large", client.storage) == content)
            #expect(try await client.storage.openUploads().isEmpty)
        }
    }

    @Test("A failed or cancelled upload leaves neither an object nor parts")
    func aborted() async throws {
        try await server.use({ $0.partSize = Self.partSize }) { client in
            let storage = client.storage
            await #expect(throws: Stop.self) {
                try await storage.upload(as: "large") { upload in
                    try await upload.write([UInt8](repeating: 1, count: Self.partSize))
                    #expect(try await storage.openUploads().count == 1)
                    throw Stop()
                }
            }
            let task = Task {
                try await storage.upload(as: "large") { upload in
                    try await upload.write([UInt8](repeating: 1, count: Self.partSize))
                    withUnsafeCurrentTask { $0?.cancel() }
                    try await upload.write([UInt8](repeating: 1, count: Self.partSize))
                }
            }
            await #expect(throws: ObjectStorageFailure.self) { try await task.value }
            let left = (open: try await storage.openUploads(), object: try await storage.head("large"))
            #expect(left.open.isEmpty && left.object == nil)
        }
    }

    @Test("The parts of killed uploads are deleted, below a prefix only")
    func killed() async throws {
        try await server.use({ $0.partSize = Self.partSize }) { client in
            for key in ["a/1", "b/1"] {
                var upload = ObjectUpload(client.storage, key)
                try await upload.write([UInt8](repeating: 1, count: Self.partSize))
            }
            try await client.storage.abortUploads(prefix: "a/")
            let left = try await client.storage.openUploads()
            #expect(left.map { $0.key } == ["b/1"])
        }
    }

    @Test("A request that the storage fails is sent again, after longer and longer pauses")
    func retries() async throws {
        try await server.use { client in
            try await client.storage.put([1], as: "fails-3-503")
            #expect(client.pauses.all == [.seconds(1), .seconds(2), .seconds(4)])
            #expect(try await read("fails-3-503", client.storage) == [1])
        }
    }

    @Test("A request is given up after its last attempt, and at once if it is refused")
    func bounds() async throws {
        try await server.use { client in
            let failed = await #expect(throws: ObjectStorageFailure.self) {
                try await client.storage.put([1], as: "fails-9-500")
            }
            #expect(failed?.description == "PutObject failed: 500 SlowDown")
            #expect(client.pauses.all.count == 3)
            let refused = await #expect(throws: ObjectStorageFailure.self) {
                try await client.storage.put([1], as: "fails-9-400")
            }
            #expect(refused?.status == 400)
            #expect(client.pauses.all.count == 3)
        }
    }

    @Test("A wrong secret is refused and not shown")
    func secrecy() async throws {
        try await server.use({ $0.secret = SecretText("wrong-secret") }) { client in
            let failure = await #expect(throws: ObjectStorageFailure.self) {
                try await client.storage.put([1], as: "a")
            }
            #expect(
                failure?.description
                    == "PutObject failed: 403 SignatureDoesNotMatch; check the secret and the region")
            var printed = ""
            dump(failure, to: &printed)
            dump(client.storage.options, to: &printed)
            #expect(!printed.contains("wrong-secret"))
        }
    }

    @Test("A storage that cannot be reached is reported after the last attempt")
    func unreachable() async throws {
        try await server.use({ $0.endpoint = "http://127.0.0.1:1" }) { client in
            let failure = await #expect(throws: ObjectStorageFailure.self) { _ = try await client.storage.list() }
            #expect(failure?.status == nil)
            #expect(failure?.description.hasPrefix("ListObjectsV2 failed: the storage cannot be reached (") == true)
            #expect(client.pauses.all.count == 3)
        }
    }
}
