/// The value of a text as JavaScript's `Number` reads it: blanks around it are ignored, "" is 0, and `0x10`, `0o17` and
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

/// Whether JavaScript's `trim` removes it: white space and line ends.
private func isJavaScriptBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF: true
    default: false
    }
}
