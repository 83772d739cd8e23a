// What push devices are, for all of them at once.

/// What push devices are, by the slots of their people, in layers: the first push device of everybody, the second of those
/// who have two, and so on. In a layer each slot stands for one push device, so an expression is decided for a whole layer by
/// sets, as if everybody had one.
///
/// The push devices of somebody with more than there are layers, or with terms that are not taken any more, are kept apart and
/// looked at one by one.
struct DeviceTerms: ~Copyable {
    /// One push device of each person.
    struct Layer {
        fileprivate(set) var index = TermIndex()
        /// Who has one in this layer.
        fileprivate(set) var slots = SlotBits()
    }

    static let maximumLayers = 4

    /// So many terms of all layers are taken, so that those who make up versions, languages and tags take no more memory.
    private let maximumTerms: Int
    private(set) var layers: [Layer] = []
    /// The push devices that are looked at one by one.
    private(set) var apart: [UInt32: [DeviceFacts]] = [:]
    /// A hash of the push devices of each, since apps register the same ones again and again.
    private var hashes = PagedColumn(blank: 0)

    init(maximumTerms: Int = 100_000) { self.maximumTerms = maximumTerms }

    /// Bytes that it holds, about.
    var footprint: Int {
        layers.reduce(hashes.footprint + apart.capacity * 16 + apart.count * 200) {
            $0 + $1.index.footprint + $1.slots.footprint
        }
    }

    // MARK: Changes

    /// Takes over which push devices somebody has; none for nobody.
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

    /// False when not all that the push devices are was taken.
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

    /// 0 for none, and for nothing else.
    private static func hash(_ devices: [DeviceFacts]) -> Int {
        guard !devices.isEmpty else { return 0 }
        var hasher = Hasher()
        hasher.combine(devices)
        let hash = hasher.finalize()
        return hash == 0 ? 1 : hash
    }
}
