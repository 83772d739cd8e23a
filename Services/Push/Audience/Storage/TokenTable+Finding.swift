import Models
import Storage

extension TokenTable {
    /// Last registered first. `prefix` is non-empty ASCII.
    func all(beginningWith prefix: SecretText, limit: Int) throws(StorageError) -> [TokenRow] {
        // APNs tokens are stored in lower case.
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
    fileprivate var end: SecretText {
        var bytes = Array(value.utf8)
        if let last = bytes.popLast() { bytes.append(last + 1) }
        return SecretText(String(decoding: bytes, as: UTF8.self))
    }
}
