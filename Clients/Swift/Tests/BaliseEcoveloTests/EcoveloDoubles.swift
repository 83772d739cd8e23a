@testable import BaliseEcovelo

/// An app's defaults in memory.
final class MemoryDefaults: Defaults {
    private let state: Mutex<[String: String]>

    init(_ kept: [String: String] = [:]) { state = Mutex(kept) }

    /// The stored values.
    var kept: [String: String] { state.withLock { $0 } }

    var keys: [String] { Array(kept.keys) }

    func set(_ text: String?, _ key: String) { state.withLock { $0[key] = text } }
}

/// Records the calls to it.
@MainActor
final class ScriptedWebPage: EcoveloWebPage {
    /// The script that runs at the start of each document.
    private(set) var startScript = ""
    /// The scripts run in the page since the start.
    private(set) var scripts: [String] = []
    /// The loaded addresses.
    private(set) var loaded: [URL] = []
    /// The theme that was shown last.
    private(set) var theme: EcoveloTheme?

    func setStartScript(_ script: String) { startScript = script }
    func run(_ script: String) { scripts.append(script) }
    func load(_ address: URL) { loaded.append(address) }
    func show(_ theme: EcoveloTheme) { self.theme = theme }
}
