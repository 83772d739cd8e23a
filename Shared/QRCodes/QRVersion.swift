/// A size of QR codes, with error correction M: how many codewords it has, and how they are arranged.
struct QRVersion {
    /// 1 to 40.
    let number: Int

    /// The smallest version for a number of bytes; nil if none is large enough.
    init?(holding bytes: Int) {
        guard let number = (1...40).first(where: { QRVersion(number: $0).maximumBytes >= bytes }) else { return nil }
        self.init(number: number)
    }

    init(number: Int) { self.number = number }

    var size: Int { 17 + 4 * number }

    /// The bytes of text that the version holds.
    var maximumBytes: Int { dataCodewords - lengthBytes - 1 }

    /// Section 7.4.1.
    private var lengthBytes: Int { number < 10 ? 1 : 2 }

    private var dataCodewords: Int { allCodewords - blocks * checkCodewords }

    /// The bytes in the modules that are no finder, timing or alignment pattern, format or version (table 1).
    private var allCodewords: Int {
        var modules = (16 * number + 128) * number + 64
        if number > 1 {
            let lines = number / 7 + 2
            modules -= (25 * lines - 10) * lines - 55
        }
        if number > 6 { modules -= 36 }
        return modules / 8
    }

    /// The number of blocks, each with its own error correction (table 9).
    private var blocks: Int { QRVersion.blocks[number - 1] }

    /// The error correction codewords of each block (table 9).
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

    /// The version information of larger codes, 18 bits (section 7.10); nil for the others.
    var bits: Int? { number < 7 ? nil : QRVersion.withCheckBits(number, 12, generator: 0x1F25) }

    /// Appends the check bits of a BCH code (annex C).
    static func withCheckBits(_ value: Int, _ count: Int, generator: Int) -> Int {
        var rest = value
        for _ in 0..<count { rest = rest << 1 ^ (rest >> (count - 1)) * generator }
        return value << count | rest
    }

    /// The codewords of a text that this version holds, in the order in which they are drawn.
    func codewords(of bytes: [UInt8]) -> [UInt8] {
        let data = padded(bytes)
        let short = allCodewords / blocks - checkCodewords
        let longBlocks = allCodewords % blocks
        let correction = ReedSolomon(checkCodewords: checkCodewords)
        var parts: [ArraySlice<UInt8>] = []
        var start = 0
        for block in 0..<blocks {
            let end = start + short + (block < blocks - longBlocks ? 0 : 1)
            parts.append(data[start..<end])
            start = end
        }
        let checks = parts.map { correction.checkCodewords(of: $0) }
        var codewords: [UInt8] = []
        for index in 0...short {
            for part in parts where index < part.count { codewords.append(part[part.startIndex + index]) }
        }
        for index in 0..<checkCodewords { codewords += checks.map { $0[index] } }
        return codewords
    }

    /// The mode (4 bits), the length and the bytes, the terminator (4 bits), and padding (section 7.4). So everything
    /// between mode and terminator is half a byte off.
    private func padded(_ bytes: [UInt8]) -> [UInt8] {
        let length = UInt16(bytes.count)
        var content = lengthBytes == 2 ? [UInt8(length >> 8)] : []
        content.append(UInt8(length & 0xFF))
        content += bytes
        content.append(0)
        var data: [UInt8] = []
        var previous: UInt8 = 0b0100
        for byte in content {
            data.append(previous << 4 | byte >> 4)
            previous = byte
        }
        let padding = dataCodewords - data.count
        return data + (0..<padding).map { UInt8($0 % 2 == 0 ? 0xEC : 0x11) }
    }
}

/// The error correction of a block: Reed-Solomon over GF(2⁸) modulo 0x11D (section 7.5, annex A).
struct ReedSolomon {
    /// The coefficients of the generator polynomial after the highest, which is 1.
    private let generator: [UInt8]

    init(checkCodewords: Int) {
        var generator = [UInt8](repeating: 0, count: checkCodewords - 1) + [1]
        var root: UInt8 = 1
        for _ in 0..<checkCodewords {
            for index in generator.indices {
                generator[index] = ReedSolomon.product(generator[index], root)
                if index + 1 < generator.count { generator[index] ^= generator[index + 1] }
            }
            root = ReedSolomon.product(root, 2)
        }
        self.generator = generator
    }

    func checkCodewords(of data: ArraySlice<UInt8>) -> [UInt8] {
        var rest = [UInt8](repeating: 0, count: generator.count)
        for byte in data {
            let factor = byte ^ rest.removeFirst()
            rest.append(0)
            for index in rest.indices { rest[index] ^= ReedSolomon.product(generator[index], factor) }
        }
        return rest
    }

    private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        var product: UInt8 = 0
        for bit in (0..<8).reversed() {
            product = product << 1 ^ (product >> 7) * 0x1D
            if right >> bit & 1 == 1 { product ^= left }
        }
        return product
    }
}
