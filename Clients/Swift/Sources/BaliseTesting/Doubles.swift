public import Balise
public import Foundation

/// A clock that always returns the same time.
public struct FixedBaliseClock: BaliseClock {
    public let now: Date

    public init(now: Date) { self.now = now }
}

/// A timer that does not wait.
public struct ImmediateBaliseSleeper: BaliseSleeper {
    public init() {}

    public func sleep(seconds: Double) async throws {
        // Without this yield, a loop of retries would not let other tasks run.
        await Task.yield()
        try Task.checkCancellation()
    }
}

/// A notification centre that shows nothing and records all calls.
public actor RecordingPushCentre: PushCentre, PushButtonOffering {
    /// The badge numbers so far. The current number is the last.
    public private(set) var badges: [Int] = []
    /// The current categories.
    public private(set) var categories: [PushCategory] = []

    public init() {}

    public func setBadge(_ count: Int) async throws { badges.append(count) }

    public func setCategories(_ categories: [PushCategory]) async { self.categories = categories }

    public func offer(_ category: PushCategory) async {
        categories.removeAll { $0.id == category.id }
        categories.append(category)
    }
}

/// Records interactions with notifications.
public actor RecordingInteractions: NotificationInteractionReporting {
    /// The interactions so far.
    public private(set) var all: [PushInteraction] = []

    public init() {}

    public func report(_ interaction: PushInteraction) async { all.append(interaction) }
}
