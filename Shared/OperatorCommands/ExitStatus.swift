/// The exit statuses of this server's programs. The statuses from 64 on are those of sysexits.h.
public enum ExitStatus: Int32, CaseIterable, Sendable {
    case done = 0
    case failed = 1
    case checksFailed = 2
    case misuse = 64
    case wrongSettings = 78

    /// What the status means, as a sentence for people.
    public var meaning: String {
        switch self {
        case .done: "Done. For `health`: ready. For `doctor`: all checks are well."
        case .failed: "Refused or failed; the message says why. For `health`: not ready. For `doctor`: warnings."
        case .checksFailed: "Only for `doctor`: a check failed."
        case .misuse: "The command line is wrong."
        case .wrongSettings: "The settings are wrong, in the environment or in the file."
        }
    }

    /// The table of all statuses, with one line for each status.
    public static var table: String {
        allCases.map { status in
            let number = String(status.rawValue)
            return "  \(number)\(String(repeating: " ", count: 11 - number.count))\(status.meaning)"
        }.joined(separator: "\n")
    }
}
