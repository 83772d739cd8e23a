public import Models
public import ServiceRuntime

public struct PositionSettings: SettingsSection {
    public static let parts: [ServiceName: [String]] = [.location: ["positions"]]

    /// The age at which a user's last position is erased.
    public var keptFor: Duration

    public init(_ reader: inout SettingsReader) {
        keptFor = reader.read(
            "positions.keptFor", .span(.seconds(60)...(.seconds(8760 * 3600))), default: .seconds(720 * 3600),
            "The age at which the last position of a user is erased. The next one is kept again.")
    }
}

extension SectionNames { public var positions: PositionSettings.Type { PositionSettings.self } }
