@testable import Location

@Suite("The access to places") struct PlaceAccessTests {
    private func access(_ change: (inout LocationPolicy) -> Void = { _ in }) -> PlaceAccess {
        var policy = LocationPolicy()
        change(&policy)
        return PlaceAccess(policy: policy)
    }

    private static let checks: [KeyCheck] = [.noneConfigured, .proven, .missing, .wrong]

    /// The owner's device. A nil list is none.
    private func right(
        of reader: PlaceReader, to kind: PlaceKind = .current, list: [AllowedDevice]? = nil, hasKey: Bool = true,
        _ access: PlaceAccess? = nil
    ) -> PlaceRight {
        let target = PlaceTarget(device: .owner, hasKey: hasKey, hasAllowedList: list != nil)
        return (access ?? self.access()).right(of: reader, to: kind, at: target) { reader in
            list?.first { $0.device == reader }
        }
    }

    private func entry(_ device: DeviceID, current: Bool = true, history: Bool = false) -> AllowedDevice {
        AllowedDevice(device: device, readsCurrentLocation: current, readsHistory: history)
    }

    private func claim(_ device: DeviceID, hasKey: Bool = true) -> CountingClaim {
        CountingClaim(device: device, hasKey: hasKey)
    }

    @Test("A reader with a key must prove it where readers are checked")
    func proof() {
        let lax = access { $0.checksReaderKeys = false }
        for check in [KeyCheck.noneConfigured, .proven] {
            #expect(access().refusal(of: .device(.friend, check)) == nil)
        }
        #expect(access().refusal(of: .device(.friend, .missing)) == .keyMissing(.friend))
        #expect(access().refusal(of: .device(.friend, .wrong)) == .keyWrong(.friend))
        for check in PlaceAccessTests.checks { #expect(lax.refusal(of: .device(.friend, check)) == nil) }
        for reader in [PlaceReader.device(nil, .noneConfigured), .account([claim(.friend)]), .tracker(.friend), .guest]
        {
            #expect(access().refusal(of: reader) == nil)
        }
    }

    @Test("A device without a list is visible to every Miataru reader, and one with a list to its entries")
    func lists() {
        #expect(right(of: .device(nil, .noneConfigured)) == PlaceRight(isSeen: true))
        #expect(right(of: .device(.friend, .proven)) == PlaceRight(isSeen: true, visitor: .friend, proof: .key))
        #expect(right(of: .device(.friend, .noneConfigured), list: [entry(.friend)]).isSeen)
        #expect(right(of: .device(nil, .noneConfigured), list: [entry(.friend)]) == .nothing)
        #expect(!right(of: .device(.owner, .proven), list: [entry(.friend)]).isSeen)
    }

    @Test("A share link opens the current place of its own device, while it is open")
    func links() {
        let link = ShareLinkRow.sample()
        #expect(right(of: .link(link, .start), list: []) == PlaceRight(isSeen: true))
        #expect(!right(of: .link(link, .start), to: .history).isSeen)
        #expect(!right(of: .link(link, link.latestEnd)).isSeen)
        let target = PlaceTarget(device: .friend, hasKey: false, hasAllowedList: false)
        #expect(!access().right(of: .link(link, .start), to: .current, at: target) { _ in nil }.isSeen)
    }

    @Test("A hidden look of a Miataru reader is a visit, and one of a device at itself is none")
    func visitors() {
        let list = [entry(.friend, current: false)]
        #expect(
            right(of: .device(.stranger, .noneConfigured), list: list) == PlaceRight(isSeen: false, visitor: .stranger))
        #expect(
            right(of: .device(.friend, .noneConfigured), list: list)
                == PlaceRight(isSeen: false, visitor: .friend, proof: .listed))
        #expect(right(of: .device(.owner, .proven)).visitor == nil)
    }

    @Test("A listed visitor ranks above one with a key, and that above others; then one that saw the place")
    func ranks() {
        let (friends, hidden) = ([entry(.friend)], [entry(.friend, current: false)])
        let rising = [
            right(of: .device(.stranger, .noneConfigured), list: friends),
            right(of: .device(.stranger, .noneConfigured)),
            right(of: .device(.stranger, .proven), list: friends), right(of: .device(.stranger, .proven)),
            right(of: .device(.friend, .proven), list: hidden), right(of: .device(.friend, .proven), list: friends),
        ]
        #expect(rising.map(\.rank) == Array(0...5))
        #expect(right(of: .tracker(.friend), list: friends).rank == 5)
    }

    @Test("An entry gives the place and the history separately")
    func kinds() {
        for reader in [PlaceReader.device(.friend, .proven), .account([claim(.friend)]), .tracker(.friend)] {
            for (current, history) in [(true, false), (false, true)] {
                let list = [entry(.friend, current: current, history: history)]
                #expect(right(of: reader, to: .current, list: list).isSeen == current)
                #expect(right(of: reader, to: .history, list: list).isSeen == history)
            }
        }
    }

    @Test("Where readers must hold a key, an entry is valid only for a proven reader")
    func provenReaders() {
        let strict = access { $0.readersMustHoldKey = true }
        let list = [entry(.friend)]
        for check in PlaceAccessTests.checks {
            #expect(right(of: .device(.friend, check), list: list, strict).isSeen == (check == .proven))
        }
        for hasKey in [true, false] {
            #expect(right(of: .account([claim(.friend, hasKey: hasKey)]), list: list, strict).isSeen == hasKey)
        }
        #expect(right(of: .tracker(.friend), list: list, strict).isSeen)
        #expect(right(of: .device(nil, .noneConfigured), strict).isSeen)
    }

    @Test("A person sees claimed devices without a visit, and others by a list in the name of the first device on it")
    func people() {
        let claims = [claim(.stranger), claim(.friend)]
        #expect(right(of: .account([claim(.owner)]), list: []) == PlaceRight(isSeen: true))
        #expect(
            right(of: .account(claims), list: [entry(.friend)])
                == PlaceRight(isSeen: true, visitor: .friend, proof: .listed))
        #expect(right(of: .account(claims), list: [entry(.friend), entry(.stranger)]).visitor == .stranger)
        #expect(right(of: .account(claims), list: [entry(.friend, current: false)]) == .nothing)
        #expect(right(of: .account(claims)) == .nothing)
        #expect(right(of: .account([]), list: []) == .nothing)
    }

    @Test("A tracker sees its own device, and those whose list names it")
    func trackers() {
        #expect(right(of: .tracker(.owner), list: []) == PlaceRight(isSeen: true))
        #expect(
            right(of: .tracker(.friend), list: [entry(.friend)])
                == PlaceRight(isSeen: true, visitor: .friend, proof: .listed))
        #expect(right(of: .tracker(.stranger), list: [entry(.friend)]) == .nothing)
        #expect(right(of: .tracker(.friend)) == .nothing)
    }

    @Test("A guest sees a device without list and key, is refused at one with a key, and leaves no visit")
    func guests() {
        #expect(right(of: .guest, hasKey: false) == PlaceRight(isSeen: true))
        #expect(right(of: .guest, list: [entry(.friend)], hasKey: false) == .nothing)
        #expect(right(of: .guest) == .nothing)
        for hasKey in [true, false] {
            let target = PlaceTarget(device: .owner, hasKey: hasKey, hasAllowedList: false)
            #expect(access().refusal(of: .guest, at: target) == (hasKey ? .closedToGuests(.owner) : nil))
            #expect(access().refusal(of: .tracker(.friend), at: target) == nil)
        }
    }
}
