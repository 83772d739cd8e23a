// A system that shows no notifications, and records the calls to it.

import Balise
import Synchronization

/// Stands in for the system's centre of notifications.
final class ScriptedPushCentre: PushCentre, PushButtonOffering {
    private struct State {
        var badges: [Int] = []
        var categories: [PushCategory] = []
        var offered: [PushCategory] = []
    }

    struct Unwilling: Error {}

    private let fails: Bool
    private let state = Mutex(State())

    /// - Parameter fails: Whether it sets no badge.
    init(fails: Bool = false) { self.fails = fails }

    /// The numbers on the icon so far.
    var badges: [Int] { state.withLock { $0.badges } }
    /// The categories that were set last.
    var categories: [PushCategory] { state.withLock { $0.categories } }
    /// The categories of single notifications.
    var offered: [PushCategory] { state.withLock { $0.offered } }

    func setBadge(_ count: Int) async throws {
        if fails { throw Unwilling() }
        state.withLock { $0.badges.append(count) }
    }

    func setCategories(_ categories: [PushCategory]) async { state.withLock { $0.categories = categories } }

    func offer(_ category: PushCategory) async { state.withLock { $0.offered.append(category) } }
}

/// Remembers what people did with notifications.
final class RecordedInteractions: NotificationInteractionReporting {
    private let state = Mutex<[PushInteraction]>([])

    var all: [PushInteraction] { state.withLock { $0 } }

    func report(_ interaction: PushInteraction) async { state.withLock { $0.append(interaction) } }
}
