// A wrong setting stops a program before it does anything.

import Foundation
import Isolation
import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("Settings") struct Options {
        @Test("A setting out of its range stops the start and is named", arguments: ["balise", "edge", "location"])
        func badSetting(program: String) async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "balise-" + Fresh.token(8))
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("BALISE_") }
            environment["BALISE_DATA_DIR"] = folder.appending(path: "data").path
            environment["BALISE_HTTP_PORT"] = "70000"
            let child = try ChildProcess(
                program, executable: BuiltPrograms.url(program), environment: environment,
                log: folder.appending(path: "log"))
            try await eventually("the program gives up") { !child.isRunning }
            #expect(try await child.terminate() != 0)
            #expect(try child.logText().contains("BALISE_HTTP_PORT") || child.logText().contains("http.port"))
        }
    }
}
