import CBOR

/// For each line of hex prints `ok` and the item's bytes as this coder writes them, or `error` and why. See cbor2-check.py.
@main
struct CBORPeer {
    static func main() {
        while let line = readLine() {
            do {
                let item = try CBORDecoder().decode(CBORItem.self, from: bytes(line))
                print("ok", hex(try CBOREncoder().encode(item)))
            } catch {
                print("error", error)
            }
        }
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
