import Foundation
import Synchronization

@testable import BaliseEcovelo

/// An app's defaults in memory.
final class MemoryDefaults: Defaults {
    private let state: Mutex<[String: String]>

    init(_ kept: [String: String] = [:]) { state = Mutex(kept) }

    /// What is kept.
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
    /// What was loaded.
    private(set) var loaded: [URL] = []
    /// The colours.
    private(set) var theme: EcoveloTheme?

    func setStartScript(_ script: String) { startScript = script }
    func run(_ script: String) { scripts.append(script) }
    func load(_ address: URL) { loaded.append(address) }
    func show(_ theme: EcoveloTheme) { self.theme = theme }
}
