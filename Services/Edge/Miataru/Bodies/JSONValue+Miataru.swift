import BaliseJSON
import Models

extension JSONValue {
    /// The member; nil if it is absent or `null`.
    func given(_ name: StaticString) -> JSONValue? {
        guard let value = member(name), value.kind != .null else { return nil }
        return value
    }

    func given(_ names: [StaticString]) -> JSONValue? {
        for name in names { if let value = given(name) { return value } }
        return nil
    }

    /// Returns a device id, which is not empty and contains no `:`.
    func device(_ name: StaticString) throws(EdgeError) -> DeviceID { try device([name]) }

    func device(_ names: [StaticString]) throws(EdgeError) -> DeviceID {
        guard let device = try optionalDevice(names) else { throw .invalid("\(names[0]) is missing") }
        return device
    }

    /// Returns a device id; nil if the member is absent, `null` or empty.
    func optionalDevice(_ names: [StaticString]) throws(EdgeError) -> DeviceID? {
        guard let value = given(names) else { return nil }
        guard let text = value.string else { throw .invalid("\(names[0]) must be a string") }
        guard !text.isEmpty else { return nil }
        return try DeviceID(text, named: names[0])
    }

    /// Returns a device key; nil if it is absent, `null` or empty. An invalid key is refused even if no key is needed.
    func optionalKey(_ names: StaticString...) throws(EdgeError) -> DeviceKey? { try optionalKey(names) }

    func optionalKey(_ names: [StaticString]) throws(EdgeError) -> DeviceKey? {
        guard let value = given(names) else { return nil }
        guard let text = value.string else { throw .invalid("\(names[0]) must be a string") }
        guard !text.isEmpty else { return nil }
        guard let key = DeviceKey(text) else {
            throw .invalid("\(names[0]) must have at most \(DeviceKey.maximumLength) characters")
        }
        return key
    }

    func key(_ names: StaticString...) throws(EdgeError) -> DeviceKey {
        guard let key = try optionalKey(names) else { throw .invalid("\(names[0]) is missing") }
        return key
    }

    /// Returns a number, or a string in JavaScript's notation. The caller checks its range.
    func amount(_ name: StaticString) throws(EdgeError) -> Int {
        guard let value = given(name) else { throw .invalid("\(name) is missing") }
        return try value.wholeNumber(name)
    }

    func wholeNumber(_ name: StaticString) throws(EdgeError) -> Int {
        let value: Double? = kind == .number ? decimal(literal) : string.flatMap(javaScriptNumber)
        guard let number = value, number.rounded() == number else { throw .invalid("\(name) must be a whole number") }
        // These limits are far above any real amount, and safe from overflow.
        return Int(max(-1e15, min(1e15, number)))
    }

    func readerDevice() throws(EdgeError) -> DeviceID {
        try device(["RequestDeviceID", "RequestMiataruDeviceID", "requestingDeviceID"])
    }

    func readerKey() throws(EdgeError) -> DeviceKey {
        try key("RequestDeviceKey", "RequestMiataruDeviceKey", "requestingDeviceKey")
    }
}

extension DeviceID {
    /// The longest id in characters, because devices and visits store ids. Apps use 36 or 40 characters.
    static let maximumLength = 256

    init(_ text: String, named name: StaticString) throws(EdgeError) {
        guard text.length <= DeviceID.maximumLength else {
            throw .invalid("\(name) must have at most \(DeviceID.maximumLength) characters")
        }
        guard !text.holdsNUL else { throw .invalid("\(name) must not contain U+0000") }
        guard let device = DeviceID(text) else { throw .invalid("\(name) must not contain a colon") }
        self = device
    }
}

/// Returns the decimal number, which may have blanks around it; nil for anything else, such as `0x10` or `nan`.
func decimal(_ text: String) -> Double? {
    var digits = text.utf8[...]
    while let first = digits.first, isBlank(first) { digits.removeFirst() }
    while let last = digits.last, isBlank(last) { digits.removeLast() }
    let isDecimal = digits.allSatisfy { $0.isASCIIDigit || "+-.eE".utf8.contains($0) }
    guard isDecimal, digits.count <= 400, let number = Double(Substring(digits)), number.isFinite else { return nil }
    return number
}

private func isBlank(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
    default: false
    }
}

/// Returns the number as JavaScript's `Number` reads it: blanks around it are ignored, "" is 0, and `0x10`, `0o17` and
/// `0b11` are valid. Nil for NaN and infinity.
func javaScriptNumber(_ text: String) -> Double? {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !isJavaScriptBlank($0) }),
        let last = scalars.lastIndex(where: { !isJavaScriptBlank($0) })
    else { return 0 }
    let trimmed = String(scalars[first...last])
    switch trimmed.prefix(2).lowercased() {
    case "0x": return whole(trimmed.dropFirst(2), radix: 16)
    case "0o": return whole(trimmed.dropFirst(2), radix: 8)
    case "0b": return whole(trimmed.dropFirst(2), radix: 2)
    default: return decimal(trimmed)
    }
}

private func whole(_ digits: Substring, radix: Int) -> Double? {
    guard !digits.isEmpty, digits.utf8.count <= 400 else { return nil }
    var value = 0.0
    for digit in digits {
        guard digit.isASCII, let number = digit.hexDigitValue, number < radix else { return nil }
        value = value * Double(radix) + Double(number)
    }
    return value.isFinite ? value : nil
}

/// Whether JavaScript's `trim` removes the character: white space and line ends.
private func isJavaScriptBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF: true
    default: false
    }
}

extension Reader {
    /// Reads the reader. Without a configuration, the reader has no id; the location service judges that.
    init(config body: JSONValue?) throws(EdgeError) {
        guard let config = body?.given("MiataruConfig") else {
            self.init(device: nil)
            return
        }
        guard config.kind == .object else { throw .invalid("MiataruConfig must be an object") }
        self.init(
            device: try config.optionalDevice(["RequestMiataruDeviceID", "requestingDeviceID"]),
            key: try config.optionalKey("RequestMiataruDeviceKey", "requestingDeviceKey"))
    }
}
