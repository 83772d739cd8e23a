// Reads an envelope without the general coder.

import Models

/// Reads an envelope in the form in which `EnvelopeWriter` writes it; gives up on any other.
struct EnvelopeReader {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Nil for whatever else it is, keys that do not ascend among it; the general coder then says whether it is an envelope.
    mutating func envelope() -> Envelope? {
        guard let count = head(5), let requestID = field(0) else { return nil }
        var envelope = Envelope(requestID: requestID, traceParent: nil, client: nil)
        var lastKey = 0
        for _ in 1..<max(count, 1) {
            guard let key = head(0), key > lastKey else { return nil }
            lastKey = key
            switch key {
            case 1:
                guard let text = text() else { return nil }
                envelope.traceParent = text
            case 2:
                guard let client = client() else { return nil }
                envelope.client = client
            default: return nil
            }
        }
        return position == bytes.count ? envelope : nil
    }

    private mutating func client() -> ClientInfo? {
        guard let count = head(5) else { return nil }
        var client = ClientInfo()
        var lastKey = -1
        for _ in 0..<count {
            guard let key = head(0), key > lastKey, let text = text() else { return nil }
            lastKey = key
            switch key {
            case 0: client.userAgent = text
            case 1: client.version = text
            case 2: client.build = text
            case 3: client.platform = text
            case 4: client.device = text
            case 5: client.os = text
            case 6: client.locale = text
            case 7: client.timezone = text
            case 8: client.country = Personal(text)
            case 9: client.city = Personal(text)
            case 10: client.region = Personal(text)
            case 11: client.address = Personal(text)
            default: return nil
            }
        }
        return client
    }

    private mutating func field(_ key: Int) -> String? { head(0) == key ? text() : nil }

    private mutating func text() -> String? {
        guard let count = head(3), count <= bytes.count - position else { return nil }
        let text = UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
        position += count
        return String(validating: text, as: UTF8.self)
    }

    /// The argument of a head of this major type, of at most two bytes.
    private mutating func head(_ major: UInt8) -> Int? {
        guard position < bytes.count, bytes[position] >> 5 == major else { return nil }
        let argument = Int(bytes[position] & 31)
        position += 1
        switch argument {
        case ..<24: return argument
        case 24 where position < bytes.count:
            position += 1
            return Int(bytes[position - 1])
        case 25 where position + 1 < bytes.count:
            position += 2
            return Int(bytes[position - 2]) << 8 | Int(bytes[position - 1])
        default: return nil
        }
    }
}
