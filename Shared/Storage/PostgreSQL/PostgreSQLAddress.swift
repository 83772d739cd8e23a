import CPostgreSQL
import Foundation

/// A server's address, as in `BALISE_STORAGE`: `postgres://user@one:5432,two:5432/database`. Of several hosts, libpq
/// uses the primary, which accepts writes. libpq takes missing parts from its environment and `~/.pgpass`.
public struct PostgreSQLAddress: Sendable {
    private let given: [String: String]

    /// Reads an address. Throws `StorageError.unsuitableServer`. It hides the text, which may contain a password.
    public init(_ text: String) throws(StorageError) {
        guard text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") else {
            throw .unsuitableServer(server: "postgres", reason: "its address has to begin with postgres://")
        }
        if let reason = loadPostgreSQL() {
            throw .unsuitableServer(server: "postgres", reason: String(cString: reason))
        }
        var message: UnsafeMutablePointer<CChar>?
        guard let parsed = PQconninfoParse(text, &message) else {
            let said = message.map { String(cString: $0) } ?? ""
            PQfreemem(message)
            throw .unsuitableServer(server: "postgres", reason: Self.reason(said))
        }
        defer { PQconninfoFree(parsed) }
        let given = Self.options(parsed).compactMapValues(\.self)
        // libpq splits an address at these characters, so part of a password could become a host, a port or a database.
        let places = [given["host"], given["dbname"]].compactMap(\.self)
        let ports = (given["port"] ?? "").split(separator: ",")
        guard !places.contains(where: { $0.contains("@") }), ports.allSatisfy({ UInt16($0) != nil }) else {
            throw .unsuitableServer(
                server: "postgres",
                reason: "its address cannot be read; in a password write %2F for /, %40 for @, %3A for : and %25 for %")
        }
        self.given = given
    }

    /// Returns a reason for operators. Of libpq's text it repeats only a misspelt parameter: the rest may be secret.
    private static func reason(_ said: String) -> String {
        let general = "its address cannot be read; behind ? stand parameters of libpq, such as sslmode and sslrootcert"
        guard let name = said.firstMatch(of: /query parameter: "([a-z_]+)"/)?.output.1,
            let meant = keywords.filter({ $0.isOneLetter(from: String(name)) }).min()
        else { return general }
        return "it has the unknown parameter \(name); did you mean \(meant)?"
    }

    private static var keywords: [String] {
        guard let known = PQconndefaults() else { return [] }
        defer { PQconninfoFree(known) }
        return Array(options(known).keys)
    }

    /// Returns the options by keyword. An option without a value is nil.
    private static func options(_ first: UnsafeMutablePointer<PQconninfoOption>) -> [String: String?] {
        var (options, option) = ([String: String?](), first)
        while let keyword = option.pointee.keyword {
            options.updateValue(option.pointee.val.map { String(cString: $0) }, forKey: String(cString: keyword))
            option += 1
        }
        return options
    }

    func connect(_ options: PostgreSQLOptions) -> OpaquePointer? {
        var settings = defaults(options)
        settings.merge(given) { _, given in given }
        settings["client_encoding"] = "UTF8"
        return Self.passing(settings) { PQconnectdbParams($0, $1, 0) }
    }

    struct Host: Sendable {
        let name: String
        let address: String
        let port: String
    }

    /// Whether a server at one of the hosts answers anything, even a refusal.
    func answers(at host: Host, within timeout: Duration) -> Bool {
        var settings = given
        settings["host"] = host.name
        settings["hostaddr"] = given["hostaddr"] == nil ? nil : host.address
        settings["port"] = host.port
        settings["connect_timeout"] = String(max(2, timeout.components.seconds))
        return Self.passing(settings) { PQpingParams($0, $1, 0) } != PQPING_NO_RESPONSE
    }

    private static func passing<Result>(
        _ settings: [String: String],
        _ function: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        let keywords = CStrings(Array(settings.keys))
        let values = CStrings(settings.keys.map { settings[$0] ?? "" })
        return withExtendedLifetime((keywords, values)) { function(keywords.pointers, values.pointers) }
    }

    private func defaults(_ options: PostgreSQLOptions) -> [String: String] {
        [
            "application_name": options.applicationName,
            "connect_timeout": String(max(2, options.connectTimeout.components.seconds)),
            // A standby and a replaced primary also accept connections, so the session must be able to write.
            "target_session_attrs": "read-write",
            // With these times, the loss of a host is detected after about 20 s.
            "keepalives_idle": "10", "keepalives_interval": "3", "keepalives_count": "3",
            "tcp_user_timeout": "20000",
            // If its Kerberos library is installed, libpq tries Kerberos first, and may wait for a name server.
            "gssencmode": "disable",
        ]
    }
}

/// The description shows only the hosts and the database, because the rest may contain a password.
extension PostgreSQLAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        let hosts = (given["host"] ?? given["hostaddr"] ?? "").split(separator: ",", omittingEmptySubsequences: false)
        let ports = (given["port"] ?? "").split(separator: ",", omittingEmptySubsequences: false)
        let places = hosts.enumerated().map { index, host in
            let port = ports.count == 1 ? ports[0] : index < ports.count ? ports[index] : ""
            return port.isEmpty || host.hasPrefix("/") ? String(host) : "\(host):\(port)"
        }
        return "postgres://" + places.joined(separator: ",") + "/" + (given["dbname"] ?? "")
    }

    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension String {
    fileprivate func isOneLetter(from other: String) -> Bool {
        let start = commonPrefix(with: other).count
        let common = String(reversed()).commonPrefix(with: String(other.reversed())).count
        let end = min(common, min(count, other.count) - start)
        return max(count, other.count) - start - end == 1
    }
}

private final class CStrings {
    let pointers: UnsafeMutablePointer<UnsafePointer<CChar>?>
    private let count: Int

    init(_ texts: [String]) {
        count = texts.count
        pointers = .allocate(capacity: count + 1)
        for (index, text) in texts.enumerated() {
            let bytes = text.utf8CString
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
            bytes.withUnsafeBufferPointer { copy.update(from: $0.baseAddress ?? UnsafePointer(copy), count: $0.count) }
            (pointers + index).initialize(to: copy)
        }
        (pointers + count).initialize(to: nil)
    }

    deinit {
        for index in 0..<count { pointers[index]?.deallocate() }
        pointers.deallocate()
    }
}
