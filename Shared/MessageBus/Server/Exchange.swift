import CZeroMQ
import Models

/// The routing id of a peer, stored inline. libzmq's are 5 bytes long; a longer one is no client of ours.
struct Peer: Hashable, Sendable {
    private static let maximumLength = 16

    private var low: UInt64 = 0
    private var high: UInt64 = 0
    private let count: UInt8

    init?(_ bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty, bytes.count <= Peer.maximumLength else { return nil }
        count = UInt8(bytes.count)
        var padded: (UInt64, UInt64) = (0, 0)
        withUnsafeMutableBytes(of: &padded) { $0.copyBytes(from: bytes) }
        (low, high) = padded
    }

    func address(on socket: ZeroMQSocket) -> Bool {
        withUnsafeBytes(of: (low, high)) { bytes in
            socket.send(UnsafeRawBufferPointer(rebasing: bytes[..<Int(count)]), more: true)
        }
    }
}

struct Exchange: Hashable, Sendable {
    let peer: Peer
    let correlation: UInt64
    let code: MessageCode

    func hash(into hasher: inout Hasher) {
        hasher.combine(peer)
        hasher.combine(correlation)
    }
}
