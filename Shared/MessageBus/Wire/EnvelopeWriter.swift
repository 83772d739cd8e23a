// Writes an envelope without the general coder.

import Models

/// Writes the bytes that the general coder writes for an envelope, several times faster.
enum EnvelopeWriter {
    static func write(_ envelope: Envelope, into bytes: inout [UInt8]) {
        let count = 1 + (envelope.traceParent == nil ? 0 : 1) + (envelope.client == nil ? 0 : 1)
        head(5, count, &bytes)
        field(0, envelope.requestID, &bytes)
        field(1, envelope.traceParent, &bytes)
        guard let client = envelope.client else { return }
        head(0, 2, &bytes)
        write(client, into: &bytes)
    }

    private static func write(_ client: ClientInfo, into bytes: inout [UInt8]) {
        // The number of fields stands before them; there are at most 12, which leaves it one byte.
        let start = bytes.count
        head(5, 0, &bytes)
        var count: UInt8 = 0
        func put(_ key: Int, _ value: String?) {
            guard let value else { return }
            field(key, value, &bytes)
            count += 1
        }
        put(0, client.userAgent)
        put(1, client.version)
        put(2, client.build)
        put(3, client.platform)
        put(4, client.device)
        put(5, client.os)
        put(6, client.locale)
        put(7, client.timezone)
        put(8, client.country?.value)
        put(9, client.city?.value)
        put(10, client.region?.value)
        put(11, client.address?.value)
        bytes[start] |= count
    }

    private static func field(_ key: Int, _ value: String?, _ bytes: inout [UInt8]) {
        guard let value else { return }
        head(0, key, &bytes)
        head(3, value.utf8.count, &bytes)
        bytes.append(contentsOf: value.utf8)
    }

    /// A CBOR head: the major type and its argument in the shortest form.
    private static func head(_ major: UInt8, _ argument: Int, _ bytes: inout [UInt8]) {
        let type = major << 5
        switch argument {
        case ..<24: bytes.append(type | UInt8(argument))
        case ..<256:
            bytes.append(type | 24)
            bytes.append(UInt8(argument))
        case ..<65_536:
            bytes.append(type | 25)
            bytes.append(UInt8(argument >> 8))
            bytes.append(UInt8(argument & 0xff))
        default:
            bytes.append(type | 26)
            for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: argument >> shift)) }
        }
    }
}
