extension String {
    /// Nil for an invalid escape or invalid UTF-8.
    init?(percentEncoded text: some Sequence<UInt8>) {
        guard let bytes = [UInt8](percentEncoded: text, isStrict: true) else { return nil }
        self.init(validating: bytes, as: UTF8.self)
    }

    /// `+` is a blank (RFC 6749, appendix B).
    init?(formEncoded text: some Sequence<UInt8>) { self.init(percentEncoded: blanks(in: text)) }

    /// An invalid escape stays as it is.
    init(lenientlyFormEncoded text: some Sequence<UInt8>) {
        self.init(decoding: [UInt8](percentEncoded: blanks(in: text), isStrict: false) ?? [], as: UTF8.self)
    }
}

private func blanks(in text: some Sequence<UInt8>) -> some Sequence<UInt8> {
    text.lazy.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
}

extension [UInt8] {
    fileprivate init?(percentEncoded text: some Sequence<UInt8>, isStrict: Bool) {
        let source = Array(text)
        self = []
        reserveCapacity(source.count)
        var position = 0
        while position < source.count {
            let byte = source[position]
            position += 1
            guard byte == UInt8(ascii: "%") else {
                append(byte)
                continue
            }
            if position + 2 <= source.count, let value = UInt8(hexadecimal: source[position], source[position + 1]) {
                append(value)
                position += 2
            } else if isStrict {
                return nil
            } else {
                append(byte)
            }
        }
    }
}

extension UInt8 {
    fileprivate init?(hexadecimal high: UInt8, _ low: UInt8) {
        guard let high = Character(Unicode.Scalar(high)).hexDigitValue,
            let low = Character(Unicode.Scalar(low)).hexDigitValue
        else { return nil }
        self = UInt8(high << 4 | low)
    }
}
