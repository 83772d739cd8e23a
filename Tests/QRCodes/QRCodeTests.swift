import Testing

@testable import QRCodes

@Suite("A QR code") struct QRCodeTests {
    /// A hash (FNV-1a) of the modules of each version, from Project Nayuki's qrcodegen 1.8.0, with the mask
    /// `version % 8` for the text of `text(of:)`.
    private static let hashes: [UInt64] = [
        0xad553d381c80fb57, 0x381a2275fcd32651, 0x3679698a077c751b, 0x1c90f14b521d182d, 0x6cfe9c2b5f6431f6,
        0x952580bb5159126d, 0x4be2e09d8c664de1, 0x58dc6da9ed149651, 0xc81b71a0177ee77e, 0x5a7bb9a901ce532d,
        0xcfebc9bbb694ee75, 0x44c87b802786d1c9, 0xffcd5f926790c2d7, 0xe1ce4b1d7c58d1f1, 0xe5e133d10772f91e,
        0x566eb51c44b5f33b, 0x4c4e8407ad212a74, 0x0e1396d492b3e437, 0xe127ca706638b591, 0x8102b11780bbaa4b,
        0x42f909713a6a9dd8, 0x29e19e8c8d4488a9, 0x71a110100373e5a7, 0x3bf9dc027408cce7, 0xde0b8b0989d27c02,
        0xd507798d035d1375, 0xaad3bdf3ac6d1231, 0x734a49b7f80a7fd6, 0xf4f7bd86b55469ac, 0x44526bfae32cccfa,
        0x6429dac9a4ea67ba, 0xe185e6d0f4bf26a5, 0x58ebc8267bd6480a, 0x7ef16fcbb85f8897, 0xe058ab80196f40c9,
        0x417b0416f546786d, 0xacc874d627b352a5, 0x8270102aa66596c5, 0xe4c74706c68e2f5e, 0x11ffb6d2ceb6d50f,
    ]
    /// The most bytes in each version (ISO/IEC 18004:2015, table 7).
    private static let maximumBytes = [
        14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666, 711, 779, 857,
        911, 997, 1059, 1125, 1190, 1264, 1370, 1452, 1538, 1628, 1722, 1809, 1911, 1989, 2099, 2213, 2331,
    ]

    private static func text(of version: Int) -> String {
        let text = String(repeating: "https://balise.example/0123456789?", count: 70)
        return String(text.prefix(maximumBytes[version - 1] - version % 5))
    }

    @Test("Every version and mask has the modules that another encoder draws", arguments: 1...40)
    func versions(_ version: Int) throws {
        let code = try #require(QRCode(Self.text(of: version), mask: version % 8))
        #expect(code.size == 17 + 4 * version)
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for row in 0..<code.size {
            for column in 0..<code.size { hash = (hash ^ (code[row, column] ? 1 : 0)) &* 0x100_0000_01B3 }
        }
        #expect(hash == Self.hashes[version - 1])
    }

    @Test("The mask with the lowest penalty is chosen, as another encoder does")
    func mask() throws {
        let code = try #require(QRCode("Balise"))
        let lines = (0..<code.size).map { row in
            String((0..<code.size).map { column in code[row, column] ? "#" as Character : "." })
        }
        #expect(
            lines.joined(separator: "\n") == """
                #######..#.##.#######
                #.....#.#.#.#.#.....#
                #.###.#..##.#.#.###.#
                #.###.#....#..#.###.#
                #.###.#.#.###.#.###.#
                #.....#....#..#.....#
                #######.#.#.#.#######
                .........##..........
                #.#.#.#..##.#...#..#.
                .......#...#.#.#.#.##
                ##.#.##.#..#.###.####
                .#..#..#.#.###.##..##
                #.#.#.#.#..#.###....#
                ........##....##..##.
                #######..#..#...#.###
                #.....#...#...#....##
                #.###.#.#...#.###..##
                #.###.#..###.#.#####.
                #.###.#.#..#.######.#
                #.....#...####..#..#.
                #######.#.##.##.##.##
                """)
    }

    @Test("The smallest version that holds the text is chosen, and none for a text that is too long", arguments: 1...40)
    func capacity(_ version: Int) {
        let bytes = Self.maximumBytes[version - 1]
        #expect(QRVersion.holding(bytes)?.number == version)
        #expect(QRVersion.holding(bytes + 1)?.number == (version < 40 ? version + 1 : nil))
    }

    @Test("A text has no code from 2332 bytes of UTF-8 on")
    func tooLong() {
        #expect(QRCode(String(repeating: "é", count: 1165))?.size == 177)
        #expect(QRCode(String(repeating: "é", count: 1166)) == nil)
    }

    @Test("The lines of an SVG cover the dark modules, inside a quiet zone of four")
    func svg() throws {
        let code = try #require(QRCode("https://balise.example/s/q7cY3nX0rV5uJ2mB8sK1dQ"))
        let side = code.size + 8
        #expect(code.svg.contains(#"viewBox="0 0 \#(side) \#(side)""#))
        let path = try #require(code.svg.firstMatch(of: /stroke="black" d="([^"]*)"/)).output.1
        var dark: Set<[Int]> = []
        var (row, column) = (0, 0)
        for step in path.matches(of: /M(\d+) (\d+)\.5|m(\d+) 0|h(\d+)/) {
            let (_, left, top, gap, length) = step.output
            if let left, let top { (row, column) = (try #require(Int(top)), try #require(Int(left))) }
            if let gap { column += try #require(Int(gap)) }
            if let length, let length = Int(length) {
                for module in column..<column + length { dark.insert([row - 4, module - 4]) }
                column += length
            }
        }
        for row in -4..<code.size + 4 {
            for column in -4..<code.size + 4 { #expect(code[row, column] == dark.contains([row, column])) }
        }
    }

    @Test("Half blocks show two rows in a line, light, with a margin of two")
    func halfBlocks() throws {
        let code = try #require(QRCode("Balise"))
        let lines = code.halfBlocks.map { Array($0) }
        #expect(lines.count == (code.size + 5) / 2 && lines.allSatisfy { $0.count == code.size + 4 })
        for (index, line) in lines.enumerated() {
            for (position, character) in line.enumerated() {
                let (row, column) = (2 * index - 2, position - 2)
                #expect((character == "█" || character == "▀") == !code[row, column])
                #expect((character == "█" || character == "▄") == !code[row + 1, column])
            }
        }
    }
}
