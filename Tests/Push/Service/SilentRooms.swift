@testable import Push

struct SilentQueue: DeliversQueue {
    func signal() {}
    func signal(isMoreToCome: Bool) {}
}

struct SilentBegins: BeginsNotifications {
    func begin(_ notification: NotificationID, from marks: FeedMarks) {}
    func signal() {}
}
