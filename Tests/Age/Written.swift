import BaliseValues
import Foundation
import Models

@testable import Age

/// What age and age-keygen 1.1.1 of Debian wrote.
enum Written {
    static let identity = SecretText("AGE-SECRET-KEY-10NXT9N00Y4C74GASF7XHTF98EG4FJNYY24V0DA0Y5YLX5FGK05SQUXFULG")
    static let recipient = "age16sl9h7mr9px3ahf74yaeyperecev5cwpce06y6j5etmczpwxtcus0neqlq"
    static let content = "Written by age 1.1.1."
    static let file = Array(
        Data(
            base64Encoded: [
                "YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSAxVVVtN29HVGc5aCtiekxrL01tRk1ENFRYK0Nwa3RmNko1QTU0amR5Sm4w",
                "Clg2NUdlR1FoSXJGTXB5Rk4xZjArRVRSbnBNRGlGdDhnSjRzTWJGV3Zja2cKLS0tIDkwSnNXMW1BeHpiZkg2Y3IvVE03VjJUVUNX",
                "V0Z4bDY0MUo3Z1VuTmRKSmMKsa1yF8XuyRGdRSxAhT+UuPXLH5ZbqSyDsRM35lkoH8k1KwPaDcXxpu8fnaUW4AperUe3o70=",
            ].joined()) ?? Data())
}

/// Encrypts in pieces of this size.
func encrypted(_ content: [UInt8], for recipients: [AgeRecipient], pieces: Int = 10_007) throws -> [UInt8] {
    var writer = try AgeWriter(for: recipients, random: systemRandomBytes)
    var file: [UInt8] = []
    for start in stride(from: 0, to: content.count, by: pieces) {
        file += try writer.write(Array(content[start..<min(start + pieces, content.count)]))
    }
    return try file + writer.finish()
}

/// Decrypts in pieces of this size.
func decrypted(_ file: [UInt8], _ identities: [AgeIdentity], pieces: Int = 10_007) throws(AgeError) -> [UInt8] {
    var reader = AgeReader(identities)
    var content: [UInt8] = []
    for start in stride(from: 0, to: file.count, by: pieces) {
        content += try reader.read(Array(file[start..<min(start + pieces, file.count)]))
    }
    return content + (try reader.finish())
}

/// Bytes in which no two chunks are equal.
func numberedBytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 12) } }
