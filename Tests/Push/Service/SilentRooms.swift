@testable import Push

struct SilentQueue: DeliversQueue {
    func signal() {}
    func signal(isMoreToCome: Bool) {}
}

struct SilentResolver: ResolvesAudiences {
    func resolve(_ notification: NotificationID, from marks: FeedMarks) {}
    func signal() {}
}
