import Logging

/// A JSON builder with only what a log line needs: objects, arrays, strings, numbers.
struct JSONText {
    private(set) var bytes: [UInt8] = []
    private var needsComma = false

    init() { bytes.reserveCapacity(256) }

    mutating func open() {
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
    }

    mutating func close() {
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    mutating func member(_ name: String, _ value: String) {
        key(name)
        string(value)
        needsComma = true
    }

    mutating func member(_ name: String, _ value: Logger.MetadataValue) {
        key(name)
        self.value(value)
        needsComma = true
    }

    private mutating func key(_ name: String) {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        string(name)
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func value(_ value: Logger.MetadataValue) {
        switch value {
        case .string(let text): string(text)
        case .stringConvertible(let shown): convertible(shown)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                self.value(element)
            }
            bytes.append(UInt8(ascii: "]"))
        case .dictionary(let members):
            open()
            for (name, value) in members.sorted(by: { $0.key < $1.key }) { member(name, value) }
            close()
        }
    }

    /// Numbers and Booleans stay; everything else shows its description, in which types with personal data redact
    /// themselves.
    private mutating func convertible(_ value: any CustomStringConvertible) {
        switch value {
        case let number as any BinaryInteger: bytes += Array("\(number)".utf8)
        case let number as Double where number.isFinite: bytes += Array("\(number)".utf8)
        case let flag as Bool: bytes += Array((flag ? "true" : "false").utf8)
        default: string(value.description)
        }
    }

    private mutating func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "\"")]
            case UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "\\")]
            case UInt8(ascii: "\n"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
            case UInt8(ascii: "\r"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
            case UInt8(ascii: "\t"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
            case 0..<0x20, 0x7f:
                let hex = String(byte, radix: 16)
                bytes += Array(("\\u00" + (hex.utf8.count == 1 ? "0" : "") + hex).utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
