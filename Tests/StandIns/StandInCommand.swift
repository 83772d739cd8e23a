import Foundation

/// Where the stand-ins listen, and where they write what Balise needs to know of them.
struct StandInCommand: Hashable {
    var folder: URL
    /// Ports of 127.0.0.1; 0 for one of the system's choice.
    var apnsPort = 0
    var sandboxPort = 0
    var fcmPort = 0

    struct Misuse: Error, Hashable, CustomStringConvertible {
        let description: String
    }

    static let usage = """
        Usage: stand-ins FOLDER [--apns-port PORT] [--sandbox-port PORT] [--fcm-port PORT]

        Stands in for Apple's and Google's push services on this machine, and prints what devices would show. FOLDER gets
        settings.env, which a shell reads before it starts Balise:

          set -a; . FOLDER/settings.env; set +a
        """

    init(_ words: [String]) throws(Misuse) {
        var rest = words[...]
        var folder: String?
        while let word = rest.popFirst() {
            switch word {
            case "--apns-port": apnsPort = try Self.port(rest.popFirst(), word)
            case "--sandbox-port": sandboxPort = try Self.port(rest.popFirst(), word)
            case "--fcm-port": fcmPort = try Self.port(rest.popFirst(), word)
            case _ where word.hasPrefix("-"): throw Misuse(description: "there is no option \(word)")
            case _ where folder == nil: folder = word
            default: throw Misuse(description: "\(word) is one word too many")
            }
        }
        guard let folder else { throw Misuse(description: "it needs a folder to write settings into") }
        self.folder = URL(fileURLWithPath: folder).standardizedFileURL
    }

    private static func port(_ word: String?, _ option: String) throws(Misuse) -> Int {
        guard let port = word.flatMap(Int.init), (0...65_535).contains(port) else {
            throw Misuse(description: "\(option) needs a port from 0 to 65535")
        }
        return port
    }
}
