// Settings of where signed-in people were last.

public import ServiceRuntime

/// How long the last positions of signed-in people are kept.
public struct PositionSettings: SettingsSection {
    /// How old the last position of a person becomes before it is erased.
    public var keptFor: Duration

    package init(_ reader: inout SettingsReader) {
        keptFor = reader.read(
            "positions.keptFor", .span(.seconds(60)...(.seconds(8760 * 3600))), default: .seconds(720 * 3600),
            "The age at which the last position of a user is erased. The next one is kept again.")
    }
}
