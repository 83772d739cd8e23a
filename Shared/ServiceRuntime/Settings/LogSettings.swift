// Settings of the log.

public import Logging

/// What is logged, and how.
public struct LogSettings: SettingsSection {
    /// How a line of the log looks.
    public enum Format: String, Sendable, CaseIterable {
        /// One line of text, for people.
        case text
        /// One JSON object, for programs.
        case json
    }

    /// Lines below it are not written.
    public var level: Logger.Level
    /// Nil means text on a terminal and JSON otherwise.
    public var format: Format?

    package init(_ reader: inout SettingsReader) {
        level = reader.read(
            "log.level", .word, default: .info, "The lowest level of lines that are logged.")
        format = reader.readOptional(
            "log.format", .word, shownAs: "text on a terminal, else json", "The form of a line of the log.")
    }
}
