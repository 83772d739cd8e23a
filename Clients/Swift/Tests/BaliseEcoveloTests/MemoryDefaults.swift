// An app's defaults in memory, gone after the test.

import Synchronization

@testable import BaliseEcovelo

/// Texts by name.
final class MemoryDefaults: Defaults {
    private let state: Mutex<[String: String]>

    init(_ kept: [String: String] = [:]) { state = Mutex(kept) }

    /// What is kept.
    var kept: [String: String] { state.withLock { $0 } }

    var keys: [String] { Array(kept.keys) }

    func set(_ text: String?, _ key: String) { state.withLock { $0[key] = text } }
}
