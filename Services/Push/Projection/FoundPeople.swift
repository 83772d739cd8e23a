// Whom a look at the audience has found.

/// Who is told of something, and on how many push devices: good until the audience changes.
///
/// It holds sets as long as it can: a list of a million people takes longer than to find them.
package struct FoundPeople {
    /// In which layers of push devices (`DeviceTerms`) somebody is found.
    private let layers: [SlotBits]
    /// Further people by their slots, who are in no layer, and on how many push devices they are told.
    private let apart: [UInt32: Int]
    /// The order in which people are to come, where there is one; who is found is among these.
    private let order: [UInt32]?

    init(layers: [SlotBits], apart: [UInt32: Int], order: [UInt32]? = nil) {
        self.layers = layers
        self.apart = apart
        self.order = order
    }

    /// How many people they are.
    package var count: Int {
        var count = 0
        forEach { _, _ in count += 1 }
        return count
    }

    /// Calls `body` with the slot of each person and on how many push devices they are told. Inlined, since it is called for a
    /// million people.
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
        // Most are in one layer.
        all.forEach { slot in body(slot, further.contains(slot) ? layers.count { $0.contains(slot) } : 1) }
    }
}
