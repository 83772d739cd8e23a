public import Models
public import ServiceRuntime

/// Balise makes backups on command and deletes none, so only the operator knows their retention.
public struct BackupSettings: SettingsSection {
    public static let parts: [ServiceName: [String]] = [.authSession: ["backups"]]

    /// Nil if the operator has not stated it.
    public var keptFor: Duration?

    public init(_ reader: inout SettingsReader) {
        keptFor = reader.readOptional(
            "backups.keptFor", .span(.seconds(0)...(.seconds(3650 * 86_400))),
            "How long you keep backups, which may contain erased data. The receipt of an erasure states it. "
                + "Without it, the receipt says that you have not stated it.")
    }
}

extension SectionNames { public var backups: BackupSettings.Type { BackupSettings.self } }
