// How an update is sorted by device.

import Models
import Testing

@testable import Location

@Suite("An update sorted by device")
struct DeviceReportTests {
    private func entry(_ device: String, _ number: Int, _ key: DeviceKey? = nil) -> UpdateLocation.Entry {
        UpdateLocation.Entry(device: .named(device), key: key, location: .sample(number))
    }

    @Test("keeps the order of each device's locations")
    func order() {
        let reports = DeviceReport.reports([entry("a", 1), entry("b", 2), entry("a", 3), entry("b", 4)])
        #expect(reports.map(\.device) == [.named("a"), .named("b")])
        #expect(reports.map(\.locations) == [[.sample(1), .sample(3)], [.sample(2), .sample(4)]])
    }

    @Test("keeps every different key that a device's entries show")
    func keys() {
        let reports = DeviceReport.reports([
            entry("a", 1, .right), entry("a", 2, .right), entry("a", 3, .wrong), entry("a", 4), entry("a", 5),
        ])
        #expect(reports[0].keys.map { $0?.secret } == [DeviceKey.right.secret, DeviceKey.wrong.secret, nil])
    }

    @Test("is empty when the update is")
    func empty() {
        #expect(DeviceReport.reports([]).isEmpty)
    }
}
