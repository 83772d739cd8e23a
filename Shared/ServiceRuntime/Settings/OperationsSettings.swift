public import Models

/// The address for operators: health, metrics, accounts and keys.
public struct OperationsSettings: SettingsSection {
    public static let parts: [ServiceName: [String]] = [.edge: ["operations"], .authSession: ["operations.key"]]

    public var host: String
    /// 0 lets the system choose one.
    public var port: Int
    /// Replaces the token in the data folder.
    public var key: Secret?

    public init(_ reader: inout SettingsReader) {
        host = reader.read(
            "operations.host", .host, default: "127.0.0.1",
            "The address for the operator and their tools: health, metrics, accounts, keys.")
        port = reader.read(
            "operations.port", .whole(0...65535), default: 8081,
            "The port for the operator and their tools; 0 lets the system pick one, which is printed.")
        key = reader.readSecret(
            "operations.key", length: 16...256,
            "A key of your own for callers of that port, in addition to the token in `operator.token` in the data folder."
        )
    }
}

extension SectionNames { public var operations: OperationsSettings.Type { OperationsSettings.self } }
