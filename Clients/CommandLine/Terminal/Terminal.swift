// Where commands print, and where they read from.

import Balise
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where commands print, and where they read from.
protocol Terminal: Sendable {
    /// Whether a person watches: what is printed may be overwritten.
    var isWatched: Bool { get }

    /// Whether a person types what is read.
    var isTypedOn: Bool { get }

    /// How many characters a line has room for; nil where that is not known.
    var columns: Int? { get }

    /// Prints what was asked for.
    func write(_ text: String)

    /// Prints what went wrong, or how things go.
    func writeError(_ text: String)

    /// A secret that a person types unseen, or the first line of what is piped in.
    func readSecret(_ prompt: String) throws -> SecretString

    /// The next line of what is piped in; nil at its end.
    func readLine() -> String?
}

/// The terminal as it was before a secret was typed. Unsafe because a signal reads it: it is written before that can
/// come, and by the one command of a process alone.
nonisolated(unsafe) private var echoing = termios()

/// The terminal, or whatever stands in its place.
struct StandardTerminal: Terminal {
    var isWatched: Bool { isatty(STDOUT_FILENO) == 1 }

    var isTypedOn: Bool { isatty(STDIN_FILENO) == 1 }

    var columns: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// What cannot be printed, to a full disk say, ends the program: a script must not take a part for the whole.
    func write(_ text: String) {
        do { try FileHandle.standardOutput.write(contentsOf: Data(text.utf8)) } catch {
            writeError("balise-cli: the answer cannot be printed: \(error.localizedDescription)\n")
            exit(BaliseError.storage("").exitStatus)
        }
    }

    func writeError(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }

    func readLine() -> String? { Swift.readLine() }

    func readSecret(_ prompt: String) throws -> SecretString {
        guard tcgetattr(STDIN_FILENO, &echoing) == 0 else { return try secret(readLine()) }
        writeError(prompt + ": ")
        var hidden = echoing
        hidden.c_lflag &= ~tcflag_t(ECHO)
        // Ctrl-C must not leave a terminal behind that shows nothing of what is typed.
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

    private func secret(_ line: String?) throws(BaliseError) -> SecretString {
        guard let line, !line.isEmpty else { throw .invalid("nothing was entered: type it, or pipe it in") }
        return SecretString(line)
    }
}

extension String {
    /// The text without what could steer a terminal. Names, titles and slogans come from other people.
    var printable: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar -> Unicode.Scalar in
                    switch scalar.properties.generalCategory {
                    // It joins the parts of an emoji.
                    case .format where scalar.value == 0x200D: scalar
                    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: "\u{FFFD}"
                    default: scalar
                    }
                }))
    }
}
