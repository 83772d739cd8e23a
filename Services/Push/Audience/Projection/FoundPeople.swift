/// Valid until the audience changes. Keeps sets as long as possible: listing a million users takes longer than finding
/// them.
package struct FoundPeople {
    private let layers: [SlotBits]
    /// Users outside of the layers, by slot, with the number of their push devices.
    private let apart: [UInt32: Int]
    private let order: [UInt32]?

    init(layers: [SlotBits], apart: [UInt32: Int], order: [UInt32]? = nil) {
        self.layers = layers
        self.apart = apart
        self.order = order
    }

    package var count: Int {
        var count = 0
        forEach { _, _ in count += 1 }
        return count
    }

    /// Inlined, because it may call `body` for a million users.
    @inline(__always)
    package func forEach(_ body: (_ slot: UInt32, _ pushDevices: Int) -> Void) {
        if let order {
            for slot in order {
                let count = layers.count { $0.contains(slot) }
                if count > 0 { body(slot, count) } else if let count = apart[slot] { body(slot, count) }
            }
            return
        }
        for (slot, count) in apart { body(slot, count) }
        var (all, further) = (SlotBits(), SlotBits())
        for (place, layer) in layers.enumerated() {
            all.formUnion(layer)
            if place > 0 { further.formUnion(layer) }
        }
        // Most users are in one layer only.
        all.forEach { slot in body(slot, further.contains(slot) ? layers.count { $0.contains(slot) } : 1) }
    }
}
