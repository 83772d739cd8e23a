// Tokens by how they begin.

import Models
import Storage

extension TokenTable {
    /// The tokens that begin so, the last registered first; at most so many.
    /// - Parameter prefix: not empty, of ASCII characters.
    func all(beginningWith prefix: SecretText, limit: Int) throws(StorageError) -> [TokenRow] {
        // APNs tokens are kept in lower case.
        let lowercase = prefix.lowercased
        return try connection.all(
            """
            SELECT \(TokenTable.columns) \
            WHERE (token.provider = \(PushProvider.apns) AND token.token >= \(lowercase) AND token.token < \(lowercase.end)) \
            OR (token.provider = \(PushProvider.fcm) AND token.token >= \(prefix) AND token.token < \(prefix.end)) \
            ORDER BY token.updated_at DESC, token.number DESC
            """, limit: limit, TokenRow.init)
    }
}

extension SecretText {
    /// The first text after all those that begin with this one, in the order of bytes.
    fileprivate var end: SecretText {
        var bytes = Array(value.utf8)
        if let last = bytes.popLast() { bytes.append(last + 1) }
        return SecretText(String(decoding: bytes, as: UTF8.self))
    }
}
