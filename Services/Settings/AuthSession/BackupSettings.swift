// What an operator says of the backups.

public import ServiceRuntime

/// For how long backups are kept: Balise makes them on command and keeps none, so only the operator knows.
public struct BackupSettings: SettingsSection {
    /// Nil when the operator has not said it.
    public var keptFor: Duration?

    package init(_ reader: inout SettingsReader) {
        keptFor = reader.readOptional(
            "backups.keptFor", .span(.seconds(0)...(.seconds(3650 * 86_400))),
            "How long you keep backups, which may contain erased data. The receipt of an erasure states it. "
                + "Without it, the receipt says that you have not stated it.")
    }
}
