public import BaliseAPI

/// The current state of an announcement and each later state, until every delivery has ended.
///
/// The sequence asks the server every half second; while nothing changes, the pauses grow to eight seconds. It survives
/// short network failures.
public struct AnnouncementUpdates: AsyncSequence, Sendable {
    /// The announcement with its delivery counts.
    public typealias Element = PublishedAnnouncement

    /// The shortest and the longest time between two requests, in seconds.
    private static let pauses = 0.5...8.0
    /// The iteration ends with an error if more requests than this fail in a row.
    private static let maximumFailures = 5

    let announcements: AnnouncementsAPI
    let id: String
    let pause: any BaliseSleeper

    /// Polls the announcement.
    public struct Iterator: AsyncIteratorProtocol {
        private let updates: AnnouncementUpdates
        private var latest: PublishedAnnouncement?
        private var wait = AnnouncementUpdates.pauses.lowerBound

        init(_ updates: AnnouncementUpdates) { self.updates = updates }

        /// Returns the announcement after its next change; nil after its final state.
        /// - Throws: A `BaliseError`: the server's refusal, or the last failure after several failed requests in a row.
        ///   `CancellationError` when the task is cancelled.
        public mutating func next() async throws -> PublishedAnnouncement? {
            guard latest?.state.isFinal != true else { return nil }
            var failures = 0
            while true {
                if latest != nil || failures > 0 {
                    do { try await updates.pause.sleep(seconds: wait) } catch { throw CancellationError() }
                }
                do throws(BaliseError) {
                    let current = try await updates.announcements.announcement(updates.id)
                    if current != latest {
                        latest = current
                        wait = AnnouncementUpdates.pauses.lowerBound
                        return current
                    }
                    failures = 0
                } catch {
                    failures += 1
                    guard error.mayHaveBeenDone, failures < AnnouncementUpdates.maximumFailures else {
                        throw error.thrown
                    }
                }
                wait = Swift.min(wait * 2, AnnouncementUpdates.pauses.upperBound)
            }
        }
    }

    /// The iterator begins with the current state.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }
}

extension NotificationState {
    /// Whether the state can no longer change.
    public var isFinal: Bool { self == .done || self == .cancelled }
}
