import Balise
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

protocol Terminal: Sendable {
    /// Whether the output goes to a terminal, where lines may be overwritten.
    var isWatched: Bool { get }

    /// Whether the input comes from a keyboard.
    var isTypedOn: Bool { get }

    /// The width of a line in characters; nil if unknown.
    var columns: Int? { get }

    func write(_ text: String)

    func writeError(_ text: String)

    /// Reads a secret without showing it, or the first line of piped input.
    func readSecret(_ prompt: String) throws -> SecretText

    func readLine() -> String?
}

/// The terminal's settings, which are restored later. They are unsafe because a signal handler reads them. The only
/// command of the process writes them, before a signal can arrive.
nonisolated(unsafe) private var echoing = termios()

struct StandardTerminal: Terminal {
    var isWatched: Bool { isatty(STDOUT_FILENO) == 1 }

    var isTypedOn: Bool { isatty(STDIN_FILENO) == 1 }

    var columns: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Prints a text. A failure, such as a full disk, ends the program, so a script does not take a part for the whole.
    func write(_ text: String) {
        do { try FileHandle.standardOutput.write(contentsOf: Data(text.utf8)) } catch {
            writeError("balise-cli: the answer cannot be printed: \(error.localizedDescription)\n")
            exit(BaliseError.storage("").exitStatus)
        }
    }

    func writeError(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }

    func readLine() -> String? { Swift.readLine() }

    func readSecret(_ prompt: String) throws -> SecretText {
        guard tcgetattr(STDIN_FILENO, &echoing) == 0 else { return try secret(readLine()) }
        writeError(prompt + ": ")
        var hidden = echoing
        hidden.c_lflag &= ~tcflag_t(ECHO)
        // After Ctrl-C, the terminal must show typed characters again.
        for interruption in [SIGINT, SIGTERM] {
            signal(interruption) { number in
                tcsetattr(STDIN_FILENO, TCSANOW, &echoing)
                _exit(128 + number)
            }
        }
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &echoing)
            for interruption in [SIGINT, SIGTERM] { signal(interruption, SIG_DFL) }
            writeError("\n")
        }
        return try secret(readLine())
    }

    private func secret(_ line: String?) throws(BaliseError) -> SecretText {
        guard let line, !line.isEmpty else { throw .invalid("nothing was entered: type it, or pipe it in") }
        return SecretText(line)
    }
}

extension String {
    /// The text without control characters. Names, titles and slogans come from other users and could control it.
    var printable: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar -> Unicode.Scalar in
                    switch scalar.properties.generalCategory {
                    // The zero-width joiner stays, because it joins the parts of an emoji.
                    case .format where scalar.value == 0x200D: scalar
                    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: "\u{FFFD}"
                    default: scalar
                    }
                }))
    }
}
