// Requests as nobody would write them, the same ones for the same seed.

/// Makes random bodies, from slightly bent requests to noise.
struct RandomJSON {
    var numbers: SeededNumbers

    init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

    /// A body for `endpoint`.
    mutating func body(for endpoint: Endpoint) -> [UInt8] {
        switch Int.random(in: 0..<20, using: &numbers) {
        case 0: return noise()
        case 1: return Array(value(depth: 4).encoded.utf8)
        case 2: return cut(Array(endpoint.sample().encoded.utf8))
        case 3: return flipped(Array(endpoint.sample().encoded.utf8))
        case 4:
            let depth = Int.random(in: 1...20_000, using: &numbers)
            return Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        case 5: return Array(("{\"" + endpoint.wrapper + "\":" + value(depth: 5).encoded + "}").utf8)
        default:
            var request = endpoint.sample()
            for _ in 0..<Int.random(in: 1...3, using: &numbers) { request = bent(request) }
            return Array(request.encoded.utf8)
        }
    }

    /// `request` with something changed, removed, added or doubled somewhere in it.
    private mutating func bent(_ request: JSON) -> JSON {
        switch request {
        case .object(var members) where !members.isEmpty && !chance(8):
            let index = Int.random(in: 0..<members.count, using: &numbers)
            switch Int.random(in: 0..<8, using: &numbers) {
            case 0: members.remove(at: index)
            case 1: members[index].name = text()
            case 2: members.append(members[index])
            case 3: members.append(JSON.Member(name: text(), value: value(depth: 3)))
            case 4: members[index].value = value(depth: 3)
            default: members[index].value = bent(members[index].value)
            }
            return .object(members)
        case .array(var elements) where !elements.isEmpty && !chance(8):
            let index = Int.random(in: 0..<elements.count, using: &numbers)
            switch Int.random(in: 0..<6, using: &numbers) {
            case 0: elements.remove(at: index)
            case 1: elements.append(value(depth: 3))
            case 2: elements += elements
            default: elements[index] = bent(elements[index])
            }
            return .array(elements)
        default:
            return value(depth: 3)
        }
    }

    private mutating func value(depth: Int) -> JSON {
        switch Int.random(in: 0..<(depth > 0 ? 10 : 7), using: &numbers) {
        case 0: return .null
        case 1: return .bool(chance(2))
        case 2, 3: return .raw(pick(Self.tokens))
        case 4, 5: return .string(text())
        case 6: return .string(pick(Self.tokens))
        case 7: return .array((0..<Int.random(in: 0...4, using: &numbers)).map { _ in value(depth: depth - 1) })
        default:
            return .object(
                (0..<Int.random(in: 0...4, using: &numbers)).map { _ in
                    JSON.Member(name: text(), value: value(depth: depth - 1))
                })
        }
    }

    private mutating func text() -> String {
        if chance(2) { return pick(Self.names) }
        let pool: [ClosedRange<UInt32>] = [
            0x00...0x1F, 0x20...0x7E, 0x80...0xFF, 0x300...0x36F, 0x600...0x6FF, 0x2000...0x206F, 0xD7F0...0xD7FF,
            0xE000...0xE00F, 0xFFF0...0xFFFF, 0x1F300...0x1F5FF, 0x10FFF0...0x10FFFF,
        ]
        var result = ""
        for _ in 0..<Int.random(in: 0...(chance(20) ? 600 : 12), using: &numbers) {
            let range = pool[Int.random(in: 0..<pool.count, using: &numbers)]
            Unicode.Scalar(UInt32.random(in: range, using: &numbers)).map { result.unicodeScalars.append($0) }
        }
        return result
    }

    private mutating func noise() -> [UInt8] {
        (0..<Int.random(in: 0...300, using: &numbers)).map { _ in UInt8.random(in: 0...255, using: &numbers) }
    }

    private mutating func cut(_ body: [UInt8]) -> [UInt8] {
        Array(body.prefix(Int.random(in: 0..<body.count, using: &numbers)))
    }

    private mutating func flipped(_ body: [UInt8]) -> [UInt8] {
        var body = body
        for _ in 0..<Int.random(in: 1...4, using: &numbers) {
            body[Int.random(in: 0..<body.count, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
        }
        return body
    }

    private mutating func chance(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &numbers) == 0 }

    private mutating func pick(_ list: [String]) -> String { list[Int.random(in: 0..<list.count, using: &numbers)] }

    private static let tokens = [
        "0", "-0", "1", "-1", "1.5", "-180.00000001", "1e308", "1e309", "-1e400", "1e-400", "9223372036854775807",
        "9223372036854775808", "-9223372036854775809", "18446744073709551616", "0.1e1", "1E+2", "123456789012345678901",
        String(repeating: "9", count: 400), "0." + String(repeating: "0", count: 300) + "1", "NaN", "Infinity", "0x10",
        "01", "+1", ".5", "5.", "1_000", "tru", "nul", "\"\\ud800\"", "\"\\udc00\\ud800\"", "\"\\u0000\"", "\"\\", "",
    ]

    private static let names = [
        "Device", "DeviceID", "DeviceKey", "Amount", "MiataruConfig", "MiataruLocation", "Timestamp", "Latitude",
        "__proto__", "constructor", "RequestMiataruDeviceID", "requestingDeviceKey", "", "a:b", "Device=a&Amount=1",
        "{\"Device\":\"a\",\"Amount\":1}", "allowedDevices", "Slogan", "true", "'; --", "%00", "${x}",
    ]
}

extension Endpoint {
    /// The name of the object that wraps its request.
    fileprivate var wrapper: String {
        self == .getLocationGeoJSON ? "MiataruGetLocation" : "Miataru" + wrapperSuffix
    }
}
