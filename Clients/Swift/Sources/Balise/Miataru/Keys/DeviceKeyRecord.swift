// What this phone knows of the key of one device. Pure: what happened in, what is known then out.

import BaliseJSON
import Foundation

/// What this phone knows of the key of one device.
///
/// A new key is kept before it is sent: when the answer is lost, one of two keys counts, and both are here to find out.
struct DeviceKeyRecord: Equatable, Sendable {
    /// The key that the server is known to have; nil for none.
    private(set) var current: MiataruDeviceKey?
    /// The key that was sent and may count already.
    private(set) var pending: MiataruDeviceKey?

    /// A device of which nothing is known.
    init() {}

    /// A device whose key is certain.
    init(certain key: MiataruDeviceKey) { current = key }

    /// A new key is about to be sent.
    mutating func begin(_ key: MiataruDeviceKey) { pending = key }

    /// The server has taken the new key.
    mutating func complete() {
        guard let pending else { return }
        current = pending
        self.pending = nil
    }

    /// It is certain that the new key does not count and never will.
    mutating func abandon() { pending = nil }

    /// Whether there is nothing to keep.
    var isEmpty: Bool { current == nil && pending == nil }

    /// The keys to try as the present one when the pending key is sent again, one after the other. A server that has
    /// taken it already takes it from itself to itself; without a former key, the same request is the first setting.
    var settlingKeys: [MiataruDeviceKey] { [current, pending].compactMap { $0 } }
}

extension DeviceKeyRecord: JSONReadable, JSONWritable {
    init(_ json: JSONValue) throws(JSONShapeError) {
        current = try json.optional("current", as: StoredKey.self)?.key
        pending = try json.optional("pending", as: StoredKey.self)?.key
    }

    func write(to json: inout JSONObject) {
        json.set("current", current?.secret)
        json.set("pending", pending?.secret)
    }

    private struct StoredKey: JSONReadable {
        let key: MiataruDeviceKey

        init(_ json: JSONValue) throws(JSONShapeError) {
            guard let key = MiataruDeviceKey(try String(json)) else { throw JSONShapeError(.isNot("a device key")) }
            self.key = key
        }
    }
}
