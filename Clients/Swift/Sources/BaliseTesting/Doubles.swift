// What clients of a scripted server work with in place of the system.

public import Balise
public import Foundation

/// A clock that stands still.
public struct FixedBaliseClock: BaliseClock {
    public let now: Date

    /// A clock that says this.
    public init(now: Date) { self.now = now }
}

/// Waits no time at all.
public struct ImmediateBaliseSleeper: BaliseSleeper {
    /// Waiting that is over at once.
    public init() {}

    public func sleep(seconds: Double) async throws {
        // Whoever tries again and again lets others come in between.
        await Task.yield()
        try Task.checkCancellation()
    }
}

/// A centre of notifications that shows none, and remembers what it was told.
public actor RecordingPushCentre: PushCentre, PushButtonOffering {
    /// The numbers on the icon so far; the last one stands there.
    public private(set) var badges: [Int] = []
    /// The categories that there are.
    public private(set) var categories: [PushCategory] = []

    /// A centre that was told nothing yet.
    public init() {}

    public func setBadge(_ count: Int) async throws { badges.append(count) }

    public func setCategories(_ categories: [PushCategory]) async { self.categories = categories }

    public func offer(_ category: PushCategory) async {
        categories.removeAll { $0.id == category.id }
        categories.append(category)
    }
}

/// Remembers what people did with notifications.
public actor RecordingInteractions: NotificationInteractionReporting {
    /// What was reported so far.
    public private(set) var all: [PushInteraction] = []

    /// Nothing was reported yet.
    public init() {}

    public func report(_ interaction: PushInteraction) async { all.append(interaction) }
}
