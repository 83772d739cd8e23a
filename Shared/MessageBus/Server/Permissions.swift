public import Models

/// Unlisted callers may send nothing.
public struct Permissions: Sendable {
    private let permitted: Set<UInt32>

    public init(_ table: [ServiceName: [any Request.Type]]) {
        permitted = Set(table.flatMap { caller, messages in messages.map { Permissions.key(caller, $0.code) } })
    }

    init(_ table: [(code: MessageCode, senders: Set<ServiceName>)]) {
        permitted = Set(table.flatMap { entry in entry.senders.map { Permissions.key($0, entry.code) } })
    }

    func permits(_ caller: ServiceName, _ code: MessageCode) -> Bool {
        permitted.contains(Permissions.key(caller, code))
    }

    private static func key(_ caller: ServiceName, _ code: MessageCode) -> UInt32 {
        UInt32(caller.rawValue) << 16 | UInt32(code.rawValue)
    }
}
