// What an allowed list holds once it is taken.

import Models
import Testing

@testable import Location

@Suite("An allowed list")
struct AllowedListTests {
    private func entry(_ name: String, current: Bool = false, history: Bool = false) -> AllowedDevice {
        AllowedDevice(device: .named(name), readsCurrentLocation: current, readsHistory: history)
    }

    @Test("keeps its order, and of two entries for a device the last")
    func doubled() throws {
        let list = try AllowedList.checked([
            entry("a", current: true), entry("b"), entry("__proto__", history: true), entry("a", history: true),
        ])
        #expect(list == [entry("a", history: true), entry("b"), entry("__proto__", history: true)])
    }

    @Test("takes ids for different that only look alike")
    func normalisation() throws {
        let list = try AllowedList.checked([entry("\u{FC}"), entry("u\u{308}")])
        #expect(list.count == 2)
    }

    @Test("has at most 256 entries, doubled ones counted")
    func length() throws {
        #expect(try AllowedList.checked((0..<256).map { entry("\($0)") }).count == 256)
        let error = #expect(throws: ServiceError.self) {
            try AllowedList.checked((0..<257).map { _ in entry("same") })
        }
        #expect(error?.code == .invalidRequest)
    }
}
