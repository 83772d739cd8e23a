// An answer that is written to a file: the file is there before anything is asked, and does not stay without the answer.

import Foundation
import Isolation
import OperatorCommands
import Testing

@testable import ServiceRuntime

@Suite("Downloads from the operations port")
struct DownloadTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Asks a port at which nobody listens.
    private func download(to file: String) -> String {
        let probe = OperationsProbe(
            host: "127.0.0.1", port: 1, timeout: .seconds(3), key: Secret("0123456789abcdef"))
        do {
            _ = try probe.download("POST", "/accounts/a1/export", to: folder.url.appendingPathComponent(file))
            return ""
        } catch {
            return "\(error)"
        }
    }

    @Test("ask for nothing when the file cannot be made")
    func nowhere() {
        let complaint = download(to: "nope/x.zip")
        #expect(complaint.hasPrefix("cannot make the file "), "\(complaint)")
    }

    @Test("leave no file when nobody answers")
    func nobody() throws {
        let complaint = download(to: "x.zip")
        #expect(!complaint.isEmpty && !complaint.hasPrefix("cannot make the file "), "\(complaint)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }
}
