// A web view that remembers what its host wants of it.

import Balise
import Foundation

/// Remembers what it was told.
@MainActor
final class ScriptedWebPage: EcoveloWebPage {
    /// What runs at the start of each document.
    private(set) var startScript = ""
    /// What was run in the page since the start.
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
