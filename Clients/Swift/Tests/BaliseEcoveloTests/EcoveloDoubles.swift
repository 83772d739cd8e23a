@testable import BaliseEcovelo

final class MemoryDefaults: Defaults {
    private let state: Mutex<[String: String]>

    init(_ kept: [String: String] = [:]) { state = Mutex(kept) }

    var kept: [String: String] { state.withLock { $0 } }

    var keys: [String] { Array(kept.keys) }

    func set(_ text: String?, _ key: String) { state.withLock { $0[key] = text } }
}

@MainActor
final class ScriptedWebPage: EcoveloWebPage {
    /// The script that runs at the start of each document.
    private(set) var startScript = ""
    /// The scripts run in the page since the start.
    private(set) var scripts: [String] = []
    private(set) var loaded: [URL] = []
    /// The theme that was shown last.
    private(set) var theme: EcoveloTheme?

    func setStartScript(_ script: String) { startScript = script }
    func run(_ script: String) { scripts.append(script) }
    func load(_ address: URL) { loaded.append(address) }
    func show(_ theme: EcoveloTheme) { self.theme = theme }
}
