import Crypto

/// Makes the codes (RFC 6238) for the secret in an `otpauth` link.
struct AuthenticatorApp {
    private let secret: [UInt8]

    init?(uri: String) {
        guard let items = URLComponents(string: uri)?.queryItems,
            let text = items.first(where: { $0.name == "secret" })?.value
        else { return nil }
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var bits = ""
        for letter in text {
            guard let value = letters.firstIndex(of: letter) else { return nil }
            let digits = String(value, radix: 2)
            bits += String(repeating: "0", count: 5 - digits.count) + digits
        }
        secret = stride(from: 0, to: bits.count / 8 * 8, by: 8).compactMap { start in
            UInt8(bits.dropFirst(start).prefix(8), radix: 2)
        }
    }

    /// The code this number of steps after the current one.
    func code(steps: Int64 = 0, at moment: Date = Date()) -> String {
        let counter = UInt64(Int64(moment.timeIntervalSince1970) / 30 + steps)
        let hash = Array(
            HMAC<Insecure.SHA1>.authenticationCode(
                for: withUnsafeBytes(of: counter.bigEndian) { Data($0) }, using: SymmetricKey(data: secret)))
        let start = Int(hash[19] & 15)
        let number = hash[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        return String(String(1_000_000 + number % 1_000_000).dropFirst())
    }
}
