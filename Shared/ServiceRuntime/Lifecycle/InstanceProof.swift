import Crypto
import Foundation

/// How the server on the operations port shows that it has the token of a data folder, before a command sends it that token.
extension OperatorToken {
    /// The HMAC-SHA256 of a command's challenge, in hexadecimal digits. It covers the port of the server, so that a program on
    /// another port cannot pass off the server's proof as its own.
    public static func proof(of token: Secret, for challenge: String, port: Int) -> String {
        let text = Array("balise instance \(port) \(challenge)".utf8)
        let code = HMAC<SHA256>.authenticationCode(for: text, using: SymmetricKey(data: Array(token.value.utf8)))
        return hexadecimal(Array(code))
    }

    static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
