/// Push devices are in layers: the first device of each user, the second, and so on. In a layer each slot is one push
/// device, so set operations evaluate an expression for all. Users with more push devices than layers, or with terms
/// beyond `maximumTerms`, are evaluated one by one.
struct DeviceTerms: ~Copyable {
    struct Layer {
        fileprivate(set) var index = TermIndex()
        fileprivate(set) var slots = SlotBits()
    }

    static let maximumLayers = 4

    /// The limit for all layers. It bounds the memory if clients invent versions, languages and tags.
    private let maximumTerms: Int
    private(set) var layers: [Layer] = []
    private(set) var apart: [UInt32: [DeviceFacts]] = [:]
    /// A hash of each user's push devices. Apps often register the same devices again, which then changes nothing.
    private var hashes = PagedColumn(blank: 0)

    init(maximumTerms: Int = 100_000) { self.maximumTerms = maximumTerms }

    var footprint: Int {
        layers.reduce(hashes.footprint + apart.capacity * 16 + apart.count * 200) {
            $0 + $1.index.footprint + $1.slots.footprint
        }
    }

    // MARK: Changes

    mutating func set(_ devices: [DeviceFacts], of slot: UInt32) {
        let hash = DeviceTerms.hash(devices)
        hashes.grow(toHold: slot)
        guard hashes[slot] != hash else { return }
        if hashes[slot] != 0 { removeAll(slot) }
        hashes[slot] = hash
        guard devices.count > DeviceTerms.maximumLayers || !insert(devices, of: slot) else { return }
        removeAll(slot)
        apart[slot] = devices
    }

    /// Inserts the terms of a user's push devices. Returns false if the terms would exceed `maximumTerms`.
    private mutating func insert(_ devices: [DeviceFacts], of slot: UInt32) -> Bool {
        while layers.count < devices.count { layers.append(Layer()) }
        for (place, device) in devices.enumerated() {
            layers[place].slots.set(slot, true)
            for term in device.terms {
                let isNew = !layers[place].index.has(term)
                guard !isNew || layers.reduce(0, { $0 + $1.index.count }) < maximumTerms else { return false }
                layers[place].index.insert(slot, term)
            }
        }
        return true
    }

    private mutating func removeAll(_ slot: UInt32) {
        apart[slot] = nil
        for place in layers.indices where layers[place].slots.contains(slot) {
            layers[place].index.removeAll(slot)
            layers[place].slots.set(slot, false)
        }
    }

    /// Returns a hash of push devices; 0 only for no devices.
    private static func hash(_ devices: [DeviceFacts]) -> Int { devices.isEmpty ? 0 : devices.hashValue | 1 }
}
