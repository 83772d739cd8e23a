/// A QR code of a text: model 2, byte mode, error correction M, the mask with the lowest penalty (ISO/IEC 18004:2015).
///
/// M repairs about 15 % of the codewords. Readers guess the character set of the bytes; links are ASCII.
public struct QRCode: Sendable, Hashable {
    /// The number of modules on each side without the quiet zone: 21 to 177.
    public let size: Int
    /// The modules row by row from the top left; true for a dark module.
    private var modules: [Bool]
    /// Whether a module belongs to a pattern, the format or the version, so that it has no data and no mask.
    private var isFunction: [Bool]

    /// Makes the code of a text; nil if it has more than 2331 bytes of UTF-8 (version 40).
    public init?(_ text: String) { self.init(text, mask: nil) }

    /// - Parameter mask: 0 to 7, for comparisons with other encoders; nil for the mask with the lowest penalty.
    init?(_ text: String, mask: Int?) {
        let bytes = Array(text.utf8)
        guard let version = QRVersion.holding(bytes.count) else { return nil }
        size = version.size
        modules = Array(repeating: false, count: size * size)
        isFunction = modules
        drawFunctionPatterns(of: version)
        draw(codewords: version.codewords(of: bytes))
        let candidates = (mask.map { $0...$0 } ?? 0...7).map { masked(by: $0) }
        guard let best = candidates.min(by: { $0.penalty < $1.penalty }) else { return nil }
        modules = best.code.modules
    }

    /// Whether a module is dark. Outside the code, in the quiet zone, all modules are light.
    public subscript(row: Int, column: Int) -> Bool {
        let sides = 0..<size
        return sides.contains(row) && sides.contains(column) && modules[row * size + column]
    }

    private mutating func set(_ row: Int, _ column: Int, _ isDark: Bool) {
        modules[row * size + column] = isDark
        isFunction[row * size + column] = true
    }

    /// Draws finder, timing and alignment patterns, format and version (sections 6.3, 7.9 and 7.10).
    private mutating func drawFunctionPatterns(of version: QRVersion) {
        for position in 0..<size {
            set(6, position, position % 2 == 0)
            set(position, 6, position % 2 == 0)
        }
        for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] {
            // The outermost square is the light separator. The edge of the code cuts off a part of it.
            drawSquares(row, column, radius: 4) { $0 != 2 && $0 != 4 }
        }
        let centres = version.alignmentCentres
        for row in centres {
            // Three of these centres are inside finder patterns, so they get no alignment pattern.
            for column in centres where ![[6, 6], [6, size - 7], [size - 7, 6]].contains([row, column]) {
                drawSquares(row, column, radius: 2) { $0 != 1 }
            }
        }
        drawFormat(mask: 0)
        guard let bits = version.bits else { return }
        for bit in 0..<18 {
            let isDark = bits >> bit & 1 == 1
            set(bit / 3, size - 11 + bit % 3, isDark)
            set(size - 11 + bit % 3, bit / 3, isDark)
        }
    }

    /// Draws concentric squares around a centre. The distance from the centre decides the colour.
    private mutating func drawSquares(_ row: Int, _ column: Int, radius: Int, _ isDark: (Int) -> Bool) {
        for y in max(0, row - radius)...min(size - 1, row + radius) {
            for x in max(0, column - radius)...min(size - 1, column + radius) {
                set(y, x, isDark(max(abs(y - row), abs(x - column))))
            }
        }
    }

    /// Draws the format twice: the error correction, whose bits are 00 for M, and the mask. Also draws the dark module.
    private mutating func drawFormat(mask: Int) {
        let bits = QRVersion.withCheckBits(mask, 10, generator: 0x537) ^ 0x5412
        for bit in 0..<15 {
            let isDark = bits >> bit & 1 == 1
            // Around the finder pattern at the top left. Index 6 is left out: it belongs to the timing patterns.
            switch bit {
            case ..<6: set(bit, 8, isDark)
            case 6, 7: set(bit + 1, 8, isDark)
            case 8: set(8, 7, isDark)
            default: set(8, 14 - bit, isDark)
            }
            if bit < 8 { set(8, size - 1 - bit, isDark) } else { set(size - 15 + bit, 8, isDark) }
        }
        set(size - 8, 8, true)
    }

    /// Draws the bits from the bottom right in pairs of columns, upwards and downwards by turns (section 7.7.3).
    private mutating func draw(codewords: [UInt8]) {
        var bit = 0
        for right in stride(from: size - 1, to: 0, by: -2).map({ $0 > 6 ? $0 : $0 - 1 }) {
            let isUpward = (right + 1) & 2 == 0
            for step in 0..<size {
                let row = isUpward ? size - 1 - step : step
                for column in [right, right - 1] where !isFunction[row * size + column] {
                    // The modules that remain after the last codeword are light.
                    guard bit < codewords.count * 8 else { return }
                    modules[row * size + column] = codewords[bit / 8] >> (7 - bit % 8) & 1 == 1
                    bit += 1
                }
            }
        }
    }

    private func masked(by mask: Int) -> (code: QRCode, penalty: Int) {
        var code = self
        for row in 0..<size {
            for column in 0..<size where !isFunction[row * size + column] {
                if QRCode.inverts(mask, row, column) { code.modules[row * size + column].toggle() }
            }
        }
        code.drawFormat(mask: mask)
        return (code, code.penalty)
    }

    /// Whether a mask inverts a module (section 7.8.2).
    private static func inverts(_ mask: Int, _ row: Int, _ column: Int) -> Bool {
        switch mask {
        case 0: (row + column) % 2 == 0
        case 1: row % 2 == 0
        case 2: column % 3 == 0
        case 3: (row + column) % 3 == 0
        case 4: (row / 2 + column / 3) % 2 == 0
        case 5: row * column % 2 + row * column % 3 == 0
        case 6: (row * column % 2 + row * column % 3) % 2 == 0
        default: ((row + column) % 2 + row * column % 3) % 2 == 0
        }
    }

    /// How hard the code is to read: runs, blocks, what looks like a finder pattern, and an uneven share of dark
    /// modules (section 7.8.3).
    private var penalty: Int {
        var penalty = 0
        for line in 0..<size {
            penalty += penaltyOfLine(from: line * size, by: 1) + penaltyOfLine(from: line, by: size)
        }
        for end in size + 1..<modules.count where end % size > 0 {
            let isDark = modules[end]
            if modules[end - 1] == isDark, modules[end - size] == isDark, modules[end - size - 1] == isDark {
                penalty += 3
            }
        }
        let dark = modules.count(where: { $0 })
        return penalty + abs(dark * 20 - modules.count * 10) / modules.count * 10
    }

    /// The penalty of a row or a column.
    private func penaltyOfLine(from start: Int, by step: Int) -> Int {
        var (penalty, run, last, window) = (0, 0, false, 0)
        // The line includes four light modules of the quiet zone on each side, but runs do not count them.
        for position in -4..<size + 4 {
            let isInside = (0..<size).contains(position)
            let isDark = isInside && modules[start + position * step]
            window = (window << 1 | (isDark ? 1 : 0)) & 0x7FF
            // This looks like a finder pattern: 1:1:3:1:1, with four light modules before or after it.
            if window == 0b0000_1011101 || window == 0b1011101_0000 { penalty += 40 }
            guard isInside else { continue }
            run = isDark == last ? run + 1 : 1
            last = isDark
            if run >= 5 { penalty += run == 5 ? 3 : 1 }
        }
        return penalty
    }
}
