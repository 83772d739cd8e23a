import Foundation
import Models
import OperatorAPI

func listBackups(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    // A storage that is unreachable takes longer to fail than a service that is unreachable.
    let reports = await call.health.ask(ListBackups(), call.request.context, within: ServiceHealth.checksTimeout)
    var parts: [String: [(service: ServiceName, part: KeptBackup)]] = [:]
    for report in reports {
        for part in report.value?.backups ?? [] { parts[part.name, default: []].append((report.service, part)) }
    }
    let names = parts.keys.sorted(by: >).prefix(ListBackups.maximum)
    var job = reports.compactMap { $0.value?.job }.first
    if job?.endedAt == nil { job?.progress = reports.compactMap { $0.value?.progress }.first }
    return .body(
        BackupList(
            backups: names.map { ListedBackup($0, parts[$0] ?? []) }, job: job,
            health: reports.compactMap { $0.value?.health }.first, obstacle: obstacle(among: reports),
            folder: call.readsSettings ? FileManager.default.currentDirectoryPath : nil))
}

/// Returns the obstacle: once if it is the same for all services, else with their names; nil without an obstacle.
private func obstacle(among reports: [ServiceHealth.Report<ListBackups.Reply>]) -> String? {
    let obstacles: [(service: ServiceName, text: String)] = reports.compactMap { report in
        guard let reply = report.value else { return (report.service, "it does not answer") }
        return reply.obstacle.map { (report.service, $0) }
    }
    let texts = Set(obstacles.map(\.text))
    if texts.count == 1, obstacles.count == reports.count { return texts.first }
    return obstacles.isEmpty ? nil : obstacles.map { "\($0.service): \($0.text)" }.joined(separator: "; ")
}

extension OperationsCall {
    /// Whether the caller may read the settings, which name folders of the server.
    fileprivate var readsSettings: Bool {
        guard case .apiKey(_, _, let scopes, _) = caller else { return true }
        return scopes.contains(.operate)
    }
}

/// Starts a backup, whose result GET /backups shows.
func makeBackup(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try await begin(nil, call)
}

func verifyBackup(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let name = try call.name()
    guard BackupName.isValid(name) else {
        throw .invalid("the address has to name a backup; GET /backups lists them")
    }
    return try await begin(name, call)
}

private func begin(_ name: String?, _ call: OperationsCall) async throws(EdgeError) -> Answer {
    if let name { call.audit.concerns(named: name) }
    try await call.audit.begin()
    let job = try await call.ask(BeginBackup(name: name))
    call.audit.concerns(named: job.backup)
    return .body(job)
}

extension ListedBackup {
    /// The services in the order in which they are copied.
    private static let order: [ServiceName] = [.push, .preferences, .location, .authSession, .identity]

    fileprivate init(_ name: String, _ parts: [(service: ServiceName, part: KeptBackup)]) {
        let whole = Set(parts.filter { $0.part.isWhole }.map { $0.service })
        self.init(
            name: name, at: (parts.map { $0.part.at }.max() ?? UnixTime(milliseconds: 0)).date,
            bytes: parts.map { $0.part.bytes }.reduce(0, +),
            services: ListedBackup.order.filter(whole.contains).map(\.description),
            missing: ListedBackup.order.filter { !whole.contains($0) }.map(\.description))
    }
}
