public import Models
public import ServiceRuntime

/// The operator's rules of location sharing.
public struct MiataruSettings: SettingsSection {
    public static let parts: [ServiceName: [String]] = [.location: ["miataru"], .edge: ["miataru.allowedOrigins"]]

    public enum KeyRequirement: String, Sendable, CaseIterable {
        case off
        /// Only new devices must set a key before their first location.
        case new
    }

    public var historyCap: Int
    public var visitorCap: Int
    public var detailedVisitors: Bool
    public var strictDeviceKeyCheck: Bool
    public var allowedOrigins: [String]
    public var legacy: Bool
    public var defaultRetentionMinutes: Int
    public var keyRequiredOfNewDevices: KeyRequirement
    public var readersMustHoldKey: Bool
    public var wrongKeyAttempts: Int
    public var wrongKeyWindow: Duration
    public var newDevicesPerHour: Int
    public var visitorsKeptFor: Duration

    public init(_ reader: inout SettingsReader) {
        historyCap = reader.read(
            "miataru.historyCap", .whole(0...100_000), default: 1023,
            "The most locations kept in a device's history.")
        visitorCap = reader.read(
            "miataru.visitorCap", .whole(0...10_000), default: 10,
            "The most visitors (or visits, see detailedVisitors) kept for a device.")
        detailedVisitors = reader.read(
            "miataru.detailedVisitors", .flag, default: false,
            "Whether every visit is kept, rather than only the latest of each visitor.")
        strictDeviceKeyCheck = reader.read(
            "miataru.strictDeviceKeyCheck", .flag, default: true, "Whether a reader that has a key must send it.")
        allowedOrigins = reader.read(
            "miataru.allowedOrigins", .origins,
            default: ["http://localhost:3000", "http://localhost:8080", "https://miataru.com"],
            "The web pages that may call from a browser.")
        legacy = reader.read(
            "miataru.legacy", .flag, default: false,
            "Whether clients of the 1.0 protocol, without requester id or with loose numbers, are served.")
        defaultRetentionMinutes = reader.read(
            "miataru.defaultRetentionMinutes", .whole(1...5_256_000), default: 30,
            "How many minutes a location is kept if the client sets no time.")
        keyRequiredOfNewDevices = reader.read(
            "miataru.keyRequiredOfNewDevices", .word, default: .off,
            """
            Whether a new device has to set a key first (`new`) or not (`off`). Its locations before that are acknowledged \
            and dropped.
            """)
        readersMustHoldKey = reader.read(
            "miataru.readersMustHoldKey", .flag, default: false,
            "Whether readers on an allowed list must hold a key themselves.")
        wrongKeyAttempts = reader.read(
            "miataru.wrongKeyAttempts", .whole(1...10_000), default: 20,
            "How many wrong keys of a device an address may send within the window before it has to wait.")
        wrongKeyWindow = reader.read(
            "miataru.wrongKeyWindow", .span(.seconds(1) ... .seconds(86_400)), default: .seconds(60),
            "The window in which wrong keys are counted.")
        newDevicesPerHour = reader.read(
            "miataru.newDevicesPerHour", .whole(1...10_000_000), default: 5000,
            "How many new devices an address may use in an hour.")
        visitorsKeptFor = reader.read(
            "miataru.visitorsKeptFor", .span(.seconds(0)...(.seconds(8760 * 3600))), default: .seconds(168 * 3600),
            "How long a visitor of a device is kept after the visit, once the device has no location.")
    }
}

extension SectionNames { public var miataru: MiataruSettings.Type { MiataruSettings.self } }

public struct PositionSettings: SettingsSection {
    public static let parts: [ServiceName: [String]] = [.location: ["positions"]]

    public var keptFor: Duration

    public init(_ reader: inout SettingsReader) {
        keptFor = reader.read(
            "positions.keptFor", .span(.seconds(60)...(.seconds(8760 * 3600))), default: .seconds(720 * 3600),
            "The age at which the last position of a user is erased.")
    }
}

extension SectionNames { public var positions: PositionSettings.Type { PositionSettings.self } }

public struct ForwarderSettings: SettingsSection {
    public static let parts: [ServiceName: [String]] = [.location: ["forwarders"]]

    public var localTargets: Bool

    public init(_ reader: inout SettingsReader) {
        localTargets = reader.read(
            "forwarders.localTargets", .flag, default: false,
            "Whether users may forward places to this machine and to private networks, also by http.")
    }
}

extension SectionNames { public var forwarders: ForwarderSettings.Type { ForwarderSettings.self } }
