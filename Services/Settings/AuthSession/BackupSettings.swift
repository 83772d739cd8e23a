// What an operator says of the backups.

public import ServiceRuntime

/// For how long backups are kept: Balise makes them on command and keeps none, so only the operator knows.
public struct BackupSettings: SettingsSection {
    /// Nil when the operator has not said it.
    public var keptFor: Duration?

    package init(_ reader: inout SettingsReader) {
        keptFor = reader.readOptional(
            "backups.keptFor", .span(.seconds(0)...(.seconds(3650 * 86_400))),
            "For how long you keep backups, for the receipt of an erasure: until then they may hold what was erased. "
                + "Without it the receipt says that you have not stated it.")
    }
}
