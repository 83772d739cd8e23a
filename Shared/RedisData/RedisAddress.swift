import Foundation

/// A Redis address: `redis://[user:password@]host[:port][/number]` or `unix:///path[?db=number]`. Prints no password.
public struct RedisAddress: CustomStringConvertible, CustomReflectable {
    enum Place: Hashable {
        case host(String, port: Int)
        case file(String)
    }

    let place: Place
    let user: String?
    let password: String?
    /// The number of the database.
    let database: Int

    /// Reads an address.
    /// - Parameter password: The password to use if the address contains none.
    public init(_ text: String, password: String? = nil) throws(RedisError) {
        guard let parts = URLComponents(string: text) else { throw RedisAddress.misread }
        switch parts.scheme {
        case "redis":
            guard let host = parts.host, !host.isEmpty, parts.query == nil else { throw RedisAddress.misread }
            let bare = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
            place = .host(bare, port: parts.port ?? 6379)
            database = try RedisAddress.number(parts.path.isEmpty ? "0" : String(parts.path.dropFirst()))
        case "unix":
            guard parts.host ?? "" == "", parts.path.hasPrefix("/") else { throw RedisAddress.misread }
            place = .file(parts.path)
            let query = parts.queryItems ?? []
            guard query.allSatisfy({ $0.name == "db" }) else { throw RedisAddress.misread }
            database = try RedisAddress.number(query.last?.value ?? "0")
        case "rediss":
            throw RedisError(
                "rediss:// is not supported: read an RDB file with --rdb, or let stunnel or SSH carry the connection")
        default: throw RedisAddress.misread
        }
        user = parts.user.flatMap { $0.isEmpty ? nil : $0 }
        self.password = parts.password ?? password
    }

    private static func number(_ text: String) throws(RedisError) -> Int {
        guard let number = Int(text), number >= 0 else { throw misread }
        return number
    }

    private static let misread = RedisError(
        "the address has to be redis://host:port/0 or unix:///path?db=0, with an optional user:password@ before the host"
    )

    /// The address without user and password.
    public var description: String {
        switch place {
        case .host(let host, let port): "\(host):\(port)"
        case .file(let path): path
        }
    }

    /// The mirror is empty, so that no dump shows the password.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
