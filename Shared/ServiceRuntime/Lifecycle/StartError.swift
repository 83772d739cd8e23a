import OperatorCommands

/// The error if a command of the program could not do its work. The description contains advice.
package struct CommandFailure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// Why a program cannot start. The description contains advice.
public enum StartError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another program uses the port; `setting` is its key.
    case portInUse(host: String, port: Int, setting: String)
    /// The address is not one of this machine, or not allowed.
    case cannotListen(host: String, port: Int, setting: String, reason: String)
    /// A folder or file cannot be created, read or written.
    case file(path: String, reason: String)
    case settings(String)
    case tooFewOpenFiles(allowed: Int, needed: Int)
    /// Another process does the work. The text contains that process's name and advice.
    case occupied(String)

    /// The exit status of the process, as a number of `ExitStatus`.
    var exitCode: Int32 {
        if case .settings = self { ExitStatus.wrongSettings.rawValue } else { ExitStatus.failed.rawValue }
    }

    public var description: String {
        switch self {
        case .portInUse(let host, let port, let setting):
            "port \(port) on \(host) is in use: stop the program that listens there, or set \(setting)"
        case .cannotListen(let host, let port, let setting, let reason):
            "cannot listen on \(host) port \(port): \(reason); see \(setting)"
        case .file(let path, let reason): "cannot use \(path): \(reason)"
        case .tooFewOpenFiles(let allowed, let needed):
            "the system allows this process \(allowed) open files, and it needs \(needed); raise the bound, for example with "
                + "ulimit -n, LimitNOFILE in a unit of systemd, or --ulimit nofile of Docker"
        case .settings(let text), .occupied(let text): text
        }
    }
}
