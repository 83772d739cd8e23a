import Foundation
import Testing

@testable import Storage

@Suite("The pace of copies") struct CopyPaceTests {
    private let folder: TemporaryFolder
    private let log: URL

    init() throws {
        folder = try TemporaryFolder()
        log = folder.url.appending(path: "location.sqlite-wal")
        try Data([1]).write(to: log)
    }

    /// The seconds that a copy of 10 MiB waits which itself takes `seconds`, `age` seconds after a write.
    private func wait(_ seconds: Double, afterWriteBy age: Double) throws -> Double {
        let written = try log.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
        let now = try #require(written).addingTimeInterval(age)
        var (elapsed, waited) = (Duration.zero, Duration.zero)
        let pace = CopyPace(besideWritesIn: folder.url, now: { now }, elapsed: { elapsed }) { pause in
            waited += pause
            elapsed += pause
        }
        for _ in 0..<20 {
            elapsed += .seconds(seconds) / 20
            pace.wrote(512 << 10)
        }
        return waited / .seconds(1)
    }

    @Test("A copy beside writes waits until it is as slow as it should be")
    func besideWrites() throws {
        #expect(abs(try wait(0.1, afterWriteBy: 0.5) - 0.4) < 0.001)
        #expect(try wait(0.5, afterWriteBy: 0.5) == 0)
    }

    @Test("Without writes a copy does not wait")
    func alone() throws {
        for age in [CopyPace.lull, -3600] { #expect(try wait(0.1, afterWriteBy: age) == 0, "\(age)") }
    }
}
