// The programs that host one service each, beside the one that has all their names.

import Foundation
import Isolation
import Models
import Testing

extension EndToEnd {
    @Suite("Programs") struct Programs {
        @Test("Each service is also built as a program of its own", arguments: ServiceName.allCases)
        func ofOneService(service: ServiceName) async throws {
            let help = try await Self.help(of: BuiltPrograms.built("\(service)"))
            let first = try #require(help.split(separator: "\n").first)
            #expect(first.hasPrefix("\(service) ") && first.hasSuffix(": hosts \(service)"), "\(help)")
        }

        private static func help(of program: URL) async throws -> String {
            let process = Process()
            process.executableURL = program
            process.arguments = ["help"]
            process.standardInput = FileHandle.nullDevice
            let ended = AsyncStream<Void>.makeStream()
            process.terminationHandler = { _ in ended.continuation.finish() }
            let output = try process.startPrinting()
            for await _ in ended.stream {}
            return String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        }
    }
}
