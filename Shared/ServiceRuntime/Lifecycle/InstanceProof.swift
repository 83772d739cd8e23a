import Crypto
import Foundation

/// Lets the server on the operations port prove that it has a data folder's token, before a command sends the token.
extension OperatorToken {
    /// Returns the HMAC-SHA256 of a command's challenge, in hexadecimal digits. It covers the server's port, so that a
    /// program on another port cannot pass off the server's proof as its own.
    public static func proof(of token: Secret, for challenge: String, port: Int) -> String {
        let text = Array("balise instance \(port) \(challenge)".utf8)
        let code = HMAC<SHA256>.authenticationCode(for: text, using: SymmetricKey(data: Array(token.value.utf8)))
        return hexadecimal(Array(code))
    }

    static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
