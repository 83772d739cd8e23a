/// A size of QR codes, with error correction M: how many codewords it has, and how they are arranged.
struct QRVersion {
    /// The version's number, 1 to 40.
    let number: Int

    /// The smallest version for a number of bytes; nil if none is large enough.
    static func holding(_ bytes: Int) -> QRVersion? {
        (1...40).lazy.map { QRVersion(number: $0) }.first { $0.maximumBytes >= bytes }
    }

    var size: Int { 17 + 4 * number }

    /// The bytes of text that fit beside mode, length and terminator.
    private var maximumBytes: Int { dataCodewords - lengthBytes - 1 }

    /// The bytes that the length of the text takes (section 7.4.1).
    private var lengthBytes: Int { number < 10 ? 1 : 2 }

    private var dataCodewords: Int { allCodewords - blocks * checkCodewords }

    /// The bytes that fit into the modules outside patterns, format and version (table 1).
    private var allCodewords: Int {
        let lines = number / 7 + 2
        let alignment = number == 1 ? 0 : (25 * lines - 10) * lines - 55
        let version = number < 7 ? 0 : 36
        return ((16 * number + 128) * number + 64 - alignment - version) / 8
    }

    /// The number of blocks, and of the error correction codewords in each of them (table 9).
    private var blocks: Int { QRVersion.blocks[number - 1] }
    private var checkCodewords: Int { QRVersion.checkCodewords[number - 1] }

    private static let blocks = [
        1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31,
        33, 35, 37, 38, 40, 43, 45, 47, 49,
    ]
    private static let checkCodewords =
        [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26]
        + Array(repeating: 28, count: 19)

    /// The rows, and columns, on which alignment patterns have their centres (annex E).
    var alignmentCentres: [Int] {
        guard number > 1 else { return [] }
        let lines = number / 7 + 2
        let step = (number * 8 + lines * 3 + 5) / (lines * 4 - 4) * 2
        return [6] + (2...lines).map { size - 7 - (lines - $0) * step }
    }

    /// The version information of larger codes, 18 bits (section 7.10); nil below version 7.
    var bits: Int? { number < 7 ? nil : QRVersion.withCheckBits(number, 12, generator: 0x1F25) }

    /// Appends the check bits of a BCH code (annex C).
    static func withCheckBits(_ value: Int, _ count: Int, generator: Int) -> Int {
        var rest = value
        for _ in 0..<count { rest = rest << 1 ^ (rest >> (count - 1)) * generator }
        return value << count | rest
    }

    /// The codewords of a text that this version holds, in the order in which they are drawn (section 7.6).
    func codewords(of bytes: [UInt8]) -> [UInt8] {
        let data = padded(bytes)
        let short = data.count / blocks
        var parts: [ArraySlice<UInt8>] = []
        for block in 0..<blocks {
            let start = parts.last?.endIndex ?? 0
            // The rest is shared: each of the last blocks gets one byte more.
            let isLonger = block >= blocks - data.count % blocks
            parts.append(data[start..<start + short + (isLonger ? 1 : 0)])
        }
        let checks = parts.map { correction(of: $0) }
        var codewords: [UInt8] = []
        for index in 0...short {
            for part in parts where index < part.count { codewords.append(part[part.startIndex + index]) }
        }
        for index in 0..<checkCodewords { codewords += checks.map { $0[index] } }
        return codewords
    }

    /// The mode (4 bits), the length and the bytes, the terminator (4 bits), and padding (section 7.4). So everything
    /// between mode and terminator is shifted by half a byte.
    private func padded(_ bytes: [UInt8]) -> [UInt8] {
        var content = lengthBytes == 2 ? [UInt8(bytes.count >> 8)] : []
        content += [UInt8(bytes.count & 0xFF)] + bytes + [0]
        var data: [UInt8] = []
        var previous: UInt8 = 0b0100
        for byte in content {
            data.append(previous << 4 | byte >> 4)
            previous = byte
        }
        return data + (0..<dataCodewords - data.count).map { UInt8($0 % 2 == 0 ? 0xEC : 0x11) }
    }

    /// The error correction of a block: Reed-Solomon over GF(2⁸) modulo 0x11D (section 7.5, annex A).
    private func correction(of data: ArraySlice<UInt8>) -> [UInt8] {
        // The generator polynomial without its highest coefficient, which is 1.
        var generator = [UInt8](repeating: 0, count: checkCodewords - 1) + [1]
        var root: UInt8 = 1
        for _ in 0..<checkCodewords {
            for index in 0..<checkCodewords {
                let next = index + 1 < checkCodewords ? generator[index + 1] : 0
                generator[index] = QRVersion.product(generator[index], root) ^ next
            }
            root = QRVersion.product(root, 2)
        }
        var rest = [UInt8](repeating: 0, count: checkCodewords)
        for byte in data {
            let factor = byte ^ rest.removeFirst()
            rest.append(0)
            rest = zip(rest, generator).map { $0 ^ QRVersion.product($1, factor) }
        }
        return rest
    }

    private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        var product: UInt8 = 0
        for bit in (0..<8).reversed() {
            let carry: UInt8 = product < 0x80 ? 0 : 0x1D
            product = product << 1 ^ carry
            if right >> bit & 1 == 1 { product ^= left }
        }
        return product
    }
}
