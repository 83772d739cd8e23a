public import Logging

/// The settings of the log: the lowest level, and the format of its lines.
public struct LogSettings: SettingsSection {
    public enum Format: String, Sendable, CaseIterable {
        /// One line of text, for people.
        case text
        /// One JSON object, for programs.
        case json
    }

    /// Lines below this level are not written.
    public var level: Logger.Level
    /// Nil for text on a terminal and JSON otherwise.
    public var format: Format?

    public init(_ reader: inout SettingsReader) {
        level = reader.read(
            "log.level", .word, default: .info, "The lowest level of lines that are logged.")
        format = reader.readOptional(
            "log.format", .word, shownAs: "text on a terminal, else json", "The form of a line of the log.")
    }
}

extension SectionNames { public var log: LogSettings.Type { LogSettings.self } }
