/// A frame of at most 65,535 bytes (RFC 6455, section 5.2).
struct SocketFrame: Hashable, Sendable {
    /// The bit of the last fragment, the reserved bits and the kind.
    var first: UInt8
    var payload: [UInt8]

    init(_ first: UInt8, _ payload: [UInt8] = []) { (self.first, self.payload) = (first, payload) }

    init(_ text: String) { self.init(0x81, Array(text.utf8)) }

    static func close(_ code: UInt16, _ reason: String = "") -> SocketFrame {
        SocketFrame(0x88, [UInt8(code >> 8), UInt8(code & 0xFF)] + Array(reason.utf8))
    }

    var text: String { String(decoding: payload, as: UTF8.self) }

    /// The code and the reason of a close frame.
    var end: String {
        guard first == 0x88, payload.count >= 2 else { return "no close frame: \(text)" }
        let code = Int(payload[0]) << 8 | Int(payload[1])
        let reason = String(decoding: payload.dropFirst(2), as: UTF8.self)
        return reason.isEmpty ? "\(code)" : "\(code) \(reason)"
    }

    /// As a client sends it, and without the mask as a server does.
    func bytes(isMasked: Bool = true) -> [UInt8] {
        let mask: UInt8 = isMasked ? 0x80 : 0
        var bytes = [first]
        if payload.count < 126 {
            bytes.append(mask | UInt8(payload.count))
        } else {
            bytes += [mask | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        }
        guard isMasked else { return bytes + payload }
        let key: [UInt8] = [7, 31, 127, 211]
        return bytes + key + payload.enumerated().map { $1 ^ key[$0 % 4] }
    }
}
